import type { Store } from 'express-rate-limit';
import type { Limit } from '../../core/limits.js';
import type { Gcra } from './gcra.js';

/**
 * What express-rate-limit's `keyGenerator` returns for a bucket with its own limit. The store's interface has
 * nothing but the key, so the limit rides on it: one store serves every key's overrides. The bucket's name in Redis
 * is `bucket` alone, so a changed limit goes on with the same bucket.
 */
export const bucketKey = (bucket: string, { per_minute, burst }: Limit): string =>
  `${bucket}=${per_minute}:${burst}`;

function readBucketKey(key: string): { bucket: string; limit: Limit } {
  const match = /^(.+)=(\d+):(\d+)$/.exec(key);
  if (!match?.[1]) throw new Error('Not a key made by bucketKey');
  return { bucket: match[1], limit: { per_minute: Number(match[2]), burst: Number(match[3]) } };
}

/**
 * express-rate-limit's store as token buckets, one Redis call a request. To be used with `keyGenerator` returning
 * `bucketKey(…)` and `limit` returning the same limit's burst, then `remaining` is what is left in the bucket.
 *
 * - let through: `totalHits` is burst − what is left, `resetTime` when the bucket is full again
 * - refused: `totalHits` is burst + 1, and nothing was taken; `resetTime` is when one more call is let through, so
 *   that `secondsUntil(resetTime, now)` and the library's own Retry-After are right
 */
export function createGcraStore(gcra: Gcra, clock: () => Date = () => new Date()): Store {
  return {
    localKeys: false,
    async increment(key) {
      const { bucket, limit } = readBucketKey(key);
      const taken = await gcra.take(bucket, limit);
      const inMs = taken.allowed ? taken.fullInMs : taken.nextInMs;
      const totalHits = taken.allowed ? Math.max(1, limit.burst - taken.remaining) : limit.burst + 1;
      return { totalHits, resetTime: new Date(clock().getTime() + inMs) };
    },
    // Every call that was let through counts, whatever it answers (decisions, section 2): nothing is given back.
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}

/** Whole seconds until `resetTime`, at least 1: the value of Retry-After and `retry_after_seconds`. */
export const secondsUntil = (resetTime: Date, now: Date): number =>
  Math.max(1, Math.ceil((resetTime.getTime() - now.getTime()) / 1_000));
