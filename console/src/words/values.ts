export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The most characters of one foreign value that a screen shows. */
const LONGEST = 600;

const cut = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length} characters)` : text;

/** Characters that nobody sees, or that turn the direction of the text around them. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;

/** Any stored value as text that can be read safely. Empty for a missing one. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.map(textOf).join(', ')
        : JSON.stringify(value);
  return cut(text.replaceAll(/\s+/g, ' ').replace(HIDDEN, '\ufffd'));
}

/** A text of several lines that can be read safely. */
export const linesOf = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replace(HIDDEN, (hidden) => (/[\n\t]/.test(hidden) ? hidden : '\ufffd'));
