import {
  endedMessages,
  pauseEndpoint,
  replayMessages,
  resumeEndpoint,
  testEndpoint,
} from '../../app/webhooks/act-on-webhooks.js';
import { ActRefused } from '../../app/act-refused.js';
import type { WebhookMessage } from '../../app/ports/webhook-store.js';
import { listEndpoints, listMessages, type EndpointView } from '../../app/webhooks/list-webhooks.js';
import type { PauseWebhookBody, ReplayWebhooksBody, TestWebhookBody } from '../bodies/webhooks.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const SHOWN = 50;

export const readWebhooks = async (ports: OperatorPorts) => ({
  endpoints: (await listEndpoints(ports, ports.catalogue.current())).map(endpointAnswer),
});

/** Of the address only its origin is told: path and query may be all that somebody needs to write there. */
const endpointAnswer = ({ url, open_until, paused, delivered_at, ...rest }: EndpointView) => ({
  ...rest,
  ...{ origin: new URL(url).origin, open_until: open_until ?? null, paused: paused ?? null },
  delivered_at: delivered_at ?? null,
});

interface MessageValues {
  readonly about: string;
  readonly state?: WebhookMessage['state'] | undefined;
}

export async function readWebhookMessages(
  ports: OperatorPorts,
  { values: { about, state }, now }: OperatorCall<MessageValues>,
) {
  const filter = { about, now, limit: SHOWN, ...(state && { states: [state] }) };
  const found = await listMessages(ports, ports.catalogue.current(), filter);
  return { messages: found.map(messageAnswer) };
}

/** Without its content, which holds click ids. */
const messageAnswer = ({ id, kind, content, state, created_at, due_at, attempts }: WebhookMessage) => ({
  ...{ id, kind, event: 'type' in content ? String(content.type) : '', state, created_at },
  replay: 'replay' in content,
  due_at: due_at ?? null,
  attempts: attempts.map(({ status, ...attempt }) => ({ ...attempt, status: status ?? null })),
});

export async function pauseWebhook(
  ports: OperatorPorts,
  { body: { endpoint, paused, why }, viewer, audit }: OperatorCall<object, PauseWebhookBody>,
) {
  const current = ports.catalogue.current();
  if (!paused) await resumeEndpoint(ports, audit, current, endpoint);
  else if (why === undefined) throw new ActRefused('invalid', 'A pause needs a reason', 'why');
  else await pauseEndpoint(ports, audit, current, { name: endpoint, why, by: viewer.name });
  return { endpoint, paused };
}

export async function replayWebhooks(
  ports: OperatorPorts,
  { body: { about, state }, now, audit }: OperatorCall<object, ReplayWebhooksBody>,
) {
  const found = await endedMessages(ports, ports.catalogue.current(), { about, state, now });
  return { replayed: await replayMessages(ports, audit, found) };
}

export const testWebhook = async (
  ports: OperatorPorts,
  { body: { endpoint }, audit }: OperatorCall<object, TestWebhookBody>,
) => ({ id: await testEndpoint(ports, audit, ports.catalogue.current(), endpoint) });
