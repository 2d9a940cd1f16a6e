import { CODES, STATUSES } from '../../../core/envelope.js';
import { REQUEST_ID } from '../../../http/openapi/envelope-schema.js';
import { growing, object, ref, text, type JsonSchema } from '../../../http/openapi/json-schema.js';

/** By name: makers of clients give the same name to a list of values inside an answer and inside the parameters of its call. */
export const ANSWER_STATUS: JsonSchema = {
  type: 'string',
  enum: [...STATUSES],
  description: 'What became of it',
};

/**
 * The schema of an answer: the envelope, and what this one adds. One schema for all codes, because a client must take a code
 * that it does not know; the table of each response tells its codes.
 */
export function answerSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema {
  const base = {
    code: growing(Object.keys(CODES), 'What happened'),
    status: ref('schemas', 'AnswerStatus'),
    reason: { ...text('Short sentence'), maxLength: 220 },
    message: text('What to do next, in a sentence'),
    success: { type: 'boolean' },
    retryable: { type: 'boolean', description: 'Whether the same call can succeed later' },
    request_id: REQUEST_ID,
  };
  return object({ ...base, ...properties }, [...Object.keys(base), ...required]);
}
