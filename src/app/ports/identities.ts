import type { IdentityForm } from '../../core/lead/identity.js';
import type { IdentityKey } from '../../core/search/search-record.js';

export interface Identities {
  /** The claim keys of a lead's identities: HMAC-SHA-256 hex, so that a stolen database cannot be tried out. */
  keysOf(forms: readonly IdentityForm[]): IdentityKey[];
  /** HMAC-SHA-256 hex of a text: for comparing stored data without storing it. */
  keyedHash(text: string): string;
  /** Tells two secrets apart without telling anything about them. */
  readonly fingerprint: string;
}
