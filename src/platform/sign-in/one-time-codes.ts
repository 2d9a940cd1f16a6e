import { createHmac, hkdfSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '../../app/ports/sign-in-ports.js';
import { TOTP_STEP_SECONDS, TOTP_WINDOW } from '../../core/people/totp.js';
import { createSealed } from './sealed.js';

const ISSUER = 'Leadkeep';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** One-time codes (RFC 6238) with what every authenticator app can: SHA-1, six digits, 30 seconds. */
export function createOneTimeCodes(installationSecret: string): OneTimeCodes {
  const sealed = createSealed(installationSecret, 'leadkeep totp 1');
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'leadkeep totp setup 1', 32));
  const codesOf = (secret: string, label = ''): TOTP =>
    new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: TOTP_STEP_SECONDS });
  return {
    // It need not be stored before the invitation is accepted, and who has the database alone can't compute it.
    secretOf(token) {
      const bytes = createHmac('sha256', key).update(token).digest().subarray(0, SECRET_BYTES);
      return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
    },
    addressOf: (secret, account) => codesOf(secret, account).toString(),
    stepOf(secret, code, now) {
      const timestamp = now.getTime();
      const totp = codesOf(secret);
      const delta = totp.validate({ token: code, timestamp, window: TOTP_WINDOW });
      return delta === null ? undefined : totp.counter({ timestamp }) + delta;
    },
    seal: (secret, email) => sealed.seal(secret, email),
    open: (text, email) => sealed.open(text, email),
  };
}
