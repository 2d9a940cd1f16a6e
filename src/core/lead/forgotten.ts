/** When and why the person was removed from a record. Ids, codes and amounts stay. */
export interface Forgotten {
  readonly at: Date;
  readonly why: 'retention' | 'erasure';
  /** No evidence of its consent is to be kept. */
  readonly no_evidence?: true;
}

/** The person is to be removed when the lead is decided, and at `at` even if it is not. Absent: nobody asked for it. */
export interface ToForget {
  readonly at: Date;
  readonly no_evidence: boolean;
  /** It was kept for long enough when it could not be removed. `at` is when somebody looks again. Absent: an erasure. */
  readonly why?: 'retention';
}
