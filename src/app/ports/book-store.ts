import type { Entry, Subids } from '../../core/money/entry.js';

/** A month that takes no more entries. `closing`: entries of the month may still be owed. */
export interface Period {
  /** `2026-10` */
  readonly month: string;
  readonly state: 'closing' | 'closed';
  /** When the operator closed it. */
  readonly at: Date;
  readonly by: string;
}

/** What the books are kept in. `currency` and `time_zone` are set by the first entry and then never change. */
export interface BooksHead {
  /** Absent: `migrate` has not run. */
  readonly begun_at?: Date;
  readonly currency?: string;
  readonly time_zone?: string;
}

/** The books in MongoDB. Each method is one command unless it says otherwise. Throws on an outage. */
export interface BookStore {
  head(): Promise<BooksHead>;
  /** Sets currency and accounting zone if they are not set yet. Returns those that are in force. */
  freeze(books: { currency: string; time_zone: string }): Promise<{ currency: string; time_zone: string }>;
  /** Every month that is closing or closed, in order. */
  periods(): Promise<Period[]>;
  /** Writes entries, and marks their days for the reports by a second command. An entry whose id exists stays as it is, and counts as written. */
  write(entries: readonly Entry[]): Promise<void>;
  /** The subids of entries, by the entries' ids. An entry without subids is left out. */
  subids(entryIds: readonly string[]): Promise<ReadonlyMap<string, Subids>>;
}
