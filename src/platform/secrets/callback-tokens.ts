import { createHmac, timingSafeEqual } from 'node:crypto';
import { CALLBACKS_PATH } from '../../core/delivery/outbound-lead.js';
import type { CallbackTokens, CalledLead } from '../../app/ports/callback-tokens.js';
import { onlySecret, type SecretsInForce } from './secrets-in-force.js';

const ID_BYTES = 16;
const ROUND_BYTES = 2;
const MAC_BYTES = 16;

/**
 * Tokens that are not stored. A token holds a lead's id, its submission number, and 128 bits of
 * an HMAC over both. The HMAC's key is derived from the identity secret. The token has 46 characters of base64url. Every
 * secret that was ever in force opens the tokens that it signed, but only for leads of its time.
 */
export function createCallbackTokens(
  secret: string | (() => SecretsInForce),
  publicUrl?: string,
): CallbackTokens {
  const inForce = typeof secret === 'string' ? onlySecret(secret) : secret;
  const macOf = (named: Buffer, key: Buffer): Buffer =>
    createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES);
  const tokenOf = ({ id, submission }: CalledLead): string => {
    const { secrets, current } = inForce();
    const named = Buffer.alloc(ID_BYTES + ROUND_BYTES);
    named.write(id.replaceAll('-', ''), 'hex');
    named.writeUInt16BE(Math.min(submission, 0xffff), ID_BYTES);
    const key = secrets[current]?.callbackKey ?? Buffer.alloc(0);
    return Buffer.concat([named, macOf(named, key)]).toString('base64url');
  };
  return {
    tokenOf,
    leadOf(token) {
      const { secrets, ended } = inForce();
      const bytes = Buffer.from(token, 'base64url');
      // Another spelling of the same bytes is not the same token.
      if (bytes.length !== ID_BYTES + ROUND_BYTES + MAC_BYTES || bytes.toString('base64url') !== token)
        return undefined;
      const named = bytes.subarray(0, ID_BYTES + ROUND_BYTES);
      const sent = bytes.subarray(ID_BYTES + ROUND_BYTES);
      const fits = secrets.map(({ callbackKey }) => timingSafeEqual(sent, macOf(named, callbackKey)));
      const level = fits.lastIndexOf(true);
      if (level === -1) return undefined;
      const id = named.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      const made_before = ended[level];
      return { id, submission: named.readUInt16BE(ID_BYTES), ...(made_before && { made_before }) };
    },
    urlOf: (lead) => (publicUrl === undefined ? undefined : publicUrl + CALLBACKS_PATH + tokenOf(lead)),
  };
}
