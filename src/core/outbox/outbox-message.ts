/** What a message is for. The content differs by kind. */
export type MessageKind = 'alert' | 'view' | 'webhook' | 'postback' | 'notice';

/** One try to deliver a message. Holds no content. */
export interface DeliveryAttempt {
  readonly at: Date;
  readonly duration_ms: number;
  readonly ok: boolean;
  readonly status?: number;
  /** In words for an operator. */
  readonly detail: string;
}

/** A message before it is in the outbox. */
export interface NewMessage {
  /** The same message has the same id: it is stored once, however often it is added. */
  readonly id: string;
  readonly kind: MessageKind;
  /** Messages of one subject leave in their order: a later one waits until the earlier is delivered or parked. */
  readonly subject: string;
  readonly order: number;
  /** The endpoint that it is for. What waits for it, its breaker and its pause are kept under this name. */
  readonly lane: string;
  /** Whose message it is, if it is for an affiliate. */
  readonly affiliate_id?: string;
  readonly content: object;
  readonly created_at: Date;
  /** When it is tried first. Absent: at once. */
  readonly due_at?: Date;
}

export interface OutboxMessage extends NewMessage {
  /** `parked`: given up. */
  readonly state: 'waiting' | 'delivered' | 'parked';
  /** When it is tried next. Absent unless it waits. */
  readonly due_at?: Date;
  /** How often it failed. */
  readonly failures: number;
  /** The newest ones, at most `ATTEMPTS_KEPT`. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Counts the senders that took it. An older one changes nothing. */
  readonly runs: number;
  readonly ended_at?: Date;
  /** The name of the key of its click ids, which is not there. The content has none of them then. */
  readonly lacks_key?: string;
}

export const ATTEMPTS_KEPT = 10;
