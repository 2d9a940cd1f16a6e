import { setTimeout as sleep } from 'node:timers/promises';
import type { Visit } from '../plan/visits.js';

export interface LoadOptions {
  readonly visits: readonly Visit[];
  /** The time over which the visits are spread evenly. */
  readonly forMs: number;
  /** After this time, no further visit starts. */
  readonly cutMs?: number;
  readonly signal: AbortSignal;
  readonly visit: (visit: Visit) => Promise<void>;
}

/** The most visits at the same time, since all clients share one process. */
const MAX_AT_ONCE = 64;

/** Makes all visits, each at its time, or later if the service is slow. Resolves after the last answer. */
export async function runLoad({
  visits,
  forMs,
  cutMs = Infinity,
  signal,
  visit,
}: LoadOptions): Promise<void> {
  const began = performance.now();
  const total = visits.reduce((sum, { submits }) => sum + submits.length, 0);
  const inside = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let come = 0;
  for (const one of visits) {
    const wait = began + (come / total) * forMs - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal });
    while (inside.size >= MAX_AT_ONCE) await Promise.race(inside);
    signal.throwIfAborted();
    if (faults.length > 0 || performance.now() - began > cutMs) break;
    come += one.submits.length;
    const visiting: Promise<void> = visit(one)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => inside.delete(visiting));
    inside.add(visiting);
  }
  await Promise.all(inside);
  signal.throwIfAborted();
  if (faults.length > 0) throw faults[0];
}
