/** The daily limit (UTC) of duplicate pre-checks of an affiliate, and how many of them answered "likely". */
export interface DupeChecks {
  /**
   * Takes one check. Undefined: it was allowed. Otherwise the end of the day. Throws an OutageError while Redis is
   * not available, so that pre-checks are never unlimited.
   */
  take(affiliateId: string, perDay: number, now: Date): Promise<Date | undefined>;
  /** Counts an answer, for the gauge of this process. */
  answered(affiliate: string, likely: boolean, now: Date): void;
}
