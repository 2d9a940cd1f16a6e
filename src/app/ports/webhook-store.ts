import type { DeliveryAttempt, OutboxMessage } from '../../core/outbox/outbox-message.js';
import type { Lane, LaneEnd } from '../../core/webhooks/lane.js';
import type { LaneMessage } from '../../core/webhooks/webhook-messages.js';
import type { Outbox } from './outbox.js';

/** A lane in the hands of one sender. A later sender has a higher `runs`. */
export type TakenLane = Lane & { readonly runs: number; readonly asked: number };

/**
 * The endpoints that have something to be told. One sender serves a lane at a time, so that the order of its messages,
 * its breaker and how much it gets at once need no other coordination. Throws on an outage.
 */
export interface WebhookLanes {
  /** There is something for these lanes. */
  ask(lanes: readonly string[], now: Date): Promise<void>;
  /** Takes lanes that have something due, are not paused and whose breaker lets them try. */
  take(now: Date, until: Date, limit: number): Promise<TakenLane[]>;
  /** False: another sender has the lane by now. */
  renew(lane: TakenLane, until: Date): Promise<boolean>;
  /**
   * Gives a lane back. If it was asked since it was taken, it is due at once. It is due from `now` on at the earliest, however
   * old its messages are: lanes that wait have their turn before it.
   */
  end(lane: TakenLane, end: LaneEnd, now: Date): Promise<void>;
  read(lanes: readonly string[]): Promise<Lane[]>;
  /** Nothing is sent until it is resumed (undefined). What waits is due at once then, and the breaker closed. */
  pause(lane: string, paused: Lane['paused'] | undefined, now: Date): Promise<void>;
}

/** How much waits for an endpoint. */
export interface LaneCount {
  readonly lane: string;
  readonly waiting: number;
  /** Since when the oldest of them waits. Null: none does. */
  readonly oldest: Date | null;
  readonly parked: number;
}

/** What a list selects. */
export interface MessageFilter {
  readonly lane?: string;
  /** Absent: in any. */
  readonly states?: readonly OutboxMessage['state'][];
  readonly lead_id?: string;
  readonly limit: number;
  readonly now: Date;
}

/** The messages of webhooks and postbacks. Throws on an outage. */
export interface WebhookMessages extends Outbox {
  /** When the next message of a lane is due. Undefined: none waits. */
  nextDue(lane: string): Promise<Date | undefined>;
  /** Gives up what has waited since before a moment. Returns how many. */
  giveUp(lane: string, before: Date, attempt: DeliveryAttempt): Promise<number>;
  /** All that waits is due now. */
  hurry(lane: string, now: Date): Promise<void>;
  /** `parkedSince`: only what was given up after it counts as parked. Absent: all that is kept. */
  counts(parkedSince?: Date): Promise<LaneCount[]>;
  /** Newest first. Of the messages of an endpoint of one millisecond, it may return any. */
  list(filter: MessageFilter): Promise<LaneMessageRecord[]>;
  /** Sends ended messages again, marked as a replay. Returns the lanes of those that it found. */
  replay(ids: readonly string[], now: Date): Promise<LaneMessageRecord[]>;
}

export type LaneMessageRecord = OutboxMessage & Pick<LaneMessage, 'lane'>;
