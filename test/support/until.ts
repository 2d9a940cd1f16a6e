import { setTimeout as sleep } from 'node:timers/promises';

/** The longer it lasts, the less often somebody looks, which itself takes time from what is waited for. */
const PAUSE = { firstMs: 5, factor: 1.2, mostMs: 100 };

/** Waits until the check holds; throws when it does not within `limitMs`, which only bounds a hang. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 240_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (let pause = PAUSE.firstMs; !(await holds()); pause = Math.min(pause * PAUSE.factor, PAUSE.mostMs)) {
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(pause);
  }
}
