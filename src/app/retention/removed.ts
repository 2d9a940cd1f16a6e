/** What one turn of the retention did. */
export interface Removed {
  readonly records: number;
  /** More is due, and the next turn can go on with it. */
  readonly isMoreDue: boolean;
}
