import type { Parties, Suppression } from '../../core/suppression/suppression.js';

/** The suppression list, as the processes that sell look at it. */
export interface Suppressions {
  /**
   * The entries in force under these keyed hashes, for these parties. Reads nothing if the filter has none of the
   * hashes. Throws an OutageError if the filter is not current and can't be made current.
   */
  find(keys: readonly string[], parties: Parties): Promise<readonly Suppression[]>;
}

/** A page of the list, the newest first. */
export interface SuppressionQuery {
  readonly limit: number;
  /** Entries from before this one. */
  readonly before?: { readonly added_at: Date; readonly id: string };
  readonly source?: string;
  /** Only entries under these keyed hashes. */
  readonly keys?: readonly string[];
}

/** The stored suppression list. Throws on an outage. */
export interface SuppressionStore {
  /**
   * Stores entries; one with the id of another replaces it. Their filter prints are stored before them, but for those
   * that `known` has: the filter of each process may then lack none.
   */
  put(entries: readonly Suppression[], known?: (key: string) => boolean): Promise<void>;
  /** Removes entries, and tells how many there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** All entries under these keyed hashes, for whomever. */
  under(keys: readonly string[]): Promise<Suppression[]>;
  list(query: SuppressionQuery): Promise<Suppression[]>;
  /** How many entries there are, roughly. */
  count(): Promise<number>;
  /** Removes some of the entries that ended before a moment, and tells how many. */
  expire(before: Date): Promise<number>;
}
