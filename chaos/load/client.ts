import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { count, type Journal } from './journal.js';

export interface ClientAnswer {
  readonly http: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client that follows the documentation. */
export interface Client {
  /** The answer with 200 or 202. Undefined if the client gave up, or its call was refused as wrong. */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    idempotencyKey?: string,
  ): Promise<ClientAnswer | undefined>;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** The addresses of all `web` processes, used in turn. One that did not answer is skipped for a moment, as by a load balancer. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly journal: Journal;
  readonly signal: AbortSignal;
}

const NO_ANSWER_MS = 5_000;
/** Longer than any outage. */
const GIVE_UP_MS = 300_000;
const LEFT_ALONE_MS = 3_000;
const AGAIN_MS = [200, 400, 800, 1_500] as const;

/**
 * Retries after a timeout, a lost connection and a 503, with the same Idempotency-Key, and waits as long as a 429 says.
 * Any other status outside 2xx is unexpected, since every call is well-formed.
 */
export function openClient({ urls, key, journal, signal }: ClientOptions): Client {
  const dispatcher = new Agent({ connections: 64, headersTimeout: NO_ANSWER_MS, bodyTimeout: NO_ANSWER_MS });
  const leftAloneUntil = new Map<string, number>();
  let turn = 0;
  const nextUrl = (): string => {
    turn += 1;
    const inTurn = urls.map((_, n) => urls[(turn + n) % urls.length] ?? '');
    return inTurn.find((url) => (leftAloneUntil.get(url) ?? 0) < performance.now()) ?? inTurn[0] ?? '';
  };

  async function once(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    idempotencyKey: string | undefined,
  ): Promise<ClientAnswer | undefined> {
    const url = nextUrl();
    try {
      const answer = await request(`${url}${path}`, {
        method,
        dispatcher,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const told = (await answer.body.json()) as ClientAnswer['body'];
      count(
        journal.calls,
        `${method} ${path.split('/')[4] ?? ''} ${answer.statusCode} ${String(told['code'])}`,
      );
      return { http: answer.statusCode, body: told };
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      leftAloneUntil.set(url, performance.now() + LEFT_ALONE_MS);
      count(journal.calls, `${method} ${path.split('/')[4] ?? ''} ${code ?? name}`);
      return undefined;
    }
  }

  return {
    async call(method, path, body, idempotencyKey) {
      const until = performance.now() + GIVE_UP_MS;
      for (let tries = 0; performance.now() < until; tries += 1) {
        signal.throwIfAborted();
        const answer = await once(method, path, body, idempotencyKey);
        if (answer && answer.http < 300) return answer;
        if (answer && answer.http !== 429 && answer.http !== 503) {
          const { http } = answer;
          journal.unexpected.push({ call: `${method} ${path}`, http, body: JSON.stringify(answer.body) });
          return undefined;
        }
        const told = Number(answer?.body['retry_after_seconds'] ?? 0) * 1_000;
        await sleep(Math.max(told, AGAIN_MS[tries] ?? 2_000), undefined, { signal });
      }
      return undefined;
    },
    close: () => dispatcher.destroy(),
  };
}
