/** A step that a lead is through with, stored with the lead, so that a later run does not ask again. */
export interface Verified {
  readonly of: string;
  readonly step: string;
  readonly round: number;
  readonly at: Date;
  /** Absent: it counts as long as the submission. */
  readonly until?: Date;
  /** `away`: its service did not answer, and the step lets leads pass then. `skipped`: a test lead. */
  readonly outcome: 'pass' | 'away' | 'skipped';
}
