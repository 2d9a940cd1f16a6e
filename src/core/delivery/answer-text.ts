/** The text of an answer. */
export interface AnswerText {
  readonly text: string;
  /** The charset as which it was read, because none is declared and the bytes are not UTF-8. Absent: it is known. */
  readonly guessed_charset?: 'windows-1252';
}

/**
 * An answer's bytes as text. The charset comes from the byte order mark, Content-Type or XML declaration, else it is UTF-8.
 * What is not UTF-8 then is windows-1252, as old servers write: with its replacement characters, it would be lost.
 */
export function answerText(bytes: Buffer, contentType: string): AnswerText {
  const declared = markOf(bytes) ?? /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? declaredIn(bytes);
  const text = (declared === undefined ? undefined : decode(bytes, declared)) ?? utf8(bytes);
  if (text !== undefined) return { text };
  return { text: decode(bytes, 'windows-1252') ?? '', guessed_charset: 'windows-1252' };
}

/** Undefined: it is not UTF-8. Where it only breaks off within a character, others must be whole to tell that it is. */
function utf8(bytes: Buffer): string | undefined {
  try {
    const begin = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    const text = new TextDecoder().decode(bytes);
    return text.length === begin.length || /[^\0-\x7f]/.test(begin) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The charset of the byte order mark, which is not part of the text (the decoder drops it), or of UTF-16 without one: no other
 * charset begins with a zero beside the first character.
 */
function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : undefined;
}

/** A declaration that can be read byte by byte is not in UTF-16, though .NET writes so when it makes XML as a string. */
const declaredIn = (bytes: Buffer): string | undefined =>
  /^\s*<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-16)([\w.:-]+)["']/i.exec(bytes.toString('latin1', 0, 200))?.[1];

/** Undefined: there is no such charset. */
function decode(bytes: Buffer, label: string): string | undefined {
  try {
    const decoder = new TextDecoder(label);
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withQuotes(text) : text;
  } catch {
    return undefined;
  }
}

/** Windows's characters 0x80 to 0x9f, which Node decodes as Latin-1 control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const withQuotes = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) => WINDOWS.charAt(control.charCodeAt(0) - 0x80));
