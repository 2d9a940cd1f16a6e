import type { PeriodNames } from '../../core/money/names.js';
import type { BooksHead, Period } from './book-store.js';

/** An import of earlier sales. It counts until this time, unless it says again that it goes on. */
export interface EarlierImport {
  readonly id: string;
  /** The first month of its sales. */
  readonly first: string;
  readonly until: Date;
}

/** Months that close. Each method is one command. Throws on an outage. */
export interface PeriodStore {
  /**
   * Marks the first month as fixed for a close, if the head is still as it was read, and forgets its imports: the close has found
   * that none counts any more. Returns the head after that. Undefined: an import or another close changed it, and nothing was
   * changed.
   */
  fixFirstMonth(seen: BooksHead): Promise<BooksHead | undefined>;
  /**
   * Makes the first month that of the import, if it is earlier, and takes the mark of a close away. Until the import ends, or its
   * time is over, no close begins. False: a close has gone on since the head was read, and nothing was changed.
   */
  beginEarlier(earlier: EarlierImport, seen: BooksHead): Promise<boolean>;
  /** Ends this import, and no other. */
  endEarlier(id: string): Promise<void>;
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
