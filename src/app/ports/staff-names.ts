/** Names of those who act, by what the audit log calls them. Throws on an outage. */
export interface StaffNames {
  /** Of operator keys and people, by their ids. Ids without a name are left out. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
