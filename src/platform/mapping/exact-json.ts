/** May hold a number that `isExact` refuses. */
const MAY_BE_LONG = /[\d.]{16}|\d[eE]/;
/** In valid JSON: each text, and each number outside of texts. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The digits of a number, without zeros around them. */
const significant = (number: string): string =>
  number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');

/**
 * Whether JavaScript and JSONata, which writes 15 digits, keep all digits of a whole number. Decimals are rounded everywhere: they
 * are measures, and no names.
 */
function isExact(number: string): boolean {
  const value = Number(number);
  return (
    Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
    (!Number.isInteger(value) || significant(number).length <= 15)
  );
}

/**
 * Reads JSON. A whole number of so many digits that some would be lost becomes the text of its digits: as an id, a rounded one names
 * somebody else. Throws a SyntaxError.
 */
export function readExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_BE_LONG.test(text)) return value;
  return JSON.parse(
    text.replace(TOKEN, (token) => (token.startsWith('"') || isExact(token) ? token : `"${token}"`)),
  ) as unknown;
}
