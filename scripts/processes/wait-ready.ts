import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from './running-process.js';

const EVERY_MS = 100;

/**
 * Waits until a process answers /readyz with 200 on `port`. Rejects when it ends, when `signal` is aborted, or after
 * `patienceMs`.
 */
export async function waitReady(
  child: Pick<RunningProcess, 'name' | 'isRunning' | 'ended'>,
  port: number,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<void> {
  const until = performance.now() + patienceMs;
  while (!(await isReady(port))) {
    if (!child.isRunning()) throw new Error(`${child.name} ended before it was ready: ${await child.ended}`);
    if (performance.now() > until)
      throw new Error(`${child.name} was not ready after ${patienceMs / 1000} s`);
    await sleep(EVERY_MS, undefined, { signal });
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
