import type { GivenBackLead } from '../../core/caps/given-back.js';
import type { RolledUpDay, TimeRange, TimeRangeCount } from '../../core/caps/counted-leads.js';

/**
 * Counts leads by the time of their intent, which does not change after the lead has ended. Test leads are left out.
 */
export interface LeadCounts {
  /**
   * Each lead counts once: either as settled or among the others. Takes two commands, or more if there are others.
   */
  countTimeRange(timeRange: TimeRange): Promise<TimeRangeCount>;
  /** Accepted leads with an intent at or after `from` of which a return gave back the cap place. Streamed. */
  givenBack(from: Date): AsyncIterable<GivenBackLead>;
  /** Whether any intent lies before `at`. */
  hasIntentBefore(at: Date): Promise<boolean>;
  /** Every day that was rolled up, oldest first. */
  rollups(): AsyncIterable<RolledUpDay>;
  /** Only the names of the rolled-up days. */
  rolledUpDays(): Promise<string[]>;
  /** Stores the count of a closed day. Rolling up a day again gives the same count. */
  rollUp(day: RolledUpDay): Promise<void>;
}
