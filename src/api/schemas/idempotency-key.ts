import type { IncomingHttpHeaders } from 'node:http';
import { invalidField } from '../faults.js';

/** The optional `Idempotency-Key` header: 1–255 printable ASCII characters. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  if (typeof sent !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sent))
    throw invalidField('Idempotency-Key', '1 to 255 printable ASCII characters');
  return sent;
}
