import { hashPart, IDENTITY_PARTS, type PartHashes } from '../../core/lead/identity.js';
import type { DupeCheckBody } from '../schemas/dupe-check-schema.js';

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** The hashes of what can be used: a raw value that can be normalized, else a hashed one of the right form. */
export function usableParts(body: DupeCheckBody): PartHashes {
  const hashed = typeof body.hashed === 'object' && body.hashed !== null ? body.hashed : {};
  const parts: PartHashes = {};
  for (const part of IDENTITY_PARTS) {
    const raw = body[part];
    const sent = (hashed as Readonly<Record<string, unknown>>)[part];
    const hash =
      (typeof raw === 'string' ? hashPart(part, raw) : undefined) ??
      (typeof sent === 'string' && SHA256_HEX.test(sent) ? sent : undefined);
    if (hash !== undefined) parts[part] = hash;
  }
  return parts;
}
