import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import { repeatedKeys } from '../../core/json/repeated-keys.js';
import { hasLoneSurrogate, replaceLoneSurrogates } from '../../core/lead/invisible-characters.js';
import { readExactJson } from './exact-json.js';

/** Thrown when a rule reads a key that stands twice in its object: it says two things. */
export class RepeatedKeyFault extends Error {
  constructor(readonly key: string) {
    super('a key stands twice');
  }
}

/** What is noted of an answer whose characters were replaced. */
const MENDED = 'broken characters of it became U+FFFD';

/** What is noted of an answer whose charset was guessed. */
const GUESSED = 'it declares no charset and is no UTF-8, so it was read as windows-1252';

/** What is to be noted of how an answer's characters were read. */
export const notesOnText = (
  { guessed_charset: guessed }: Pick<HttpAnswer, 'guessed_charset'>,
  isMended: boolean,
): string[] => [...(guessed === undefined ? [] : [GUESSED]), ...(isMended ? [MENDED] : [])];

/** Called when a text had half a character. */
export type OnLoneSurrogate = () => void;

const unheard: OnLoneSurrogate = () => undefined;

/**
 * What another party wrote as JSON, or undefined if the text is no JSON. Blanks around it, and a byte order mark, do no harm. Half characters are U+FFFD, since no text that
 * goes on may hold them. A key that stands twice in its object is there, but who reads it gets a RepeatedKeyFault.
 */
export function readJson(text: string, onLoneSurrogate: OnLoneSurrogate = unheard): unknown {
  try {
    const data = readExactJson(text.trim());
    const whole = /\\u[dD][89a-fA-F]/.test(text) ? withoutLoneSurrogates(data, onLoneSurrogate) : data;
    for (const { key, levels } of repeatedKeys(text, whole)) guard(levels.at(-1)?.value, key);
    return whole;
  } catch {
    return undefined;
  }
}

/** Whether a key stands twice in an object that `readJson` read. */
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
export function withoutLoneSurrogates(data: unknown, onLoneSurrogate: OnLoneSurrogate = unheard): unknown {
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
