import { createHmac, createSecretKey } from 'node:crypto';
import type { IdentityForm } from '../../core/lead/identity.js';
import type { IdentityKey } from '../../core/search/search-record.js';

const FINGERPRINT_TEXT = 'leadkeep identity secret';

export interface Identities {
  /** The claim keys of a lead's identities: HMAC-SHA-256 hex, so that a stolen database cannot be tried out. */
  keysOf(forms: readonly IdentityForm[]): IdentityKey[];
  /** HMAC-SHA-256 hex of a text: for comparing stored data without storing it. */
  keyedHash(text: string): string;
  /** Tells two secrets apart without telling anything about them. */
  readonly fingerprint: string;
}

/** Keyed hashes under one secret. `kind` is part of what is hashed, so that kinds never meet. */
export function createIdentities(secret: string): Identities {
  const key = createSecretKey(secret, 'utf8');
  const hmac = (text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('hex');
  return {
    keysOf: (forms) => forms.map(({ kind, hex }) => ({ kind, key: hmac(`${kind}:${hex}`) })),
    keyedHash: (text) => hmac(`text:${text}`),
    fingerprint: hmac(`fingerprint:${FINGERPRINT_TEXT}`),
  };
}
