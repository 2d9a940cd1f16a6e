import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;
/** Generous, for a busy machine. */
const WITHIN_MS = 60_000;

/** Looks until it holds. Throws `otherwise` if it does not within a minute. */
export async function waitFor(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  if (!(await holdsWithin(WITHIN_MS, holds))) throw new Error(otherwise);
}

/** Looks until it holds, for this many milliseconds at most, and tells whether it does. */
export async function holdsWithin(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > until) return false;
    await sleep(LOOK_MS);
  }
  return true;
}
