import type { Parties, Suppression } from '../../core/suppression/suppression.js';

/** The suppression list, as the processes that sell look at it. */
export interface Suppressions {
  /**
   * The entries in force under these keyed hashes, for these parties. Reads nothing if the filter has none of the
   * hashes. Throws an OutageError if the filter is not current and can't be made current.
   */
  find(keys: readonly string[], parties: Parties): Promise<readonly Suppression[]>;
}

/** The stored suppression list. Throws on an outage. */
export interface SuppressionStore {
  /** Stores entries; one with the id of another replaces it. Their fingerprints are stored before them: no filter lacks one. */
  put(entries: readonly Suppression[]): Promise<void>;
  /**
   * Like `put`, but entries that are there already need no fingerprints again, and one that holds longer stays as it is: a list
   * for a year ends no revocation. One of another source keeps its reason and source, and at most its end changes. For long
   * lists that come again and again.
   */
  putAgain(entries: readonly Suppression[]): Promise<void>;
  /** Removes entries, and tells how many there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** Removes those that a list of this source put there, and tells how many. What was revoked stays, whatever its source. */
  removeOf(source: string, ids: readonly string[]): Promise<number>;
  /** All entries under these keyed hashes, for whomever. */
  under(keys: readonly string[]): Promise<Suppression[]>;
  /** The newest entries as of now, newest first. Of those that were added in one millisecond, it may return any. */
  list(limit: number, now: Date): Promise<Suppression[]>;
  /** The keyed hashes of all entries, in pages. One that stands on the list all the time is among them. */
  keys(): AsyncIterable<readonly string[]>;
  /** How many entries there are, roughly. */
  count(): Promise<number>;
  /** Removes some of the entries that ended before a moment, and tells how many. */
  expire(before: Date): Promise<number>;
}
