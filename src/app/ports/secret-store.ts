/** What is known of a secret that Leadkeep stores. Never its value. */
export interface StoredSecret {
  /** As the catalogue names it: `${secret:NAME}`. */
  readonly name: string;
  readonly set_at: Date;
  readonly set_by: string;
  /** Until then, callbacks that are signed with the value before this one are believed, too. Absent: there is none. */
  readonly previous_until?: Date;
  /** When a process last sent it or checked a signature with it, to the hour. Absent: never. */
  readonly used_at?: Date;
}

/** The values of a secret. `previous`: still valid for signatures of callers. */
export interface SecretValues {
  readonly value: string;
  readonly previous?: string;
}

/** Buyers' and partners' secrets in the database, sealed under the data keys. Each method throws on an outage. */
export interface SecretStore {
  /** By name. */
  list(): Promise<StoredSecret[]>;
  /**
   * Replaces a secret, or adds it. False: somebody else set or removed it at the same moment. `keepUntil`: how long its
   * value until now stays valid for signatures.
   */
  set(
    secret: Pick<StoredSecret, 'name' | 'set_at' | 'set_by'>,
    value: string,
    keepUntil?: Date,
  ): Promise<boolean>;
  /** False: there was none. */
  remove(name: string): Promise<boolean>;
  /** Of these that are stored, or of all. One whose data key this process lacks, or that was damaged, is left out. */
  values(names: readonly string[] | 'all', now: Date): Promise<ReadonlyMap<string, SecretValues>>;
  /** Notes that they were used, at most once an hour. */
  noteUse(names: readonly string[], now: Date): Promise<void>;
}
