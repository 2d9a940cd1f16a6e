import type { Offer } from '../../core/catalogue/types.js';
import type { NewAttempt } from '../../core/delivery/attempt.js';
import type { Delivered } from '../../core/delivery/delivered.js';
import type { LeadCore } from '../../core/lead/lead-record.js';
import type { BrokenRun } from './lead-store.js';

/** A run that an outage ended, as its process remembers it. */

export interface UnfinishedRun extends BrokenRun {
  /** Of a taking that nobody acknowledged: until then it may still land, and its lead is put back once more. */
  readonly lands_until?: Date;
  /** The store has put its lead back once. */
  readonly put_back: boolean;
}
/**
 * How an attempt ended, as this process alone knows while the database is away. Of the person it has nothing but what the
 * buyer itself wrote.
 */

export interface UnstoredEnd {
  /** As it was taken; of one that was sent, with the attempt as its newest. */
  readonly lead: LeadCore;
  readonly offer: Offer;
  readonly attempt: NewAttempt;
  /** Absent: nothing was sent, and the attempt itself may not be stored. */
  readonly answer?: {
    readonly delivered: Delivered;
    readonly at: Date;
    readonly duration_ms: number;
    readonly payout_cents: number | undefined;
  };
}
/** What this process must put back. It lives as long as the process: another one finds the lead by its `due_at`. */

export interface UnfinishedRuns {
  /** A name that no other taking has. */
  newName(): string;
  /** Whether one more lead can be remembered; while not, none may be taken. */
  hasRoom(): boolean;
  keep(run: UnfinishedRun): void;
  drop(run: BrokenRun): void;
  all(): readonly UnfinishedRun[];
  /** The end of an attempt that could not be stored. */
  keepEnd(end: UnstoredEnd): void;
  dropEnd(end: UnstoredEnd): void;
  ends(): readonly UnstoredEnd[];
}
