import { setTimeout as pause } from 'node:timers/promises';
import { figuresOf, shown, type Figures } from '../attack/support/figures.js';
import type { TestProcess } from '../support/processes.js';
import { endIdleConnections } from './send.js';

/** As after an attack (test/attack/pipelined-pages.test.ts). */
const RECOVERY_MS = 240_000;
const AGAIN_MS = 500;

/** What a busy process opens beside: a connection to a service, a log's pipe. */
const OWN_DESCRIPTORS = 20;
const MAX_HEAP = 1.1;

const isFlat = (before: Figures, after: Figures): boolean =>
  after.descriptors <= before.descriptors + OWN_DESCRIPTORS && after.heap <= before.heap * MAX_HEAP;

/**
 * Looks at what processes hold, after a collection, and tells at the end whether it is the same within 20 descriptors
 * and a tenth of the heap; they have time to let go. The first look has to be at warm processes: compiled code and
 * caches are no leak.
 */
export async function watchFigures(processes: readonly TestProcess[]): Promise<() => Promise<Flatness>> {
  endIdleConnections();
  const before = await Promise.all(processes.map(figuresOf));
  return async () => {
    endIdleConnections();
    const ends = await Promise.all(processes.map((one, n) => settled(one, before[n] as Figures)));
    return {
      lines: ends.map(([first, last], n) => `web ${n + 1}: before ${shown(first)}; after ${shown(last)}`),
      faults: ends.flatMap(([first, last], n) =>
        isFlat(first, last) ? [] : [`web ${n + 1} did not let go`],
      ),
    };
  };
}

export interface Flatness {
  /** Before and after, for people. */
  readonly lines: readonly string[];
  /** Empty when all are flat. */
  readonly faults: readonly string[];
}

async function settled(process: TestProcess, before: Figures): Promise<readonly [Figures, Figures]> {
  const end = performance.now() + RECOVERY_MS;
  let now = await figuresOf(process);
  while (!isFlat(before, now) && performance.now() < end) {
    await pause(AGAIN_MS);
    now = await figuresOf(process);
  }
  return [before, now];
}
