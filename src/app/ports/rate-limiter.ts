import type { Limit } from '../../core/limits/limits.js';

/** A bucket, by its name under `{<prefix>:limits}:`. */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

export interface TokensTaken {
  readonly allowed: boolean;
  /** Whole seconds until one more call is allowed: at least 1 if this call was refused, otherwise 0 or more. */
  readonly retryAfterSeconds: number;
  /** Milliseconds until one more call is allowed, rounded up. */
  readonly nextInMs: number;
}

export interface RateLimiter {
  /**
   * Takes one token from each of these buckets (at least one), in one Redis call. If one bucket refuses, this takes none.
   * `nowMs` is for simulated time; by default the Redis clock counts, which all processes share. Throws an OutageError
   * within half a second while Redis is not available.
   */
  take(buckets: readonly Bucket[], nowMs?: number): Promise<TokensTaken>;
}
