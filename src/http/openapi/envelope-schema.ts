import { CODES, type ApiCode, type Status } from '../../core/envelope.js';
import { object, text, type JsonSchema } from './json-schema.js';

/** What the schema of one answer adds to the envelope of its code. */
export interface EnvelopeMore {
  /** The possible statuses, if they differ from the code's own. */
  readonly status?: readonly Status[];
  /** A schema for the reason, for example a pattern for how it ends. */
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

/** NOT_FOUND → NotFound: a code as a part of the name of a schema. */
export const schemaName = (code: ApiCode): string =>
  code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The schema of an answer's envelope. The code's row in the code table sets its values. */
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
