import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchRequest } from '../requests.js';
import type { Side } from '../side.js';

/** One call of a steady load, measured from its due time, so that a slow client does not hide latency. */
export interface Timed {
  readonly offer: number;
  readonly ms: number;
  /** 0: no answer came. */
  readonly status: number;
  readonly body: string;
}

export interface SteadyLoad {
  /** Calls a second, spread evenly over the offers. */
  readonly rate: number;
  readonly seconds: number;
  readonly offers: readonly number[];
  readonly next: (offer: number) => BenchRequest;
}

/** Sends at a steady rate, however slow the answers are, and waits for all of them. */
export async function steadyLoad(
  side: Pick<Side, 'url' | 'headers'>,
  load: SteadyLoad,
  signal: AbortSignal,
): Promise<Timed[]> {
  const { rate, seconds } = load;
  // As many connections as there are calls in flight.
  const dispatcher = new Agent({ connections: null });
  const stop = (): void => void dispatcher.destroy();
  signal.addEventListener('abort', stop);
  try {
    const startedAt = performance.now();
    const calls: Promise<Timed>[] = [];
    for (let n = 0; n < rate * seconds; n += 1) {
      const dueAt = startedAt + (n * 1_000) / rate;
      const early = dueAt - performance.now();
      await (early > 0 ? pause(early, undefined, { signal }) : turn(undefined, { signal }));
      calls.push(call(dispatcher, side, load, { n, dueAt }));
    }
    const timed = await Promise.all(calls);
    signal.throwIfAborted();
    return timed;
  } finally {
    signal.removeEventListener('abort', stop);
    await dispatcher.close();
  }
}

async function call(
  dispatcher: Agent,
  side: Pick<Side, 'url' | 'headers'>,
  { offers, next }: SteadyLoad,
  { n, dueAt }: { readonly n: number; readonly dueAt: number },
): Promise<Timed> {
  const offer = offers[n % offers.length] ?? 0;
  const { path, body, method } = next(offer);
  const headers = { ...side.headers, 'content-type': 'application/json' };
  const end = (status: number, text: string): Timed => ({
    ...{ offer, ms: performance.now() - dueAt },
    ...{ status, body: text },
  });
  try {
    const answer = await request(side.url + path, { dispatcher, method, headers, body: body ?? null });
    return end(answer.statusCode, await answer.body.text());
  } catch (error) {
    return end(0, JSON.stringify({ message: String(error) }));
  }
}
