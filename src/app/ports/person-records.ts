/** Records of a person, by their ids. */
export interface PersonRecords {
  readonly lead_ids: readonly string[];
  readonly search_ids: readonly string[];
  /**
   * Earlier submissions of leads that have somebody else now, by the ids of their evidence (`<lead>:<round>`), which has the
   * person's hashes. Absent: there are none.
   */
  readonly earlier?: readonly string[];
}
