import type { Store } from 'express-rate-limit';
import type { Bucket, Gcra } from './gcra.js';

/**
 * What express-rate-limit's `keyGenerator` returns for buckets with their own limits. The store's interface has
 * nothing but the key, so the limits ride on it: one store serves every key's overrides. A bucket's name in Redis
 * is `name` alone, so a changed limit goes on with the same bucket.
 */
export const bucketKey = (first: Bucket, ...others: readonly Bucket[]): string =>
  JSON.stringify([first, ...others]);

/**
 * express-rate-limit's store as token buckets, one Redis call a request. To be used with `keyGenerator` returning
 * `bucketKey(…)` and `limit` returning the first limit's burst, then `remaining` is what is left in the emptiest bucket.
 *
 * - let through: `totalHits` is burst − what is left, `resetTime` when the bucket is full again
 * - refused: `totalHits` is burst + 1, and nothing was taken; `resetTime` is when one more call is let through, so
 *   that `secondsUntil(resetTime, now)` and the library's own Retry-After are right
 */
export function createGcraStore(gcra: Pick<Gcra, 'takeAll'>, clock: () => Date = () => new Date()): Store {
  return {
    localKeys: false,
    async increment(key) {
      const buckets = JSON.parse(key) as readonly [Bucket, ...Bucket[]];
      const { burst } = buckets[0].limit;
      const taken = await gcra.takeAll(buckets);
      const inMs = taken.allowed ? taken.fullInMs : taken.nextInMs;
      const totalHits = taken.allowed ? Math.max(1, burst - taken.remaining) : burst + 1;
      return { totalHits, resetTime: new Date(clock().getTime() + inMs) };
    },
    // Every call that was let through counts, whatever it answers (docs/contract.md#limits): nothing is given back.
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}

/** Whole seconds until `resetTime`, at least 1: the value of Retry-After and `retry_after_seconds`. */
export const secondsUntil = (resetTime: Date, now: Date): number =>
  Math.max(1, Math.ceil((resetTime.getTime() - now.getTime()) / 1_000));
