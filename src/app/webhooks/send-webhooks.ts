import type { Catalogue } from '../../core/catalogue/types.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import { endpointsOf, type Endpoint } from '../../core/webhooks/endpoints.js';
import { findReceiver, receiverMissing } from '../outbox/find-receiver.js';
import type { Sending } from '../outbox/serve-lanes.js';
import type { FreshCatalogue } from '../ports/catalogue-source.js';
import type { Sent } from '../ports/outbox.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import type { WorkLog } from '../ports/work-ports.js';

interface SendWebhooksPorts {
  readonly sender: WebhookSender;
  readonly catalogue: FreshCatalogue;
  readonly clock: () => Date;
  readonly log: Pick<WorkLog, 'warn'>;
  /** Told of each try. */
  readonly onSent?: (kind: OutboxMessage['kind'], sent: Sent) => void;
}

/** Whether the key of a message is there is looked at again after this. */
const KEY_MS = 60_000;

/** Tells affiliates of their leads. One endpoint gets ten messages at once, each about another lead. */
export const webhookSending = ({ sender, catalogue, clock, log, onSent }: SendWebhooksPorts): Sending => ({
  batch: { subjects: 10, messages: 1 },
  giveUpMs: 3 * 24 * 3_600_000,
  givenUp: 'given up: the endpoint has not answered for three days',
  leaseMs: 20_000,
  async send([message], lane) {
    const endpoint = await findReceiver(catalogue, (current) => ownEndpoint(current, lane, message));
    if (!endpoint) return receiverMissing('endpoint', message, clock());
    const { id, kind, lacks_key: key } = message;
    if (key !== undefined) {
      log.warn({ lane, message: id, key }, 'a message waits for a data key, it is tried again');
      return { ok: false, detail: `waits: DATA_KEYS lacks ${key}`, held_ms: KEY_MS, is_noted: true };
    }
    const sent = await sender.send(endpoint, message);
    onSent?.(kind, sent);
    return sent;
  },
});

/** Undefined also if a campaign has gone to another affiliate, who must not hear of the leads of the one before. */
function ownEndpoint(
  catalogue: Catalogue,
  lane: string,
  { affiliate_id }: OutboxMessage,
): Endpoint | undefined {
  const endpoint = endpointsOf(catalogue).get(lane);
  return endpoint?.affiliate_id === affiliate_id ? endpoint : undefined;
}
