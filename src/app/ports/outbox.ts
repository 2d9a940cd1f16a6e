import type {
  DeliveryAttempt,
  MessageKind,
  NewMessage,
  OutboxMessage,
} from '../../core/outbox/outbox-message.js';

/** How many messages of a subject wait or were given up. */
export interface OutboxSubject {
  readonly subject: string;
  readonly waiting: number;
  /** When the oldest waiting one was created. Null: none waits. */
  readonly oldest: Date | null;
  readonly parked: number;
  /** The newest attempt of the message that is next. */
  readonly last?: DeliveryAttempt;
}

/** How a try ended. `final`: trying again would not help. */
export interface Sent {
  readonly ok: boolean;
  readonly status?: number;
  /** In words for an operator, without content. */
  readonly detail: string;
  readonly retry_after_ms?: number;
  readonly final?: true;
  /** It failed for some of its receivers. The others have it, so it is not tried again. */
  readonly partly?: true;
  /** It was not tried, because its receiver takes no more now. It is due again after this time. */
  readonly held_ms?: number;
  /** What holds it is stored as a try, once. */
  readonly is_noted?: true;
}

/** How many messages are taken at once. */
export interface Batch {
  readonly subjects: number;
  /** Of each subject. More than one: they leave together. */
  readonly messages: number;
}

/** Stored messages to others, sent at least once, in the order of each subject. Throws on an outage. */
export interface Outbox {
  /** Stores those that are not stored yet. */
  add(messages: readonly NewMessage[]): Promise<void>;
  /**
   * Takes the first messages of subjects whose first one is due, of one lane or of all. Until `until` nobody else takes
   * these subjects. If the sender dies, they are due again then.
   */
  take(
    kind: MessageKind,
    now: Date,
    until: Date,
    batch: Batch,
    lane?: string,
  ): Promise<(readonly OutboxMessage[])[]>;
  /** Stores that these messages of one subject arrived. If the attempt failed for some receivers, they are parked. */
  delivered(messages: readonly OutboxMessage[], attempt: DeliveryAttempt): Promise<void>;
  /** Stores that the first of them did not arrive. Without `next` it is parked, and the one behind it is due. */
  failed(message: OutboxMessage, attempt: DeliveryAttempt, next: Date | undefined): Promise<void>;
  /** Puts a message off that was not tried. `noted`: what holds it, to be shown among its tries. */
  hold(message: OutboxMessage, until: Date, noted?: DeliveryAttempt): Promise<void>;
  /** The subjects of a kind with messages that wait, or that were parked after `parkedSince`. */
  subjects(kind: MessageKind, parkedSince: Date): Promise<OutboxSubject[]>;
  /** Removes delivered and parked messages that ended before a moment. */
  forget(endedBefore: Date): Promise<void>;
}
