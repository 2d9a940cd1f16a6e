import type { Limit } from '../../core/limits/limits.js';

/** A bucket, by its name under `{<prefix>:limits}:`. */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

export interface TokensTaken {
  readonly allowed: boolean;
  /** How many calls would be allowed now. */
  readonly remaining: number;
  /** Whole seconds until one more call is allowed: at least 1 if this call was refused, otherwise 0 or more. */
  readonly retryAfterSeconds: number;
  /** Milliseconds until one more call is allowed, rounded up. */
  readonly nextInMs: number;
  /** Milliseconds until the whole burst is available again, rounded up. */
  readonly fullInMs: number;
}

export interface RateLimiter {
  /**
   * Takes one token from the bucket, in one Redis call. A refused call takes nothing. `nowMs` is for simulated time;
   * by default the Redis clock counts, which all processes share. Throws an OutageError within half a second while
   * Redis is not available.
   */
  take(bucket: string, limit: Limit, nowMs?: number): Promise<TokensTaken>;
  /**
   * Takes one token from each of several buckets (at least one), also in one call. If one bucket refuses, this takes
   * none.
   */
  takeAll(buckets: readonly Bucket[], nowMs?: number): Promise<TokensTaken>;
}
