import Joi from 'joi';
import { checkFieldValue } from '../../core/lead/field-value.js';
import { STATES, type FieldFormat, type LeadFieldRow } from '../../core/lead/fields.js';
import { expecting, text, type SchemaContext } from './parts.js';

const EXPECTED: Readonly<Record<Exclude<FieldFormat['kind'], 'select'>, string>> = {
  text: 'text',
  email: 'an e-mail address',
  phone: 'a 10-digit US phone number, digits only',
  date_of_birth: 'a date of birth as YYYY-MM-DD, from 1900 until today',
  age: 'a whole number of years',
  state: 'a two-letter state code in capitals',
  zip: 'a 5-digit ZIP code',
  year: 'a year of four digits',
};

/** A lead field as a request holds it. What a text must look like is core's; here it becomes a schema. */
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
      return expecting(formatted(format), EXPECTED[format.kind]);
  }
}

const formatted = (format: FieldFormat): Joi.StringSchema =>
  Joi.string().custom((value: string, helpers) => {
    const { today } = helpers.prefs.context as SchemaContext;
    return checkFieldValue(format, value, today) ? value : helpers.error('field.format');
  });

/** Strings of digits by the specification; a JSON integer is accepted as well and becomes the string. */
const digits = (kind: 'age' | 'year'): Joi.Schema =>
  expecting(
    Joi.alternatives()
      .try(Joi.string(), Joi.number().integer())
      .custom((value: string | number, helpers) =>
        checkFieldValue({ kind }, String(value)) ? String(value) : helpers.error('field.format'),
      ),
    EXPECTED[kind],
  );
