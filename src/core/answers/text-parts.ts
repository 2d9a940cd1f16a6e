/** A piece of a text: itself, or its bytes in UTF-8 if they are kept for many texts. */
export type TextPart = string | Uint8Array;

/** All parts in one buffer. To concatenate long texts before would copy them once more. */
export function bytesOf(parts: readonly TextPart[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at += bytes.write(part, at);
    else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes;
}
