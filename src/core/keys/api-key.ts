import { hash } from 'node:crypto';
import type { Operation, Limits } from '../limits/limits.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** The part of a key that is stored and shown: its scheme and its first 11 random characters. */
export const KEY_PREFIX_LENGTH = 20;

/** The shortest prefix that names a key on the command line: its scheme and 3 random characters. */
export const SHORTEST_KEY_PREFIX = 12;

/** The signature of `randomBytes` in node:crypto. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * Makes a new key: `svc_live_` or `svc_test_`, 32 random base62 characters (190 bits), and a checksum of both. With
 * the checksum, a mistyped key is refused without a lookup, and secret scanners can recognize a key.
 */
export function mintKey(test: boolean, randomBytes: RandomBytes): string {
  const body = `svc_${test ? 'test' : 'live'}_${randomBase62(RANDOM_LENGTH, randomBytes)}`;
  return body + checksumOf(body);
}

/** The kind of a key, by its form and checksum alone. Null when the text can't be one of our keys. */
export function checkKeyFormat(text: string): 'live' | 'test' | null {
  const match = /^(svc_(live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text);
  if (match === null || checksumOf(match[1] ?? '') !== match[3]) return null;
  return match[2] === 'test' ? 'test' : 'live';
}

/** Whether the text can be the start of a key, long enough to name one on the command line. */
export function isKeyPrefix(text: string): boolean {
  const longEnough = text.length >= SHORTEST_KEY_PREFIX && text.length <= KEY_PREFIX_LENGTH;
  return longEnough && /^svc_(live|test)_[0-9A-Za-z]+$/.test(text);
}

/** The hash by which a key is stored and looked up. A key has 190 random bits and needs no slow hash. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = (ALPHABET[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Discards bytes from 248 up. 256 is not a multiple of 62, so the first letters would otherwise be more frequent. */
function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length - text.length)) if (byte < 248) text += ALPHABET[byte % 62] ?? '';
  return text;
}

/**
 * CRC-32 (IEEE 802.3, as in zip and PNG). It is our own, because zlib has it only since Node 22.2 and we support Node
 * 20.
 */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of an ASCII text as an unsigned 32-bit integer. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** An affiliate's API key as processes know it. The key itself is never stored. */
export interface ApiKey {
  readonly id: string;
  /** The key's first 20 characters, enough for a person to tell keys apart. */
  readonly prefix: string;
  readonly affiliate_id: string;
  /** Makes every search and submit a test lead. */
  readonly is_test: boolean;
  readonly operations: readonly Operation[];
  /** Overrides of the default limits. */
  readonly limits: Limits;
  readonly created_at: Date;
  /** The key is refused from this moment on. */
  readonly expires_at?: Date;
  readonly revoked_at?: Date;
  /** The prefix of the key that replaced this one. */
  readonly replaced_by?: string;
}

/** Whether the key is valid at `now`. */
export const isKeyValid = (key: ApiKey, now: Date): boolean =>
  key.revoked_at === undefined && (key.expires_at === undefined || key.expires_at > now);
