import { wordsOfCode } from '../core/messages.js';
import { ApiFault, type FaultMembers } from './api-fault.js';

/** Builds a refusal. None of the refusals repeats a value that the caller sent. */
export const fault = (
  http: number,
  code: ApiFault['code'],
  message?: string,
  members: FaultMembers = {},
): ApiFault => {
  const words = wordsOfCode(code);
  return new ApiFault(http, code, message === undefined ? words : { ...words, message }, members);
};

const at = (field: string | undefined): FaultMembers => (field === undefined ? {} : { field });

export const authRequired = (): ApiFault =>
  fault(401, 'AUTH_REQUIRED').withHeader('WWW-Authenticate', 'Bearer');

export const authInvalid = (): ApiFault =>
  fault(401, 'AUTH_INVALID').withHeader('WWW-Authenticate', 'Bearer error="invalid_token"');

export const notFound = (field?: string): ApiFault => {
  const message = field === undefined ? undefined : `Check ${field}: nothing was found for it with this key.`;
  return fault(404, 'NOT_FOUND', message, at(field));
};

export const methodNotAllowed = (allow: string): ApiFault =>
  fault(405, 'MALFORMED_REQUEST', `Use ${allow.split(',')[0] ?? allow} on this address.`).withHeader(
    'Allow',
    allow,
  );

export const malformed = (message: string, http = 400, field?: string): ApiFault =>
  fault(http, 'MALFORMED_REQUEST', message, at(field));

export const tooLarge = (limit: number): ApiFault =>
  fault(413, 'MALFORMED_REQUEST', `Send a body of at most ${limit / 1024} KiB.`);

export const fieldMissing = (field: string): ApiFault =>
  fault(400, 'REQUIRED_FIELD_MISSING', `Send ${field}.`, { field });

/** `expected` is the end of the sentence "<field> must be …". */
export const invalidField = (field: string | undefined, expected: string): ApiFault =>
  fault(400, 'INVALID_FIELD', `${field ?? 'The body'} must be ${expected}.`, at(field));

export const rateLimited = (seconds: number): ApiFault =>
  fault(429, 'RATE_LIMITED', undefined, { retry_after_seconds: seconds }).withHeader(
    'Retry-After',
    String(seconds),
  );

export const unavailable = (): ApiFault => fault(503, 'UNAVAILABLE');

export const internalError = (): ApiFault => fault(500, 'INTERNAL_ERROR');
