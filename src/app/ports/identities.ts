import type { IdentityKey } from '../../core/search/search-record.js';

/** A hash that is not keyed yet, of one kind. */
interface PlainHash<Kind extends string> {
  readonly kind: Kind;
  readonly hex: string;
}

type Keyed<Kind extends string> = { readonly kind: Kind; readonly key: string }[];

/**
 * Keyed hashes. While IDENTITY_SECRET is rotated, a person has one of each secret in force (ADR 77). Every method throws an
 * OutageError if this process does not know which secrets are in force, or lacks one.
 */
export interface Identities {
  /**
   * The keys of a lead's identities and of entries of the suppression list: HMAC-SHA-256 hex of the kind and the hash,
   * so that persons in a stolen database cannot be guessed. An identity and an entry of one kind have the same key.
   * These are the keys to store and to claim: one for each form, during a rotation two.
   */
  keysOf<Kind extends string>(forms: readonly PlainHash<Kind>[]): Keyed<Kind>;
  /** The keys under which something may be stored, those of secrets that were replaced included. */
  keysToFind<Kind extends string>(forms: readonly PlainHash<Kind>[]): Keyed<Kind>;
  /** The same identities, and those with the keys that the secrets in force give them. Newer records may have only these. */
  withCurrentHashes(identities: readonly IdentityKey[]): readonly IdentityKey[];
  /** The same for keys alone. */
  keysWithCurrentHashes(keys: readonly string[]): readonly string[];
  /** HMAC-SHA-256 hex of a text. Use it to compare data without storing the data. */
  readonly keyedHash: (text: string) => string;
  /** The hashes of a text under which something is stored now. */
  readonly hashesOf: (text: string) => string[];
  /** The hashes of a text under which something may be stored, or by which something may be signed. */
  hashesToFind(text: string): string[];
  /** The hash of a text under the first secret. It never changes. */
  firstHash(text: string): string;
  /** A keyed hash, stored whenever, as the newest secret makes it. */
  newestHashOf(hash: string): string;
  /** Whether two keyed hashes, stored whenever, are of one text. */
  readonly same: (one: string | undefined, other: string | undefined) => boolean;
  /** Distinguishes one secret from another, but reveals nothing about them. It is that of IDENTITY_SECRET. */
  readonly fingerprint: string;
}
