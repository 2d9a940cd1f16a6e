import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from './running-process.js';

const EVERY_MS = 100;

interface MongoClientKind {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  readonly host?: string | undefined;
}

/** The address at which a server that listens on `host` (HOST; absent: loopback) is reached from this machine. */
export function baseOf(host = '', port: number | string): string {
  const at = ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${at.includes(':') ? `[${at}]` : at}:${port}`;
}

/**
 * Waits until a process answers /readyz with 200 on `port` of `host` (loopback if that is every address). Rejects when
 * the process ends, when `signal` is aborted, or after `patienceMs`.
 */
export async function waitReady(
  child: Pick<RunningProcess, 'name' | 'isRunning' | 'ended'>,
  port: number,
  { signal, patienceMs, host }: MongoClientKind,
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const why = await whyUnready(baseOf(host, port));
    if (why === undefined) return;
    if (!child.isRunning()) throw new Error(`${child.name} ended before it was ready: ${await child.ended}`);
    if (performance.now() > until)
      throw new Error(`${child.name} was not ready after ${patienceMs / 1000} s: ${why}`);
    await sleep(EVERY_MS, undefined, { signal });
  }
}

/** What a process answers /readyz with if it is not ready, or why there is no answer. Undefined: it is ready. */
export async function whyUnready(base: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const text = await answer.text();
    return answer.ok ? undefined : text;
  } catch (error) {
    return `no answer (${error instanceof Error ? error.name : String(error)})`;
  }
}
