import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureFault } from '../../app/ports/callback-signature.js';

/** The header of a signed callback: `t=<Unix seconds>,v1=<64 hex digits>`. */
export const SIGNATURE_HEADER = 'leadkeep-signature';

/**
 * The allowed difference between the sender's clock and ours, in either direction. The limit keeps a recorded
 * callback from being sent again much later.
 */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * The value that a sender writes as v1: HMAC-SHA-256 of `<timestamp>.<body>` in hex. `timestamp` is the text from the
 * header.
 */
export const signatureOf = (secret: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/**
 * What is wrong with a callback's signature, or undefined. A sender may send several v1 values while a secret is
 * being changed.
 */
export function signatureFault(
  header: string | undefined,
  { secret, body, now }: { readonly secret: string; readonly body: Uint8Array; readonly now: Date },
): SignatureFault | undefined {
  if (header === undefined || header.trim() === '') return 'missing';
  const parts = header.split(',').map((part) => part.trim());
  const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const sent = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? []);
  const [timestamp, another] = times;
  if (timestamp === undefined || another !== undefined || sent.length === 0 || sent.length > 5)
    return 'malformed';
  const right = Buffer.from(signatureOf(secret, timestamp, body), 'hex');
  const fits = sent.filter((one) => timingSafeEqual(Buffer.from(one, 'hex'), right)).length > 0;
  if (!fits) return 'wrong';
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS ? 'stale' : undefined;
}
