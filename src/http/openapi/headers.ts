import { REQUEST_ID } from './envelope-schema.js';
import { ref, type JsonSchema } from './json-schema.js';

/** The headers of answers, by name. */
export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': {
    description: "The call's id: the caller's own where it is fit, else a new one",
    required: true,
    schema: REQUEST_ID,
  },
  'Cache-Control': {
    description: 'Answers are not to be kept',
    required: true,
    schema: { const: 'no-store' },
  },
  'X-Content-Type-Options': {
    description: 'The body is what Content-Type says',
    required: true,
    schema: { const: 'nosniff' },
  },
  'Strict-Transport-Security': {
    description: 'Where the service is reached by TLS: use https for a year',
    required: false,
    schema: { type: 'string', pattern: '^max-age=\\d+$' },
  },
  'WWW-Authenticate': {
    description: 'How to send a key, or to sign a callback',
    required: true,
    schema: { type: 'string', pattern: '^(Bearer|Leadkeep-Signature)' },
  },
  Allow: {
    description: 'The methods of this address',
    required: true,
    schema: { type: 'string', enum: ['POST', 'GET, HEAD', 'POST, GET, HEAD'] },
  },
  'Retry-After': {
    description: 'Whole seconds until one more call is allowed, or may succeed',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
};

const OF_EVERY_ANSWER = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
];

/** The headers of an answer with this HTTP status. */
export function headersOf(http: number): JsonSchema {
  const own: Readonly<Record<number, string>> = {
    401: 'WWW-Authenticate',
    405: 'Allow',
    429: 'Retry-After',
    503: 'Retry-After',
  };
  const names = [...OF_EVERY_ANSWER, own[http] ?? []].flat();
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

/** A header that callers may send with every call. */
export const REQUEST_ID_PARAMETER: JsonSchema = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'An id of your own for this call: 8 to 128 of `A-Za-z0-9._-`; any other is replaced.',
  schema: { type: 'string' },
  example: 'order-4711.try-1',
};
