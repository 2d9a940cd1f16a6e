import type { Offer } from '../../core/catalogue/types.js';
import type { AttemptAnswer } from '../../core/delivery/apply-delivery-result.js';
import type { Attempt, LeadCore } from '../../core/lead/lead-record.js';
import type { InterruptedRun } from './lead-store.js';

/** A run that an outage ended, as its process remembers it. */
export interface UnfinishedRun extends InterruptedRun {
  /**
   * Set if `take` got no reply. Until then the `take` may still reach the database, so the lead is requeued once more
   * at that time.
   */
  readonly write_may_commit_until?: Date;
  /** Whether the store has put the lead back once. */
  readonly requeued: boolean;
}

/**
 * How an attempt ended. While the database is not available, only this process knows it. It holds no personal data
 * except what the buyer itself wrote.
 */
export interface UnstoredEnd {
  /** The lead as it was taken. If the request was sent, this attempt is its newest attempt. */
  readonly lead: LeadCore;
  readonly offer: Offer;
  readonly attempt: Attempt;
  /** Absent: nothing was sent, and the attempt itself may not be stored. */
  readonly answer?: AttemptAnswer;
}

/**
 * What this process must requeue. It is lost when the process ends: another process then finds the lead by its
 * `due_at`.
 */
export interface UnfinishedRuns {
  /** A new name for a run. No other run has it. */
  newName(): string;
  /** Whether there is room to remember one more lead. If not, no lead may be taken. */
  hasRoom(): boolean;
  keep(run: UnfinishedRun): void;
  drop(run: InterruptedRun): void;
  all(): readonly UnfinishedRun[];
  /** The end of an attempt that could not be stored. */
  keepEnd(end: UnstoredEnd): void;
  dropEnd(end: UnstoredEnd): void;
  ends(): readonly UnstoredEnd[];
}
