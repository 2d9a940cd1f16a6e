import type { PeriodNames } from '../../core/money/names.js';
import type { BooksHead, Period } from './book-store.js';

/** Months that close. Each method is one command. Throws on an outage. */
export interface PeriodStore {
  /**
   * Marks the first month as fixed for a close, if the head is still as it was read. Returns the head after that. Undefined: an
   * import or another close changed it, and nothing was changed.
   */
  fixFirstMonth(seen: BooksHead): Promise<BooksHead | undefined>;
  /**
   * Makes the first month this one, if it is earlier, and takes the mark of a close away. Until this time no close begins.
   * False: a close has gone on since the head was read, and nothing was changed.
   */
  beginEarlier(month: string, until: Date, seen: BooksHead): Promise<boolean>;
  /** Ends the import that holds until this time, unless another one holds for longer. */
  endEarlier(until: Date): Promise<void>;
  /** The month takes no more entries. One that is closing or closed already stays as it is. */
  beginClosing(month: string, at: Date, by: string): Promise<void>;
  /** Takes back `beginClosing`, unless the month is closed, or was given up and is closing anew. */
  giveUpClosing(seen: Pick<Period, 'month' | 'at'>): Promise<void>;
  /** Ends a close and freezes the names. False: the month is not closing. If it is closed, the names of the first one stay. */
  endClosing(month: string, names: PeriodNames): Promise<boolean>;
  /** The names that a closed month froze. Null: the month is not closed. */
  names(month: string): Promise<PeriodNames | null>;
  /** How many leads and adjustments owe an entry for something that happened before this moment. */
  owing(before: Date): Promise<{ readonly leads: number; readonly adjustments: number }>;
}
