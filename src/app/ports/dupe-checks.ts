/** The ceiling of an affiliate's duplicate pre-checks over a UTC day, and how many of them said "likely". */
export interface DupeChecks {
  /** Undefined: one was taken. Else the end of the day. Throws an OutageError when Redis is away: never unlimited. */
  take(affiliateId: string, perDay: number, now: Date): Promise<Date | undefined>;
  /** Counts an answer, for the gauge of this process. */
  answered(affiliate: string, likely: boolean, now: Date): void;
}
