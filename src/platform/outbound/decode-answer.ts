import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  inflateRaw,
  inflateRawSync,
  unzip,
  unzipSync,
} from 'node:zlib';
import { answerText, type AnswerText } from '../../core/delivery/answer-text.js';
import { ANSWER_LIMIT_BYTES } from '../../core/delivery/http-result.js';

type Headers = Readonly<Record<string, string>>;

const GZIP = { whole: promisify(unzip), part: unzipSync } as const;
/** `deflate` means zlib's format; some servers send it bare. */
const BARE_DEFLATE = { whole: promisify(inflateRaw), part: inflateRawSync } as const;
const BROTLI = { whole: promisify(brotliDecompress), part: brotliDecompressSync } as const;
type Unpacking = typeof GZIP | typeof BARE_DEFLATE | typeof BROTLI;

const LIMITED = { maxOutputLength: ANSWER_LIMIT_BYTES };

/** Names that say nothing about packing: some servers write a charset here, or that there is none. */
const NOT_PACKED = /^(?:|identity|none|binary|[78]bit|us-ascii|utf-?(?:8|16)|iso-8859-\d+|windows-125\d)$/;

/** What Content-Encoding names. Undefined: the body is as it is. */
function packingOf(headers: Headers): string | undefined {
  const named = (headers['content-encoding'] ?? '').trim().toLowerCase();
  return NOT_PACKED.test(named) ? undefined : named;
}

function unpackingOf(packed: string, bytes: Buffer): Unpacking | undefined {
  if (packed === 'br') return BROTLI;
  if (packed === 'gzip' || packed === 'x-gzip') return GZIP;
  if (packed !== 'deflate') return undefined;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE() % 31 === 0;
  return isGzip || isZlib ? GZIP : BARE_DEFLATE;
}

/** `fault`: the body is not packed as its headers say, or is too long when it is unpacked. */
type Unpacked = { readonly bytes: Buffer } | { readonly fault: string; readonly too_large?: true };

/** Unpacks a body by Content-Encoding, to at most `limit` bytes. */
export async function unpackBody(bytes: Buffer, headers: Headers, limit: number): Promise<Unpacked> {
  const packed = packingOf(headers);
  if (packed === undefined || bytes.length === 0) return { bytes };
  const unpacking = bytes.length < 2 ? GZIP : unpackingOf(packed, bytes);
  if (!unpacking) return { fault: 'Content-Encoding names a packing that is not known' };
  try {
    return { bytes: await unpacking.whole(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    if (isTooLarge(error)) return { fault: `over ${limit / 1024} KiB`, too_large: true };
    return { fault: whyNotUnpacked(error as Error, packed, unpacking, bytes) };
  }
}

const isTooLarge = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

function whyNotUnpacked(
  { code, message }: NodeJS.ErrnoException,
  packed: string,
  { part }: Unpacking,
  bytes: Buffer,
): string {
  const body = `the ${packed} of Content-Encoding`;
  // One more byte may be the first of another header, so zlib waits for the rest of it.
  if (code === 'Z_BUF_ERROR')
    return works(() => part(bytes.subarray(0, -1), LIMITED)) ? `${body} ${MORE}` : `${body} breaks off`;
  if (/incorrect (?:data|length) check/.test(message))
    return `${body} ends in a checksum or length that is not that of its text`;
  if (isText(bytes) || !partOf(bytes, packed))
    return `Content-Encoding says ${packed}, and the body is not packed so`;
  return `${body} ${message === 'incorrect header check' ? MORE : 'is damaged'}`;
}

const MORE = 'is followed by something else';

function works(unpack: () => unknown): boolean {
  try {
    unpack();
    return true;
  } catch {
    return false;
  }
}

/** Converts an answer's bytes to text. Unpacks them by Content-Encoding. `fault`: the answer can't be read. */
export async function decodeAnswer(
  bytes: Buffer,
  headers: Headers,
): Promise<AnswerText | { readonly fault: string; readonly too_large?: true }> {
  const unpacked = await unpackBody(bytes, headers, ANSWER_LIMIT_BYTES);
  return 'fault' in unpacked ? unpacked : answerText(unpacked.bytes, headers['content-type'] ?? '');
}

/**
 * What there is of an answer that can't be read, or broke off, for people to read. `size`: how many bytes came, which may be
 * more than are left of them. Of a packed one as much as can be unpacked, and what is text although it should be packed.
 */
export function shownText(bytes: Buffer, headers: Headers, size = bytes.length): string {
  const packed = packingOf(headers);
  const shown = packed === undefined || bytes.length === 0 || isText(bytes) ? bytes : partOf(bytes, packed);
  return shown
    ? answerText(shown, headers['content-type'] ?? '').text
    : `(${size} bytes of ${String(packed)}, not unpacked)`;
}

/**
 * What can be unpacked of bytes that can't all be. zlib gives nothing of what comes before a fault, so this looks for the
 * longest begin without one. Undefined: nothing, or too much.
 */
function partOf(bytes: Buffer, packed: string): Buffer | undefined {
  const unpacking = unpackingOf(packed, bytes);
  if (!unpacking) return undefined;
  const finishFlush = packed === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  let part: Buffer | undefined;
  let [good, bad] = [0, bytes.length + 1];
  for (let length = bytes.length; bad - good > 1; length = (good + bad) >> 1)
    try {
      part = unpacking.part(bytes.subarray(0, length), { ...LIMITED, finishFlush });
      good = length;
    } catch (error) {
      if (isTooLarge(error)) return undefined;
      bad = length;
    }
  return part && part.length > 0 ? part : undefined;
}

/** Packed bytes begin with some that stand in no text. */
const isText = (bytes: Buffer): boolean =>
  isUtf8(bytes) && bytes.subarray(0, 256).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
