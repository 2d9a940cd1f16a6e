/** Records of a person, by their ids. */
export interface PersonRecords {
  readonly lead_ids: readonly string[];
  readonly search_ids: readonly string[];
}
