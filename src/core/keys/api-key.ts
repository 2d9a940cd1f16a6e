import { crc32 } from './crc32.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Characters of a key that are stored and shown: its scheme and the first 11 random ones. */
export const KEY_PREFIX_LENGTH = 20;
/** The least that names a key on the command line: its scheme and 3 random characters. */
export const SHORTEST_KEY_PREFIX = 12;

/** What `randomBytes` of node:crypto does. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * A new key: `svc_live_` or `svc_test_`, 32 random base62 characters (190 bits) and a checksum of all of it, so
 * that a mistyped key is refused without a look-up and secret scanners can tell a key from other text.
 */
export function mintKey(test: boolean, randomBytes: RandomBytes): string {
  const body = `svc_${test ? 'test' : 'live'}_${randomBase62(RANDOM_LENGTH, randomBytes)}`;
  return body + checksumOf(body);
}

/** Which kind of key the text is, by its form and checksum alone; null when it can't be a key of ours. */
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

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = (ALPHABET[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Bytes from 248 up are thrown away: 256 is no multiple of 62, and the first letters would come up more often. */
function randomBase62(length: number, randomBytes: RandomBytes): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length - text.length)) if (byte < 248) text += ALPHABET[byte % 62] ?? '';
  return text;
}
