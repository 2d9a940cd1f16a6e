import type { GivenBackLead } from '../../core/caps/given-back.js';
import type {
  CountedLead,
  RolledUpDay,
  RolledUpQuarter,
  SoldInQuarter,
  TimeRange,
  TimeRangeCount,
} from '../../core/caps/counted-leads.js';

/**
 * Counts leads by the time of their intent, which does not change after the lead has ended. Test leads are left out.
 */
export interface LeadCounts extends CapRollups {
  /**
   * Each lead counts once: either as settled or among the others. Takes two commands, or more if there are others.
   */
  countTimeRange(timeRange: TimeRange): Promise<TimeRangeCount>;
  /** The same; each line names its quarter of an hour. Costs a third more. */
  countByQuarter(timeRange: TimeRange): Promise<TimeRangeCount<SoldInQuarter>>;
  /** These leads, as far as they exist, in their present state. */
  readCounted(ids: readonly string[]): Promise<CountedLead[]>;
  /** Accepted leads with an intent at or after `from` of which a return gave back the cap place. Streamed. */
  givenBack(from: Date): AsyncIterable<GivenBackLead>;
  /** Whether any intent lies before `at`. */
  hasIntentBefore(at: Date): Promise<boolean>;
}

/** What was counted once. Rolling up a day or a quarter again takes nothing away that counts. */
export interface CapRollups {
  /** Every day that was rolled up, oldest first. */
  rollups(): AsyncIterable<RolledUpDay>;
  /** Only the names of the rolled-up days. */
  rolledUpDays(): Promise<string[]>;
  /** Stores the count of a closed day. Rolling up a day again gives the same count. */
  rollUp(day: RolledUpDay): Promise<void>;
  /** The quarters of an hour of this range that were rolled up, oldest first. */
  quarters(timeRange: TimeRange): AsyncIterable<RolledUpQuarter>;
  /** Only their starts, of all of them. */
  rolledUpQuarters(): Promise<Date[]>;
  /** Stores the counts of closed quarters. */
  rollUpQuarters(quarters: readonly RolledUpQuarter[]): Promise<void>;
  /** Removes the quarters of this range. Its leads, or its day, are counted in their place. */
  dropQuarters(timeRange: TimeRange): Promise<void>;
}
