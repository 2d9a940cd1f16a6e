import { CODES, type ApiCode } from '../../../core/envelope.js';
import { object, ref, text, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { envelopeSchema, schemaName, type EnvelopeMore } from '../../../http/openapi/envelope-schema.js';

const FIELD = text('The field at fault, by its path as it was sent');
const ERRORS_MEMBER: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: ref('schemas', 'FieldError'),
  description: 'All fields at fault; the first is the one that field names',
};
const WARNINGS: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: ref('schemas', 'KeyWarning'),
  description: 'Test leads only: keys that nothing reads, near ones that are read',
};
const NORMALIZED: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: ref('schemas', 'NormalizedField'),
  description: 'Lead fields that were put into the form wanted, where that was agreed for your account',
};

/** What an answer says of the request, beside the outcome. */
export const NOTICES = { warnings: WARNINGS, normalized: NORMALIZED };
export const FIELD_ERRORS = { errors: ERRORS_MEMBER };

const withField: EnvelopeMore = { properties: { field: FIELD, errors: ERRORS_MEMBER, warnings: WARNINGS } };

/** Parts of answers that tell of fields of the request. */
const FIELD_PARTS: Readonly<Record<string, JsonSchema>> = {
  FieldError: object(
    {
      field: text('The path of the field, as it was sent; absent, it is the body itself'),
      code: { type: 'string', enum: ['REQUIRED_FIELD_MISSING', 'INVALID_FIELD', 'MALFORMED_REQUEST'] },
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
      to: text('The form that it was put into; never the value'),
    },
    ['field', 'to'],
  ),
};

/** The codes that refuse a call, with what their answers add to the envelope. */
const ERRORS: Readonly<Partial<Record<ApiCode, EnvelopeMore>>> = {
  REQUIRED_FIELD_MISSING: { ...withField, required: ['field', 'errors'] },
  INVALID_FIELD: { ...withField, required: ['errors'] },
  MALFORMED_REQUEST: withField,
  AUTH_REQUIRED: {},
  AUTH_INVALID: {},
  FORBIDDEN: {
    properties: {
      field: FIELD,
      error: { type: 'string', enum: ['result_campaign_mismatch'], description: 'For programs' },
    },
  },
  NOT_FOUND: {
    properties: {
      field: FIELD,
      error: { type: 'string', enum: ['search_result_not_found'], description: 'For programs' },
    },
  },
  RATE_LIMITED: {
    properties: {
      retry_after_seconds: { type: 'integer', minimum: 1, description: 'The same as in Retry-After' },
    },
    required: ['retry_after_seconds'],
  },
  INTERNAL_ERROR: {},
  UNAVAILABLE: {},
};

/** NOT_FOUND → NotFoundError */
export const errorName = (code: ApiCode): string => `${schemaName(code)}Error`;

export const errorSchemas = (): Record<string, JsonSchema> => ({
  ...FIELD_PARTS,
  ...Object.fromEntries(
    (Object.keys(CODES) as ApiCode[]).flatMap((code) => {
      const more = ERRORS[code];
      return more ? [[errorName(code), envelopeSchema(code, more)]] : [];
    }),
  ),
});
