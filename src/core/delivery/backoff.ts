/**
 * When to try again: exponential from 1 s, at most 60 s, with half of it left to chance so that a buyer that comes
 * back is not met by all at once. `random` is 0–1.
 */
export function backoffMs(tries: number, random: number): number {
  const full = Math.min(60_000, 1_000 * 2 ** Math.max(0, tries - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
