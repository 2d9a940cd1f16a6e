/** When and why the person was removed from a record. Ids, codes and amounts stay. */
export interface Forgotten {
  readonly at: Date;
  readonly why: 'retention' | 'erasure';
  /** No evidence of its consent is to be kept. */
  readonly no_evidence?: true;
  /** The submission or run that had the person. Absent: a former build removed it. */
  readonly round?: number;
  /** Of a lead: the number of the last news about the person. Absent: there was none, or a former build removed the person. */
  readonly revision?: number;
}

/**
 * Whether the person of a submission or run was removed before its record was sent again: `before` is the
 * `forgotten_before` of the record. A process that stood still may hold something of this person.
 */
export const isOfForgotten = (before: Pick<Forgotten, 'round'> | undefined, round: number): boolean =>
  before?.round !== undefined && round <= before.round;

/** The person is to be removed when the lead is decided, and at `at` even if it is not. Absent: nobody asked for it. */
export interface ToForget {
  readonly at: Date;
  readonly no_evidence: boolean;
  /** It was kept for long enough when it could not be removed. `at` is when somebody looks again. Absent: an erasure. */
  readonly why?: 'retention';
}
