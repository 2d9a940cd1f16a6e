import type { Parties, Suppression } from '../../core/suppression/suppression.js';

/** The suppression list, as the processes that sell look at it. */
export interface Suppressions {
  /** The entries in force under these keyed hashes, for these parties. One command. Throws an OutageError. */
  find(keys: readonly string[], parties: Parties): Promise<readonly Suppression[]>;
}

/** The stored suppression list. Throws on an outage. */
export interface SuppressionStore {
  /** Stores entries; one with the id of another replaces it. */
  put(entries: readonly Suppression[]): Promise<void>;
  /**
   * Like `put`, but an entry that holds longer stays as it is: a list for a year ends no revocation. One of another source keeps
   * its reason and source, and at most its end changes. For lists that come again and again.
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
  /** How many keyed hashes are on the list, roughly. */
  count(): Promise<number>;
  /** Removes some of the entries that ended before a moment, and tells how many. */
  expire(before: Date): Promise<number>;
}
