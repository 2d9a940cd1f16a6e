import type { Limit } from '../../core/limits/limits.js';

/** What is taken from, by its name under `<prefix>:limit:`. */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

export interface TokensTaken {
  readonly allowed: boolean;
  /** Calls that would be let through now. */
  readonly remaining: number;
  /** Whole seconds until one more call is let through, at least 1 when this one was refused, else 0 or more. */
  readonly retryAfterSeconds: number;
  /** Milliseconds until one more call is let through, rounded up. */
  readonly nextInMs: number;
  /** Milliseconds until the whole burst is there again, rounded up. */
  readonly fullInMs: number;
}

export interface RateLimiter {
  /**
   * Takes one from the bucket, in one Redis call; a refused call takes nothing. `nowMs`: simulated time, else
   * Redis' clock, which all processes share. Throws an OutageError within half a second when Redis is away.
   */
  take(bucket: string, limit: Limit, nowMs?: number): Promise<TokensTaken>;
  /** The same from several buckets (at least one), also in one call: from all of them, or, when one refuses, from none. */
  takeAll(buckets: readonly Bucket[], nowMs?: number): Promise<TokensTaken>;
}
