/** Seals values that name a person, so that a copy of the database alone does not show them. */
export interface Sealer {
  /** One text that only a process with the keys can open. */
  seal(value: unknown): Promise<string>;
  /** Throws if no key opens it. Dates come back as texts. */
  open(sealed: string): Promise<unknown>;
}
