import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRequest } from '../requests.js';
import type { Side } from '../side.js';

/** One call of a steady load, measured from its due time, so that a slow client does not hide latency. */
export interface Timed {
  readonly offer: number;
  readonly ms: number;
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
export async function steadyLoad(side: Side, load: SteadyLoad, signal: AbortSignal): Promise<Timed[]> {
  const { rate, seconds, offers, next } = load;
  const headers = { ...side.headers, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const calls: Promise<Timed>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const dueAt = startedAt + (n * 1_000) / rate;
    await pause(Math.max(0, dueAt - performance.now()), undefined, { signal });
    const offer = offers[n % offers.length] ?? 0;
    const { path, body, method } = next(offer);
    const call = fetch(side.url + path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    calls.push(
      call.then(async (answer) => {
        const text = await answer.text();
        return { offer, ms: performance.now() - dueAt, status: answer.status, body: text };
      }),
    );
  }
  return Promise.all(calls);
}
