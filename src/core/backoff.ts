/** How long to wait before something that failed is tried again. */
export interface BackoffPolicy {
  /** The pause after the first try. It doubles with each further one. */
  readonly first_ms: number;
  readonly most_ms: number;
  /** The share of a pause that is random (0–1), so that what failed together does not come back together. */
  readonly jitter: number;
}

/** The pause after so many tries, in whole milliseconds. `random` is 0–1. */
export function backoffMs(
  { first_ms, most_ms, jitter }: BackoffPolicy,
  tries: number,
  random: number,
): number {
  const full = Math.min(most_ms, first_ms * 2 ** Math.max(0, tries - 1));
  return Math.round(full * (1 - jitter + jitter * random));
}

/** Of a buyer or a service that gave no answer. */
export const DESTINATION_BACKOFF: BackoffPolicy = { first_ms: 1_000, most_ms: 60_000, jitter: 0.5 };
