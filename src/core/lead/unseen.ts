/** Control and format characters (escape, C1, bidi marks, zero-width characters) and the separators of lines. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Those, halves of characters and characters of private use. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gu');

/** Whether a text holds what a terminal executes, or what turns or hides its neighbors. */
export const holdsControl = (text: string): boolean => CONTROL.test(text);

/** Whether a text holds anything that a terminal would not show as itself. */
export const holdsUnseen = (text: string): boolean => UNSEEN.test(text);

/** The text with each character that is not shown as itself as `written` says. */
export const replaceUnseen = (text: string, written: (character: string) => string): string =>
  text.replace(EACH_UNSEEN, written);
