import { replaceUnseen } from '../../core/lead/unseen.js';

/** Escapes as in JSON, so that JSON and double-quoted YAML stay valid and keep their meaning. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Text of several lines, safe for a terminal: nothing in it moves the cursor, or colors, hides or reverses other text. */
export const visible = (text: string): string =>
  replaceUnseen(text, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );

/** The same on one line: a line break in stored text must not begin what looks like another row. */
export const visibleLine = (text: string): string => visible(text.replace(/\s+/g, ' '));
