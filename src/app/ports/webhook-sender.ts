import type { Endpoint } from '../../core/webhooks/endpoints.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import type { Sent } from './outbox.js';

/** Sends messages to affiliates' endpoints. */
export interface WebhookSender {
  /** Never rejects. */
  send(endpoint: Endpoint, message: OutboxMessage): Promise<Sent>;
}
