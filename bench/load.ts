import autocannon from 'autocannon';
import type { BenchRequest } from './requests.js';
import { percentile } from './statistics.js';

/** The number of connections, and the duration. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** How quick the calls of one round were. Times in milliseconds. */
export interface Timed {
  readonly requests_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface Loaded<Kept = string> {
  readonly round: Timed;
  /** What is kept of the answers with status 200: their bodies. */
  readonly answers: readonly Kept[];
  /** Answers with another status, and connection errors. */
  readonly failures: number;
  readonly firstFailure?: string;
}

/** Where requests go, and what they are. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends requests one after another on several connections for a set time, and does not wait for the last ones. Answers are
 * kept and evaluated later, so that this costs the measured processes no CPU.
 */
export const load = (
  target: Target,
  next: () => BenchRequest,
  how: Load,
  signal: AbortSignal,
): Promise<Loaded> => loadKeeping(target, next, how, signal, (body) => body);

/** The same, for answers so long that to hold them costs more than to send them. `keep`: what to hold of one. */
export async function loadKeeping<Kept>(
  target: Target,
  next: () => BenchRequest,
  { connections, seconds }: Load,
  signal: AbortSignal,
  keep: (body: string) => Kept,
): Promise<Loaded<Kept>> {
  const times: number[] = [];
  const answers: Kept[] = [];
  const failed: string[] = [];
  const headers = { ...target.headers, 'content-type': 'application/json' };
  const startedAt = performance.now();
  let lastAt = startedAt;
  await new Promise<void>((resolve, reject) => {
    const requests = [
      {
        setupRequest: (request: autocannon.Request) => ({ ...request, ...next(), headers }),
        onResponse(status: number, body: string) {
          if (status === 200) answers.push(keep(body));
          else failed.push(`HTTP ${status} ${body}`);
        },
      },
    ];
    const timing = { duration: seconds, timeout: 30, sampleInt: 100 };
    const running = autocannon(
      { url: target.url, connections, ...timing, requests },
      (error: Error | null) => {
        signal.removeEventListener('abort', stop);
        if (error) reject(error);
        else resolve();
      },
    );
    const stop = (): void => {
      running.stop();
    };
    signal.addEventListener('abort', stop);
    running.on('response', (_client, _status, _bytes, ms) => {
      lastAt = performance.now();
      times.push(ms);
    });
    running.on('reqError', (error: Error) => failed.push(error.message));
  });
  signal.throwIfAborted();
  const round = {
    requests_per_second: (times.length * 1_000) / Math.max(1, lastAt - startedAt),
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  };
  const [firstFailure] = failed;
  return { round, answers, failures: failed.length, ...(firstFailure === undefined ? {} : { firstFailure }) };
}
