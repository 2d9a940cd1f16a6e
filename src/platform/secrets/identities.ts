import { createHmac, createSecretKey } from 'node:crypto';
import type { Identities } from '../../app/ports/identities.js';

const FINGERPRINT_TEXT = 'leadkeep identity secret';

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
