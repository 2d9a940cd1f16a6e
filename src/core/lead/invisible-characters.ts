/** Control and format characters (escape, C1, bidi marks, zero-width characters) and line separators. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** The same, plus unpaired surrogates and private-use characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

/** Whether a text holds characters that a terminal executes, or that reorder or hide their neighbors. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Whether a text holds a character that a terminal would not show as itself. */
export const hasInvisible = (text: string): boolean => UNSEEN.test(text);

/** Replaces each character that a terminal would not show as itself by the result of `written`. */
export const replaceInvisible = (text: string, written: (character: string) => string): string =>
  text.replace(EACH_UNSEEN, written);

/** Half of a surrogate pair: a text was cut inside a character. UTF-8 can't hold it. */
const HALF = /\p{Cs}/u;
const EACH_HALF = new RegExp(HALF, 'gu');

/** Whether a text holds half a character. */
export const hasLoneSurrogate = (text: string): boolean => HALF.test(text);

/** The text with `written` in place of each half character. */
export const replaceLoneSurrogates = (text: string, written: '' | '\ufffd'): string =>
  text.replace(EACH_HALF, written);
