import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const FINGERPRINT_TEXT = 'leadkeep identity secret';

/** A secret of identities, with what is derived from it. */
export interface IdentitySecret {
  readonly key: KeyObject;
  /** Signs the addresses of callbacks. */
  readonly callbackKey: Buffer;
  /** Distinguishes it from others, but reveals nothing about it. */
  readonly check: string;
}

/**
 * The secrets by level: the first one, and each that replaced the one before. A hash of level n is the HMAC under the nth
 * secret of the hash of the level below, so what is stored can be raised without knowing whose it is.
 */
export interface SecretsInForce {
  readonly secrets: readonly IdentitySecret[];
  /** The levels of keys that are made now: one, during a rotation two. */
  readonly makes: readonly number[];
  /** The level of what is made once: hashes of data, signatures. */
  readonly current: number;
  /** Since when nothing is made at a level any more. */
  readonly ended: readonly (Date | undefined)[];
}

const CALLBACK_PURPOSE = 'leadkeep callback token 1';

export const hmacOf = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex');

export function identitySecret(secret: string): IdentitySecret {
  const key = createSecretKey(secret, 'utf8');
  return {
    key,
    callbackKey: Buffer.from(hkdfSync('sha256', secret, '', CALLBACK_PURPOSE, 32)),
    check: hmacOf(key, `fingerprint:${FINGERPRINT_TEXT}`),
  };
}

/** One secret, which was never replaced. */
export function onlySecret(secret: string): () => SecretsInForce {
  const inForce: SecretsInForce = { secrets: [identitySecret(secret)], makes: [0], current: 0, ended: [] };
  return () => inForce;
}
