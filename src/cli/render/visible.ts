import { replaceUnseen } from '../../core/lead/unseen.js';

/** As JSON escapes it: what was JSON, or a text in double quotes in YAML, still is, and says the same. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Text of several lines for a terminal: nothing in it moves the cursor, colors, hides or turns what stands beside it. */
export const visible = (text: string): string =>
  replaceUnseen(text, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );

/** The same on one line: a line break in stored text may not begin what looks like another row. */
export const visibleLine = (text: string): string => visible(text.replace(/\s+/g, ' '));
