import type { PeriodNames } from '../../core/money/period-names.js';

/** Months that close. Each method is one command. Throws on an outage. */
export interface PeriodStore {
  /** The month takes no more entries. One that is closing or closed already stays as it is. */
  beginClosing(month: string, at: Date, by: string): Promise<void>;
  /** Ends a close and freezes the names. False: the month is not closing. If it is closed, the names of the first one stay. */
  endClosing(month: string, names: PeriodNames): Promise<boolean>;
  /** The names that a closed month froze. Null: the month is not closed. */
  names(month: string): Promise<PeriodNames | null>;
  /** How many leads and adjustments owe an entry for something that happened before this moment. */
  owing(before: Date): Promise<{ readonly leads: number; readonly adjustments: number }>;
}
