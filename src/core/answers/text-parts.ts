/** Bytes in UTF-8 that are kept for many texts, and what is put over them in this one: ASCII, from `at` on. */
export interface FilledIn {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly ascii: string;
}

/** A piece of a text. */
export type TextPart = string | FilledIn;

const lengthOf = (part: TextPart): number =>
  typeof part === 'string' ? Buffer.byteLength(part) : part.bytes.length;

/** All parts in one buffer. To concatenate long texts before would copy them once more. */
export function bytesOf(parts: readonly TextPart[]): Buffer {
  const all = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + lengthOf(part), 0));
  let end = 0;
  for (const part of parts) {
    if (typeof part === 'string') end += all.write(part, end);
    else {
      const { bytes, at, ascii } = part;
      all.set(bytes, end);
      all.write(ascii, end + at, 'latin1');
      end += bytes.length;
    }
  }
  return all;
}
