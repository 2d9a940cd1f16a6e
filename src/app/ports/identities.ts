/** A hash that is not keyed yet, of one kind. */
interface PlainHash<Kind extends string> {
  readonly kind: Kind;
  readonly hex: string;
}

export interface Identities {
  /**
   * The keys of a lead's identities and of entries of the suppression list: HMAC-SHA-256 hex of the kind and the hash,
   * so that persons in a stolen database cannot be guessed. An identity and an entry of one kind have the same key.
   */
  keysOf<Kind extends string>(
    forms: readonly PlainHash<Kind>[],
  ): { readonly kind: Kind; readonly key: string }[];
  /** HMAC-SHA-256 hex of a text. Use it to compare data without storing the data. */
  keyedHash(text: string): string;
  /** Distinguishes one secret from another, but reveals nothing about them. */
  readonly fingerprint: string;
}
