import { hash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** How many random characters of a key are stored and shown, and how few name a key on the command line. */
const SHOWN = 11;
const FEWEST = 3;

/** The signature of `randomBytes` in node:crypto. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * Makes a new key: its scheme (`svc_live_`), 32 random base62 characters (190 bits), and a checksum of both. With the
 * checksum, a mistyped key is refused without a lookup, and secret scanners can recognize a key.
 */
export function mintKeyOf(scheme: string, randomBytes: RandomBytes): string {
  const body = scheme + randomBase62(RANDOM_LENGTH, randomBytes);
  return body + checksumOf(body);
}

/** Whether the text is a key of this scheme, by its form and checksum alone. */
export function isKeyOf(scheme: string, text: string): boolean {
  if (!text.startsWith(scheme) || text.length !== scheme.length + RANDOM_LENGTH + CHECKSUM_LENGTH)
    return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return /^[0-9A-Za-z]+$/.test(text.slice(scheme.length)) && checksumOf(body) === text.slice(body.length);
}

/** The length of the part that is stored and shown: the scheme and the first 11 random characters. */
export const shownLengthOf = (scheme: string): number => scheme.length + SHOWN;

/** The shortest start of a key that names it on the command line: the scheme and 3 random characters. */
export const shortestStartOf = (scheme: string): number => scheme.length + FEWEST;

/** Whether the text can be the start of a key of this scheme, long enough to name one on the command line. */
export function isStartOf(scheme: string, text: string): boolean {
  const fits = text.length >= shortestStartOf(scheme) && text.length <= shownLengthOf(scheme);
  return fits && text.startsWith(scheme) && /^[0-9A-Za-z]+$/.test(text.slice(scheme.length));
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
