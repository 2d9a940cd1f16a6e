import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Encrypts small texts for the database, with a key that is derived from a secret of the installation. */
export interface Sealed {
  /** `belongsTo` is not in the result, and has to be the same when it is opened. */
  seal(text: string, belongsTo: string): string;
  /** Throws for anything that `seal` did not make with the same secret and the same `belongsTo`. */
  open(sealed: string, belongsTo: string): string;
}

export function createSealed(secret: string, purpose: string): Sealed {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text, belongsTo) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open(sealed, belongsTo) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(belongsTo))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
    },
  };
}
