import { hexOf } from '../lead/key-level.js';

const LOG2_BITS = 28;

/** 8 bits of 2²⁸ for each key: with 10⁷ keys, one in 50,000 others is taken for one of them. */
const PROBES = 8;

/** The bytes of a keyed hash that the filter looks at. */
export const FINGERPRINT_BYTES = 8;
const FINGERPRINT_HEX = 2 * FINGERPRINT_BYTES;

/**
 * A Bloom filter of keyed hashes, in 32 MB. It never forgets a key that was added, and seldom takes another key for one.
 * The keys are hashes already, so their own bits are the probes, and nothing is hashed again.
 */
export interface SuppressionFilter {
  /** Adds keys by their fingerprints (`fingerprintOf`), one after the other. */
  addFingerprints(fingerprints: Uint8Array): void;
  /** False: the key was never added. */
  maybe(key: string): boolean;
}

/** The first bytes of a key in hex. */
export const fingerprintOf = (key: string): Buffer =>
  Buffer.from(hexOf(key).slice(0, FINGERPRINT_HEX), 'hex');

export function createSuppressionFilter(): SuppressionFilter {
  // A process whose list is empty needs no memory for it.
  let filled: Uint8Array | undefined;
  return {
    addFingerprints(fingerprints) {
      const bits = (filled ??= new Uint8Array(2 ** (LOG2_BITS - 3)));
      const view = new DataView(fingerprints.buffer, fingerprints.byteOffset, fingerprints.byteLength);
      for (let at = 0; at + FINGERPRINT_BYTES <= view.byteLength; at += FINGERPRINT_BYTES) {
        const step = view.getUint32(at + 4) | 1;
        for (let probe = 0, place = view.getUint32(at); probe < PROBES; probe += 1, place += step) {
          const bit = place >>> (32 - LOG2_BITS);
          bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
        }
      }
    },
    maybe(key) {
      if (!filled) return false;
      const bits = filled;
      const hex = hexOf(key);
      const step = parseInt(hex.slice(8, FINGERPRINT_HEX), 16) | 1;
      for (let probe = 0, place = parseInt(hex.slice(0, 8), 16); probe < PROBES; probe += 1, place += step) {
        const bit = place >>> (32 - LOG2_BITS);
        if (((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
      }
      return true;
    },
  };
}
