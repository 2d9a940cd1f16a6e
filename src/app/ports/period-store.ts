import type { PeriodNames } from '../../core/money/names.js';
import type { BooksHead } from './book-store.js';

/** Months that close. Each method is one command. Throws on an outage. */
export interface PeriodStore {
  /** From now on the first month cannot move: nothing earlier is imported. Returns the head with that month. */
  fixFirstMonth(): Promise<BooksHead>;
  /** Makes the first month this one, if it is earlier. False: the first month is fixed, and nothing was changed. */
  beginEarlier(month: string): Promise<boolean>;
  /** The month takes no more entries. Leaves a month that is closing or closed as it is. */
  beginClosing(month: string, at: Date, by: string): Promise<void>;
  /** Ends a close and freezes the names. False: another process did so first, and its names stay. */
  endClosing(month: string, names: PeriodNames): Promise<boolean>;
  /** The names that a closed month froze. Null: the month is not closed. */
  names(month: string): Promise<PeriodNames | null>;
  /** How many leads and adjustments owe an entry for something that happened before this moment. */
  owing(before: Date): Promise<{ readonly leads: number; readonly adjustments: number }>;
}
