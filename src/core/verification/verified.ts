/** What a step came to, stored with the lead: a later run does not ask again, unless it is `unclear`. */
export interface Verified {
  readonly of: string;
  readonly step: string;
  readonly submission: number;
  readonly at: Date;
  /** Absent: it counts as long as the submission. */
  readonly until?: Date;
  /**
   * `away`: its service did not answer, and the step lets leads pass then. `skipped`: a test lead. `unclear`: nobody knows
   * what it would say, so it is asked again, and its absence lets no lead pass.
   */
  readonly outcome: 'pass' | 'away' | 'skipped' | 'unclear';
}
