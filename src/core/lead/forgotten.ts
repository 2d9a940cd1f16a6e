/** When and why the person was removed from a record. Ids, codes and amounts stay. */
export interface Forgotten {
  readonly at: Date;
  readonly why: 'retention' | 'erasure';
}
