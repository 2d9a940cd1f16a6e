import { createHmac, hkdfSync, timingSafeEqual, createSecretKey } from 'node:crypto';
import { CALLBACKS_PATH } from '../../core/delivery/outbound-lead.js';
import type { CallbackTokens, CalledLead } from '../../app/ports/callback-tokens.js';
import type { Identities } from '../../app/ports/identities.js';

const FINGERPRINT_TEXT = 'leadkeep identity secret';

/** Keyed hashes under one secret. The hash includes `kind`, so that different kinds never give the same hash. */
export function createIdentities(secret: string): Identities {
  const key = createSecretKey(secret, 'utf8');
  const hmac = (text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('hex');
  return {
    keysOf: (forms) => forms.map(({ kind, hex }) => ({ kind, key: hmac(`${kind}:${hex}`) })),
    keyedHash: (text) => hmac(`text:${text}`),
    fingerprint: hmac(`fingerprint:${FINGERPRINT_TEXT}`),
  };
}

const PURPOSE = 'leadkeep callback token 1';
const ID_BYTES = 16;
const ROUND_BYTES = 2;
const MAC_BYTES = 16;

/**
 * Tokens that are not stored. A token holds a lead's id, its submission number (stored as `round`), and 128 bits of
 * an HMAC over both. The HMAC's key is derived from the identity secret. The token has 46 characters of base64url.
 */
export function createCallbackTokens(identitySecret: string, publicUrl?: string): CallbackTokens {
  const key = Buffer.from(hkdfSync('sha256', identitySecret, '', PURPOSE, 32));
  const macOf = (named: Buffer): Buffer =>
    createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES);
  const tokenOf = ({ id, round }: CalledLead): string => {
    const named = Buffer.alloc(ID_BYTES + ROUND_BYTES);
    named.write(id.replaceAll('-', ''), 'hex');
    named.writeUInt16BE(Math.min(round, 0xffff), ID_BYTES);
    return Buffer.concat([named, macOf(named)]).toString('base64url');
  };
  return {
    tokenOf,
    leadOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Another spelling of the same bytes is not the same token.
      if (bytes.length !== ID_BYTES + ROUND_BYTES + MAC_BYTES || bytes.toString('base64url') !== token)
        return undefined;
      const named = bytes.subarray(0, ID_BYTES + ROUND_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES + ROUND_BYTES), macOf(named))) return undefined;
      const id = named.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      return { id, round: named.readUInt16BE(ID_BYTES) };
    },
    urlOf: (lead) => (publicUrl === undefined ? undefined : publicUrl + CALLBACKS_PATH + tokenOf(lead)),
  };
}
