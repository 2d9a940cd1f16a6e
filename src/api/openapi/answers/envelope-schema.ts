import { CODES, type ApiCode, type Status } from '../../../core/envelope.js';
import { object, text, type JsonSchema } from '../json-schema.js';

/** What an answer's schema has beyond the envelope of its code. */
export interface EnvelopeMore {
  /** Where it is not the code's own. */
  readonly status?: readonly Status[];
  /** How the reason ends. */
  readonly reason?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export const REQUEST_ID: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9._-]{8,128}$',
  description: 'The same as in the X-Request-Id header; names the call to support',
};

const oneOf = (values: readonly unknown[]): JsonSchema =>
  values.length === 1 ? { const: values[0] } : { enum: values };

/** The envelope of an answer with this code: its row in the code table, word for word. */
export function envelopeSchema(code: ApiCode, more: EnvelopeMore = {}): JsonSchema {
  const { status, success, retryable } = CODES[code];
  const base = {
    code: { type: 'string', const: code },
    status: { type: 'string', ...oneOf(more.status ?? [status]) },
    reason: { ...text('Short sentence'), maxLength: 220, ...more.reason },
    message: text('What to do next, in a sentence'),
    success: { type: 'boolean', const: success },
    retryable: { type: 'boolean', const: retryable },
    request_id: REQUEST_ID,
  };
  return object({ ...base, ...more.properties }, [...Object.keys(base), ...(more.required ?? [])]);
}
