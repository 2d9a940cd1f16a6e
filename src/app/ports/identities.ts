import type { IdentityForm } from '../../core/lead/identity.js';
import type { IdentityKey } from '../../core/search/search-record.js';

export interface Identities {
  /**
   * The claim keys of the identities of a lead: HMAC-SHA-256 hex, so that identities in a stolen database cannot be
   * guessed.
   */
  keysOf(forms: readonly IdentityForm[]): IdentityKey[];
  /** HMAC-SHA-256 hex of a text. Use it to compare data without storing the data. */
  keyedHash(text: string): string;
  /** Distinguishes one secret from another, but reveals nothing about them. */
  readonly fingerprint: string;
}
