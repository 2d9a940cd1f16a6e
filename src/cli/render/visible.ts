import { replaceInvisible } from '../../core/lead/invisible-characters.js';

/** Escapes a character as JSON does, so that JSON and double-quoted YAML stay valid and keep their meaning. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Makes text of several lines safe for a terminal: it cannot move the cursor, or color, hide or reverse other text. */
export const visible = (text: string): string =>
  replaceInvisible(text, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );

/** Like `visible`, but on one line: a line break in stored text must not look like the start of another row. */
export const visibleLine = (text: string): string => visible(text.replace(/\s+/g, ' '));
