import type { RolledUpDay, TimeRange, TimeRangeCount } from '../../core/caps/counted-leads.js';

/** Counts leads by their intent time, which stays as it is once a lead has ended. Test leads are left out. */
export interface LeadCounts {
  /** Each lead is seen once, as settled or as another, never as both. Two commands and more when there are others. */
  countTimeRange(timeRange: TimeRange): Promise<TimeRangeCount>;
  /** Whether any intent lies before `at`. */
  hasIntentBefore(at: Date): Promise<boolean>;
  /** Every day that was rolled up, oldest first. */
  rollups(): AsyncIterable<RolledUpDay>;
  /** Their names alone. */
  rolledUpDays(): Promise<string[]>;
  /** Stores the count of a closed day. Folding it again can only give the same. */
  rollUp(day: RolledUpDay): Promise<void>;
}
