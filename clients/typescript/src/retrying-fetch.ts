import { errorOf } from './answer-of.js';
import type { LeadkeepError } from './errors.js';

/** How calls are repeated, by the service's own table (docs/affiliates/retries.md). */
export interface RetryOptions {
  /** How often a call is tried in all. */
  readonly tries: number;
  /** How long one try may take. */
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
  readonly random: () => number;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** The longest time that a 429 is waited for. A call's own limit lets one pass each minute; a daily one asks for hours. */
const MAX_ASKED_MS = 60_000;

/**
 * A `fetch` that repeats a call that got no answer, a 408 or 503 after a growing pause, and a 429 after the time it asks for, if
 * that is at most a minute. Nothing else is repeated. A repeat has the same bytes and headers, so the same Idempotency-Key.
 * Throws a LeadkeepError for a redirect.
 */
export function retryingFetch({ tries, timeoutMs, fetch: send, pause, random }: RetryOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    for (let tried = 1; ; tried += 1) {
      const isLast = tried >= tries;
      const answer = await answerTo(send, request.clone(), timeoutMs, isLast);
      if (answer && isRedirect(answer)) throw redirected(answer, request.url);
      if (answer && (isLast || !isRepeated(answer))) return answer;
      await pause(pauseAfter(answer, tried, random));
    }
  };
}

/** A stream says every 15 s that it is there. */
const MIN_STREAM_MS = 20_000;

/** Undefined: nothing came back, or not all of it. The last failure is thrown. A stream goes on by itself. */
async function answerTo(
  send: typeof fetch,
  request: Request,
  timeoutMs: number,
  isLast: boolean,
): Promise<Response | undefined> {
  try {
    const isStream = request.headers.get('accept') === 'text/event-stream';
    const longest = isStream ? Math.max(timeoutMs, MIN_STREAM_MS) : timeoutMs;
    const answer = await send(request, { signal: AbortSignal.timeout(longest), redirect: 'manual' });
    if (isRedirect(answer)) return answer;
    return isStream ? answer : await wholeOf(answer);
  } catch (error) {
    if (isLast) throw error;
    return undefined;
  }
}

/** The service never redirects. Followed, the lead would go to whatever host is named, or a POST would become a GET. */
const isRedirect = ({ status, type }: Response): boolean =>
  (status >= 300 && status < 400) || type === 'opaqueredirect';

/** Of the address only its origin is told: the rest may hold what nobody should log. */
function redirected({ status, headers }: Response, asked: string): LeadkeepError {
  const to = headers.get('location');
  const origin = to !== null && URL.canParse(to, asked) ? ` to ${new URL(to, asked).origin}` : '';
  return errorOf(status, {
    reason: 'The call was redirected',
    message: `The redirect${origin} was not followed; correct baseUrl.`,
  });
}

/** The answer once all of it is here. Throws if it is cut, or too late. */
async function wholeOf(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  const { status, statusText, headers } = answer;
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** A 408: the request did not come whole in time, so nothing was done. */
const isRepeated = (answer: Response): boolean =>
  answer.status === 408 ||
  answer.status === 503 ||
  (answer.status === 429 && !(askedMs(answer) > MAX_ASKED_MS));

/** The pause that the answer asks for. NaN: none, or it is a date. */
const askedMs = ({ headers }: Response): number => Number(headers.get('retry-after') ?? Number.NaN) * 1_000;

/** `answer`: none came, or it was cut. */
export function pauseAfter(answer: Response | undefined, tried: number, random: () => number): number {
  const asked = answer?.status === 429 ? askedMs(answer) : Number.NaN;
  if (asked > 0) return asked;
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1));
  return longest * (0.5 + random() / 2);
}
