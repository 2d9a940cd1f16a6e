import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import type { Outbox } from './outbox.js';

/** What a list selects. */
export interface MessageFilter {
  readonly lane?: string;
  /** Absent: in any. */
  readonly states?: readonly OutboxMessage['state'][];
  readonly lead_id?: string;
  readonly limit: number;
  readonly now: Date;
}

export interface WebhookMessage extends OutboxMessage {
  readonly kind: 'webhook' | 'postback';
}

/** The messages of webhooks and postbacks. Throws on an outage. */
export interface WebhookMessages extends Outbox {
  /** All that waits is due now. */
  hurry(lane: string, now: Date): Promise<void>;
  /** Newest first. Of the messages of an endpoint of one millisecond, it may return any. */
  list(filter: MessageFilter): Promise<WebhookMessage[]>;
  /** Sends ended messages again, marked as a replay. Returns those that it found. */
  replay(ids: readonly string[], now: Date): Promise<OutboxMessage[]>;
}
