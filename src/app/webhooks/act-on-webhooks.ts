import { MAX_SUBJECTS } from '../../core/audit/audit-entry.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import { endpointName } from '../../core/webhooks/endpoints.js';
import {
  looseMessage,
  type PostbackContent,
  type WebhookContent,
} from '../../core/webhooks/webhook-messages.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { endpointNamed, listMessages, type WebhookViewPorts } from './list-webhooks.js';

type Ends = Pick<Catalogue, 'affiliates' | 'campaigns'>;

/** The most messages that are sent again at once. */
export const MAX_REPLAYED = 1_000;

const ENDED = ['delivered', 'parked'] as const;
type Ended = (typeof ENDED)[number];

/** Nothing is sent to the endpoint until it is resumed. What happens meanwhile waits. */
export async function pauseEndpoint(
  { messages }: WebhookViewPorts,
  audit: AuditPorts,
  catalogue: Ends,
  { name, why, by }: { readonly name: string; readonly why: string; readonly by: string },
): Promise<void> {
  const endpoint = endpointNamed(catalogue, name);
  const at = audit.clock();
  const act = {
    action: 'webhook.pause',
    on: { kind: 'endpoint', ids: [endpointName(endpoint)] },
    why,
  } as const;
  await audited(audit, act, () => messages.pauseLane(endpoint.lane, { by, why, at }, at));
}

/** What waits is sent at once, also what waited for its next try or for the breaker. */
export async function resumeEndpoint(
  { messages }: WebhookViewPorts,
  audit: AuditPorts,
  catalogue: Ends,
  name: string,
): Promise<void> {
  const endpoint = endpointNamed(catalogue, name);
  const at = audit.clock();
  const act = { action: 'webhook.resume', on: { kind: 'endpoint', ids: [endpointName(endpoint)] } } as const;
  await audited(audit, act, async () => {
    await messages.hurry(endpoint.lane, at);
    await messages.pauseLane(endpoint.lane, undefined, at);
  });
}

/** What `replayMessages` can send again: the newest messages of an endpoint, or about a lead, that have ended. Throws on an outage. */
export const endedMessages = (
  ports: WebhookViewPorts,
  catalogue: Ends,
  { about, state, now }: { readonly about: string; readonly state?: Ended | undefined; readonly now: Date },
): Promise<OutboxMessage[]> =>
  listMessages(ports, catalogue, {
    ...{ about, now, limit: MAX_REPLAYED },
    states: state === undefined ? ENDED : [state],
  });

/** Sends ended messages again, with entries in the audit log that name each of them. Each says that it is a replay. Returns how many were found. */
export async function replayMessages(
  ports: WebhookViewPorts,
  audit: AuditPorts,
  found: readonly OutboxMessage[],
): Promise<number> {
  if (found.length === 0)
    throw new ActRefused(
      'conflict',
      'There is nothing to replay: messages that wait are sent without a replay',
    );
  const ids = found.slice(0, MAX_REPLAYED).map(({ id }) => id);
  let count = 0;
  for (let i = 0; i < ids.length; i += MAX_SUBJECTS)
    count += await replayBatch(ports, audit, ids.slice(i, i + MAX_SUBJECTS));
  return count;
}

const replayBatch = (
  { messages }: WebhookViewPorts,
  audit: AuditPorts,
  ids: readonly string[],
): Promise<number> =>
  audited(
    audit,
    { action: 'webhook.replay', on: { kind: 'message', ids }, facts: { messages: ids.length } },
    async () => (await messages.replay(ids, audit.clock())).length,
    (replayed) => ({ result: replayed > 0 ? 'done' : 'nothing', facts: { replayed } }),
  );

/** Puts a test event for the endpoint into its lane. Returns the id under which it is listed. */
export async function testEndpoint(
  { messages, newId }: WebhookViewPorts & { readonly newId: () => string },
  audit: AuditPorts,
  catalogue: Ends,
  name: string,
): Promise<string> {
  const endpoint = endpointNamed(catalogue, name);
  const at = audit.clock();
  const id = `${endpoint.kind}:test:${newId()}`;
  const event: WebhookContent = {
    ...{ type: 'webhook.test', timestamp: at.toISOString() },
    data: { message: 'A test of this webhook. It is about no lead.' },
  };
  const call: PostbackContent = {
    type: 'test',
    values: { click_id: 'test', subid: 'test', payout: '0.00', status: 'test', transaction_id: id },
  };
  const message = looseMessage(endpoint, id, endpoint.kind === 'webhook' ? event : call, at);
  const act = { action: 'webhook.test', on: { kind: 'endpoint', ids: [endpointName(endpoint)] } } as const;
  await audited(audit, act, () => messages.add([message], at));
  return id;
}
