import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ANSWER_LIMIT_BYTES } from '../../core/delivery/http-outcome.js';

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * An answer's bytes as text: unpacked as Content-Encoding says, in the charset of its byte order mark, Content-Type
 * or XML declaration (UTF-8 where none is known). `fault`: it can't be read.
 */
export async function decodeAnswer(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly text: string } | { readonly fault: string }> {
  const packed = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (packed === '' || packed === 'identity' || bytes.length === 0)
    return { text: textOf(bytes, headers['content-type'] ?? '') };
  const unpack = Object.hasOwn(UNPACK, packed) ? UNPACK[packed as keyof typeof UNPACK] : undefined;
  if (!unpack) return { fault: 'packed in a way that is not known' };
  try {
    const unpacked = await unpack(bytes, { maxOutputLength: ANSWER_LIMIT_BYTES });
    return { text: textOf(unpacked, headers['content-type'] ?? '') };
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { fault: tooLarge ? 'over 256 KiB' : `not ${packed}` };
  }
}

function textOf(bytes: Buffer, contentType: string): string {
  const label =
    markOf(bytes) ?? /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? declaredIn(bytes) ?? 'utf-8';
  return decode(bytes, label);
}

/** A byte order mark is not part of the text: the decoder of its charset drops it. */
function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

const declaredIn = (bytes: Buffer): string | undefined =>
  /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1];

function decode(bytes: Buffer, label: string): string {
  try {
    const decoder = new TextDecoder(label);
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withQuotes(text) : text;
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Windows' characters 0x80 to 0x9f, which Node decodes as Latin 1's control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const withQuotes = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => WINDOWS.charAt(control.charCodeAt(0) - 0x80));
