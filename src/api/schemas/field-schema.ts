import Joi from 'joi';
import { DATE_PATTERN, EMAIL_PATTERN } from '../../core/lead/field-patterns.js';
import { checkFieldValue } from '../../core/lead/field-value.js';
import { STATES, type FieldFormat, type LeadFieldRow } from '../../core/lead/fields.js';
import { expecting, shaped, type Shape } from '../../http/described-schema.js';
import { text, type SchemaContext } from './parts.js';

const EXPECTED: Readonly<Record<Exclude<FieldFormat['kind'], 'select'>, string>> = {
  text: 'text',
  email: 'an e-mail address like ann@example.com',
  phone: 'a 10-digit US phone number, digits only and without +1, like 6085550123',
  date_of_birth: 'a date of birth as YYYY-MM-DD, from 1900 until today, like 1990-02-28',
  age: 'a whole number of years, like 36',
  state: 'a two-letter state code in capitals, like WI',
  zip: 'a 5-digit ZIP code as a string, without +4, like 53703',
  year: 'a year of four digits, like 2008',
};

/** What `checkFieldValue` checks, as JSON Schema for the API's description. */
const SHAPES: Readonly<Record<'email' | 'phone' | 'date_of_birth' | 'zip' | 'age' | 'year', Shape>> = {
  email: {
    pattern: EMAIL_PATTERN,
    examples: ['ann@example.com'],
  },
  phone: { pattern: '[0-9]{10}', examples: ['6085550123'] },
  date_of_birth: { pattern: DATE_PATTERN, examples: ['1990-02-28'] },
  zip: { pattern: '[0-9]{5}', examples: ['53703'] },
  age: {
    anyOf: [
      { type: 'string', pattern: '[0-9]{1,3}' },
      { type: 'integer', minimum: 0, maximum: 999 },
    ],
  },
  year: {
    anyOf: [
      { type: 'string', pattern: '[0-9]{4}' },
      { type: 'integer', minimum: 1000, maximum: 9999 },
    ],
  },
};

/** The schema of a lead field in a request. `src/core` defines the format of the text. */
export function fieldSchema({ format }: LeadFieldRow): Joi.Schema {
  switch (format.kind) {
    case 'select':
      return expecting(Joi.string().valid(...format.values), `one of: ${format.values.join(', ')}`);
    case 'state':
      return expecting(Joi.string().valid(...STATES), EXPECTED.state);
    case 'text':
      return text();
    case 'age':
    case 'year':
      return digits(format.kind);
    default:
      return shaped(expecting(formatted(format), EXPECTED[format.kind]), SHAPES[format.kind]);
  }
}

const formatted = (format: FieldFormat): Joi.StringSchema =>
  Joi.string().custom((value: string, helpers) => {
    const { today } = helpers.prefs.context as SchemaContext;
    return checkFieldValue(format, value, today) ? value : helpers.error('field.format');
  });

/** A string of digits. A JSON integer is converted to a string (docs/contract/leads.md#lead-fields). */
const digits = (kind: 'age' | 'year'): Joi.Schema =>
  shaped(
    expecting(
      Joi.alternatives()
        .try(Joi.string(), Joi.number().integer())
        .custom((value: string | number, helpers) =>
          checkFieldValue({ kind }, String(value)) ? String(value) : helpers.error('field.format'),
        ),
      EXPECTED[kind],
    ),
    SHAPES[kind],
  );
