import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the check holds; throws when it does not within `limitMs`, which only bounds a hang. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 240_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(10);
  }
}
