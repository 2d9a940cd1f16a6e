import { MIDNIGHT } from './field-patterns.js';
import { checkFieldValue } from './field-value.js';
import type { FieldFormat } from './fields.js';
import { readPhone, readZip } from './us-numbers.js';

/** A value in the form wanted, and the end of the sentence "changed to …", which names no value. */
export interface Loosened {
  readonly text: string;
  readonly to: string;
}

type Rule = readonly [to: string, read: (text: string, format: FieldFormat) => string];

const DATE = new RegExp(`^(\\d{4})[/.-]?(\\d{2})[/.-]?(\\d{2})(?:${MIDNIGHT})?$`);

/** What stands for a value of a field that has it. */
export const YES_OR_NO: ReadonlyMap<string, string> = new Map([
  ['true', 'yes'],
  ['false', 'no'],
]);

/** Signs that people and text programs write for `_`, and those that a value leaves out, for a class of a pattern. */
export const FOR_UNDERSCORE = '\\s\\-\\u2010-\\u2015';
export const APOSTROPHES = "'’‘ʼ`´";

const asValue = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(new RegExp(`[${FOR_UNDERSCORE}]+`, 'g'), '_')
    .replaceAll(new RegExp(`[${APOSTROPHES}]`, 'g'), '');

/** One way to read a loose value, by the format of its field. Formats that are not here have one form only. */
const RULES: Readonly<Partial<Record<FieldFormat['kind'], Rule>>> = {
  phone: ['ten digits', (text) => readPhone(text) ?? ''],
  state: ['a state code in capitals', (text) => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : '')],
  zip: ['five digits', (text) => readZip(text) ?? ''],
  // Day and month can not be told apart in 03/04/1990, so only dates that begin with the year are read.
  date_of_birth: ['YYYY-MM-DD', (text) => DATE.exec(text)?.slice(1).join('-') ?? ''],
  select: [
    'one of the values',
    (text, format) => {
      const values = format.kind === 'select' ? format.values : [];
      const word = asValue(text);
      return values.find((value) => value === word) ?? YES_OR_NO.get(word) ?? '';
    },
  ],
};

/**
 * The value of a lead field in the form wanted, where it says the same in another form. Undefined: the value is valid
 * as it is, or it can not be read for certain. Text, an integer that is not negative and a boolean
 * can be read.
 */
export function loosen(format: FieldFormat, value: unknown, today: string): Loosened | undefined {
  const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
  const isReadable = typeof value === 'string' || typeof value === 'boolean' || isCount;
  const rule = RULES[format.kind];
  if (!isReadable || !rule) return undefined;
  const sent = String(value).trim();
  if (typeof value === 'string' && checkFieldValue(format, sent, today)) return undefined;
  const [to, read] = rule;
  const text = read(sent, format);
  return checkFieldValue(format, text, today) ? { text, to } : undefined;
}
