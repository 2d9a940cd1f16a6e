const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * The pause before a service is asked again: about half as long as the lead has waited so far, at most a minute. Half of
 * it is random, so that a service that recovers does not get all leads at once. `random` is 0–1.
 */
export function pauseMs(waitedMs: number, random: number): number {
  const full = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, waitedMs / 2));
  return Math.round(full / 2 + (full / 2) * random);
}
