import type { ApiCode } from '../../../core/envelope.js';
import { envelopeSchema, schemaName, type EnvelopeMore } from '../../../http/openapi/envelope-schema.js';
import { text, type JsonSchema } from '../../../http/openapi/json-schema.js';

const withField: EnvelopeMore = { properties: { field: text('The parameter at fault') } };

/** The codes that refuse a call, with what their answers add to the envelope. */
const ERRORS: Readonly<Partial<Record<ApiCode, EnvelopeMore>>> = {
  REQUIRED_FIELD_MISSING: { ...withField, required: ['field'] },
  INVALID_FIELD: { ...withField, required: ['field'] },
  MALFORMED_REQUEST: withField,
  AUTH_REQUIRED: {},
  AUTH_INVALID: {},
  FORBIDDEN: {},
  NOT_FOUND: withField,
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

export const errorSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(ERRORS).map(([code, more]) => [
    errorName(code as ApiCode),
    envelopeSchema(code as ApiCode, more),
  ]),
);
