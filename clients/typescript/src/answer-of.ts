import { LeadkeepError, type ErrorAnswer } from './errors.js';

export interface Fetched<Answer> {
  readonly data?: Answer | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer of the kind that was asked for. Throws any other. */
export function answerOf<Answer>({ data, error, response }: Fetched<Answer>): NonNullable<Answer> {
  if (response.ok && data !== undefined && data !== null) return data;
  throw errorOf(response.status, error);
}

export function errorOf(status: number, error: unknown): LeadkeepError {
  const own = typeof error === 'object' && error !== null ? (error as Partial<ErrorAnswer>) : {};
  // A proxy may answer in another form.
  const answer = {
    code: 'UNKNOWN',
    reason: `HTTP ${status}`,
    message: '',
    retryable: false,
    request_id: '',
    ...own,
  };
  return new LeadkeepError(status, answer);
}
