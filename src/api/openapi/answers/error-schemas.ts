import { CODES, type ApiCode } from '../../../core/envelope.js';
import { text, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { envelopeSchema, type EnvelopeMore } from '../../../http/openapi/envelope-schema.js';

const FIELD = text('The field at fault, by its path as it was sent');
const withField: EnvelopeMore = { properties: { field: FIELD } };

/** The codes that refuse a call, with what their answers add to the envelope. */
const ERRORS: Readonly<Partial<Record<ApiCode, EnvelopeMore>>> = {
  REQUIRED_FIELD_MISSING: { ...withField, required: ['field'] },
  INVALID_FIELD: withField,
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
export const errorName = (code: ApiCode): string =>
  `${code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Error`;

export const errorSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    (Object.keys(CODES) as ApiCode[]).flatMap((code) => {
      const more = ERRORS[code];
      return more ? [[errorName(code), envelopeSchema(code, more)]] : [];
    }),
  );
