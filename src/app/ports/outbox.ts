import type { Lane, LaneEnd } from '../../core/outbox/lane.js';
import type { DeliveryAttempt, NewMessage, OutboxMessage } from '../../core/outbox/outbox-message.js';

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
  /** It was not tried. It is due again after this time. */
  readonly held_ms?: number;
  /** What holds it is stored as a try, once. */
  readonly is_noted?: true;
  /** Its receiver takes nothing more now: its whole lane waits. `down`: it does not answer either. */
  readonly lane_waits?: 'full' | 'down';
}

/** How many messages of a lane are taken at once. */
export interface Batch {
  readonly subjects: number;
  /** Of each subject. More than one: they leave together. */
  readonly messages: number;
}

/** At least one message of one subject, in order. */
export type TakenMessages = readonly [OutboxMessage, ...OutboxMessage[]];

/** A lane in the hands of one sender. A later sender has a higher `runs`. */
export type TakenLane = Lane & { readonly runs: number; readonly asked: number };

/** How much waits for an endpoint. */
export interface LaneCount {
  readonly lane: string;
  readonly waiting: number;
  /** Since when the oldest of them waits. Null: none does. */
  readonly oldest: Date | null;
  readonly parked: number;
}

/**
 * The endpoints that have something to be told. One sender serves a lane at a time, so that the order of its messages,
 * its breaker and how much it gets at once need no other coordination. Throws on an outage.
 */
export interface Lanes {
  /** Takes lanes that have something due, are not paused and whose breaker lets them try. */
  takeLanes(now: Date, until: Date, limit: number): Promise<TakenLane[]>;
  /** False: another sender has the lane by now. */
  renewLane(lane: TakenLane, until: Date): Promise<boolean>;
  /**
   * Gives a lane back. If it was asked since it was taken, it is due at once. It is due from `now` on at the earliest, however
   * old its messages are: lanes that wait have their turn before it.
   */
  endLane(lane: TakenLane, end: LaneEnd, now: Date): Promise<void>;
  readLanes(lanes: readonly string[]): Promise<Lane[]>;
  /** Nothing is sent until it is resumed (undefined). What waits is due at once then, and the breaker closed. */
  pauseLane(lane: string, paused: Lane['paused'] | undefined, now: Date): Promise<void>;
}

/** Stored messages to others, sent at least once, in the order of each subject. Throws on an outage. */
export interface Outbox extends Lanes {
  /** Stores those that are not stored yet, and then that their lanes have something. */
  add(messages: readonly NewMessage[], now: Date): Promise<void>;
  /**
   * Takes the first messages of a lane's subjects whose first one is due. Until `until` nobody else takes these subjects. If
   * the sender dies, they are due again then.
   */
  take(lane: string, now: Date, until: Date, batch: Batch): Promise<TakenMessages[]>;
  /**
   * Asks lanes that were never told of messages which have been due since before a moment: a process may have died between
   * storing a message and telling its lane.
   */
  askForgotten(dueBefore: Date, now: Date): Promise<void>;
  /** When the next message of a lane is due. Undefined: none waits. */
  nextDue(lane: string): Promise<Date | undefined>;
  /** Stores that these messages of one subject arrived. If the attempt failed for some receivers, they are parked. */
  delivered(messages: readonly OutboxMessage[], attempt: DeliveryAttempt): Promise<void>;
  /** Stores that the first of them did not arrive. Without `next` it is parked, and the one behind it is due. */
  failed(message: OutboxMessage, attempt: DeliveryAttempt, next: Date | undefined): Promise<void>;
  /** Puts a message off that was not tried. `noted`: what holds it, to be shown among its tries. */
  hold(message: OutboxMessage, until: Date, noted?: DeliveryAttempt): Promise<void>;
  /** Gives up what has waited since before a moment. Returns how many. */
  giveUp(lane: string, before: Date, attempt: DeliveryAttempt): Promise<number>;
  /** `parkedSince`: only what was given up after it counts as parked. Absent: all that is kept. */
  counts(parkedSince?: Date): Promise<LaneCount[]>;
  /** Removes delivered and parked messages that ended before a moment. */
  forget(endedBefore: Date): Promise<void>;
}
