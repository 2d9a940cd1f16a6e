/** Filter fingerprints that were added together. */
export interface FingerprintPage {
  /** The number of its last chunk. */
  readonly last: number;
  readonly chunks: readonly Uint8Array[];
}

/**
 * The fingerprints of all keyed hashes on the suppression list, and for some days of those that were, in numbered chunks. A
 * number is readable after every number below it, so a process that has read up to a number lacks nothing below it.
 * Throws on an outage.
 */
export interface SuppressionLog {
  /** Adds fingerprints, in as many chunks as they need. */
  append(fingerprints: readonly Uint8Array[]): Promise<void>;
  /** The next chunks after a number. Undefined: there are none. */
  after(number: number): Promise<FingerprintPage | undefined>;
  /** Joins small chunks of a day. A process that reads meanwhile misses nothing. Tells how many chunks are gone. */
  join(): Promise<number>;
  /** When the oldest chunk was added. Undefined: the log is empty. */
  oldest(): Promise<Date | undefined>;
  /**
   * Adds the fingerprints of everything on the list, and removes the chunks that were added before a moment. A process that
   * reads meanwhile misses nothing. Tells how many chunks are gone.
   */
  replace(before: Date, listed: AsyncIterable<readonly Uint8Array[]>): Promise<number>;
}
