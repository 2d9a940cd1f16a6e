import { growing, object, ref, text, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { answerSchema } from './answer.js';

const listOf = (name: string, description: string): JsonSchema => ({
  type: 'array',
  minItems: 1,
  items: ref('schemas', name),
  description,
});

/** What an answer says of the request, beside the outcome. */
export const NOTICES = {
  warnings: listOf(
    'KeyWarning',
    'Keys that nothing reads: near ones that are read, or fields in another place',
  ),
  normalized: listOf(
    'NormalizedField',
    'Fields that were changed before use: half characters were dropped, or a lead field was put into the form wanted where that was agreed for your account',
  ),
};

/** What an answer says of fields at fault. */
export const FIELD_MEMBERS = {
  field: text('The field at fault, by its path as it was sent'),
  errors: listOf('FieldError', 'All fields at fault; the first is the one that field names'),
};

export const errorSchemas = (): Record<string, JsonSchema> => ({
  FieldError: object(
    {
      field: text('The path of the field, as it was sent; absent, it is the body itself'),
      code: growing(['REQUIRED_FIELD_MISSING', 'INVALID_FIELD', 'MALFORMED_REQUEST'], 'What is wrong'),
      message: text('A sentence that shows the form wanted'),
    },
    ['code', 'message'],
  ),
  KeyWarning: object(
    {
      field: text('The path of the key, as it was sent'),
      did_you_mean: text('The path of the key that is read'),
      message: text(),
    },
    ['field', 'did_you_mean', 'message'],
  ),
  NormalizedField: object(
    {
      field: text('The path of the field, as it was sent'),
      to: text('What it became; never the value'),
    },
    ['field', 'to'],
  ),
  ErrorAnswer: answerSchema(
    {
      ...FIELD_MEMBERS,
      warnings: NOTICES.warnings,
      error: growing(['search_result_not_found', 'result_campaign_mismatch'], 'A refusal, for programs'),
      retry_after_seconds: {
        ...{ type: 'integer', minimum: 1 },
        description: 'Of RATE_LIMITED: the same as in Retry-After',
      },
    },
    [],
  ),
});
