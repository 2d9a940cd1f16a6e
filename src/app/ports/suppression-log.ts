/** Filter prints that were added together. */
export interface PrintPage {
  /** The number of its last piece. */
  readonly last: number;
  readonly pieces: readonly Uint8Array[];
}

/**
 * The prints of all keyed hashes on the suppression list, and for some days of those that were, in numbered pieces. A
 * number is readable after every number below it, so a process that has read up to a number lacks nothing below it.
 * Throws on an outage.
 */
export interface SuppressionLog {
  /** Adds prints, in as many pieces as they need. */
  append(prints: readonly Uint8Array[]): Promise<void>;
  /** The next pieces after a number. Undefined: there are none. */
  after(number: number): Promise<PrintPage | undefined>;
  /** Joins small pieces of a day. A process that reads meanwhile misses nothing. Tells how many pieces are gone. */
  join(): Promise<number>;
  /** When the oldest piece was added. Undefined: the log is empty. */
  oldest(): Promise<Date | undefined>;
  /**
   * Adds the prints of everything on the list, and removes the pieces that were added before a moment. A process that
   * reads meanwhile misses nothing. Tells how many pieces are gone.
   */
  replace(before: Date, listed: AsyncIterable<readonly Uint8Array[]>): Promise<number>;
}
