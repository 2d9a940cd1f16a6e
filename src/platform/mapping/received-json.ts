import type { HttpResponse } from '../../core/delivery/http-result.js';
import { repeatedKeys } from '../../core/json/repeated-keys.js';
import { hasLoneSurrogate, replaceLoneSurrogates } from '../../core/lead/invisible-characters.js';
import { readExactJson } from './exact-json.js';

/** Thrown when a rule reads a key that is there twice in its object, so its value is ambiguous. */
export class RepeatedKeyFault extends Error {
  constructor(readonly key: string) {
    super('a key is there twice');
  }
}

/** What is noted of an answer whose characters were replaced. */
const REPLACED = 'broken characters of it became U+FFFD';

/** What is noted of an answer whose charset was guessed. */
const GUESSED = 'it declares no charset and is not UTF-8, so it was read as windows-1252';

/** What is to be noted of how an answer's characters were read. */
export const notesOnText = (
  { guessed_charset: guessed }: Pick<HttpResponse, 'guessed_charset'>,
  hadInvalidCharacters: boolean,
): string[] => [...(guessed === undefined ? [] : [GUESSED]), ...(hadInvalidCharacters ? [REPLACED] : [])];

/** Called when a text had a lone surrogate. */
export type OnLoneSurrogate = () => void;

const ignored: OnLoneSurrogate = () => undefined;

/**
 * What another party wrote as JSON, or undefined if the text is not JSON. Whitespace around it and a byte order mark are
 * ignored. Lone surrogates are replaced by U+FFFD, because no text that is passed on may have them. Reading a key that is
 * there twice in its object throws a RepeatedKeyFault.
 */
export function readJson(text: string, onLoneSurrogate: OnLoneSurrogate = ignored): unknown {
  try {
    const data = readExactJson(text.trim());
    const whole = /\\u[dD][89a-fA-F]/.test(text) ? withoutLoneSurrogates(data, onLoneSurrogate) : data;
    for (const { key, levels } of repeatedKeys(text, whole)) guard(levels.at(-1)?.value, key);
    return whole;
  } catch {
    return undefined;
  }
}

/** Whether a key is there twice in an object that `readJson` read. */
export const isRepeated = (holder: object, key: string): boolean =>
  Object.getOwnPropertyDescriptor(holder, key)?.get !== undefined;

function guard(holder: unknown, key: string): void {
  if (typeof holder !== 'object' || holder === null) return;
  Object.defineProperty(holder, key, {
    enumerable: true,
    configurable: true,
    get() {
      throw new RepeatedKeyFault(key);
    },
  });
}

/** The same data with U+FFFD in place of each half character, in texts and in names. */
export function withoutLoneSurrogates(data: unknown, onLoneSurrogate: OnLoneSurrogate = ignored): unknown {
  if (typeof data === 'string') {
    if (!hasLoneSurrogate(data)) return data;
    onLoneSurrogate();
    return replaceLoneSurrogates(data, '\ufffd');
  }
  if (Array.isArray(data)) return data.map((item: unknown) => withoutLoneSurrogates(item, onLoneSurrogate));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      withoutLoneSurrogates(key, onLoneSurrogate) as string,
      withoutLoneSurrogates(value, onLoneSurrogate),
    ]),
  );
}
