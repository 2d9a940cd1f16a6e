import type { Outcome, Outcomes } from './operation-description.js';

const outcome = (code: Outcome['code'], when: string): Outcome => ({ code, when });

/** What every operation can answer: faults of HTTP, of the key and of the rate limit, and our own errors. */
export const COMMON: Outcomes = {
  400: [outcome('MALFORMED_REQUEST', 'the request is no valid HTTP/1.1')],
  401: [
    outcome('AUTH_REQUIRED', 'no key is sent'),
    outcome('AUTH_INVALID', 'the key is unknown, mistyped, revoked or expired'),
  ],
  403: [outcome('FORBIDDEN', 'the key may not use this operation')],
  405: [outcome('MALFORMED_REQUEST', 'another method is used on this address')],
  408: [outcome('MALFORMED_REQUEST', 'the request is sent too slowly')],
  429: [
    outcome(
      'RATE_LIMITED',
      "the key's limit for this operation, its affiliate's, or the address's for wrong keys, is reached",
    ),
    outcome('RATE_LIMITED', 'the key is newer than the list of keys, and too many such are being looked up'),
  ],
  431: [outcome('MALFORMED_REQUEST', 'the headers are too large')],
  500: [outcome('INTERNAL_ERROR', 'we are at fault; report the time and the request_id')],
  503: [
    outcome(
      'UNAVAILABLE',
      'a part of the service is away, or too many submits wait; repeat a submit with the same Idempotency-Key',
    ),
  ],
};

/** What operations with a body can also answer. */
export const BODY: Outcomes = {
  400: [
    outcome(
      'MALFORMED_REQUEST',
      'the body is no JSON object in UTF-8, has a key twice in one object, over 8 levels or over 500 keys, or its type or encoding is another',
    ),
    outcome('INVALID_FIELD', 'a field, the one named, is not as its schema says, or a key can not be stored'),
  ],
  413: [outcome('MALFORMED_REQUEST', 'the body is over the limit, after inflation')],
};

/** Joins outcomes by status, in the order of the arguments. A code may appear several times, with different reasons. */
export const joinOutcomes = (...all: readonly Outcomes[]): Map<number, Outcome[]> => {
  const joined = new Map<number, Outcome[]>();
  for (const outcomes of all)
    for (const [http, some] of Object.entries(outcomes))
      joined.set(Number(http), [...(joined.get(Number(http)) ?? []), ...some]);
  return new Map([...joined].sort(([a], [b]) => a - b));
};
