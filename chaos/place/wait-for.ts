import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 50;
/** Generous, for a busy machine. */
const WITHIN_MS = 60_000;

/** Looks until it holds. Throws `otherwise` if it does not within a minute. */
export async function waitFor(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(otherwise);
    await sleep(LOOK_MS);
  }
}
