import { LOOSE_DATE_PATTERN, LOOSE_PHONE_PATTERN, LOOSE_ZIP_PATTERN } from '../lead/field-patterns.js';
import { STATES, type FieldFormat } from '../lead/fields.js';
import { APOSTROPHES, FOR_UNDERSCORE, YES_OR_NO } from '../lead/loose-format.js';
import { escaped, trimmed, type JsonSchema } from './schema-parts.js';

const integers = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });

/** Letters in any case. */
const anyCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** A value of a field, with blanks or hyphens for `_`, and apostrophes anywhere. */
const anyWords = (value: string): string =>
  [
    '',
    ...Array.from(value).map((char) =>
      char === '_' ? `(?:_|[${FOR_UNDERSCORE}]+)` : anyCase(escaped(char)),
    ),
    '',
  ].join(`[${APOSTROPHES}]*`);

/** The forms of a value that `loosen` puts into the form wanted, besides that form. */
export function looseFormsOf(format: FieldFormat): JsonSchema[] {
  switch (format.kind) {
    case 'phone':
      return [trimmed(LOOSE_PHONE_PATTERN), integers(1_000_000_000, 19_999_999_999)];
    case 'state':
      return [trimmed(STATES.map(anyCase).join('|'))];
    case 'zip':
      return [trimmed(LOOSE_ZIP_PATTERN), integers(10_000, 99_999), integers(100_000_000, 999_999_999)];
    case 'date_of_birth':
      // Which of these numbers are dates is for the submit.
      return [trimmed(LOOSE_DATE_PATTERN), integers(19_000_101, 20_991_231)];
    case 'select': {
      const known = [...YES_OR_NO].filter(([, value]) => format.values.includes(value));
      const texts = [...format.values, ...known.map(([text]) => text)];
      return [
        trimmed(texts.map(anyWords).join('|')),
        ...known.map(([text]): JsonSchema => ({ const: text === 'true' })),
      ];
    }
    default:
      return [];
  }
}
