import createClient, { type Middleware } from 'openapi-fetch';
import { ApiProblem } from './api-problem';
import { backgroundHeader } from './attention';
import { inZone, plainTexts } from './plain-texts';
import type { paths } from './schema';

let csrf = '';

/** The token that belongs to the session. Every call that changes something sends it. */
export const setCsrf = (token: string): void => {
  csrf = token;
};

export const csrfHeader = (): Record<string, string> => ({ 'X-CSRF-Token': csrf });

const protect: Middleware = {
  onRequest({ request }) {
    const added = request.method === 'GET' ? backgroundHeader() : csrfHeader();
    for (const [name, value] of Object.entries(added)) request.headers.set(name, value);
  },
};

/** The operator API, by its description. The page uses nothing else. */
export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'same-origin' });
api.use(protect);

interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What a call answered, for screens. Throws an ApiProblem. */
export const answerOf = async <Data>(call: Promise<Result<Data>>): Promise<NonNullable<Data>> =>
  plainTexts(await exactAnswerOf(call));

/** What a call answered, with every character, for files. What screens show of it must be made plain first. */
export async function exactAnswerOf<Data>(call: Promise<Result<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiProblem(
      0,
      'UNREACHABLE',
      'Can’t reach Leadkeep. The page keeps trying. If you were changing something, check whether it went through before you repeat it.',
    );
  });
  if (response.ok) return (data ?? {}) as NonNullable<Data>;
  throw problemOf(response, error);
}

/** The problem that a refused call tells. */
export function problemOf(response: Response, body: unknown): ApiProblem {
  const { code, message, field, request_id } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Partial<Record<'code' | 'message' | 'field' | 'request_id', string>>;
  const { status } = response;
  return new ApiProblem(
    status,
    code ?? 'UNKNOWN',
    (message && inZone(message)) ?? `Leadkeep answered with the error ${status}.`,
    field,
    request_id,
  );
}
