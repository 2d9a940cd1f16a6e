import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { ApiKey } from '../../core/keys/api-key.js';
import { DEFAULT_LIMITS, type Operation, secondsUntil } from '../../core/limits/limits.js';
import type { Bucket, RateLimiter } from '../../app/ports/rate-limiter.js';
import { rateLimited } from '../faults.js';

/**
 * Takes one call from the bucket of a key and operation, and from its affiliate's where that has one; a refused call takes
 * from neither. Throws RATE_LIMITED, or an outage: never unlimited.
 */
export type TakeFromBucket = (
  request: Request,
  response: Response,
  key: ApiKey,
  operation: Operation,
) => Promise<void>;

type Buckets = readonly [ofKey: Bucket, ofAffiliate?: Bucket];

/** `affiliates`: those of the current catalogue. An affiliate may have limits for all its keys together. */
export function createRateLimit(
  gcra: Pick<RateLimiter, 'takeAll'>,
  affiliates: () => Catalogue['affiliates'],
  clock: () => Date,
): TakeFromBucket {
  const taken = new WeakMap<Request, Buckets>();
  const bucketsOf = (request: Request): Buckets => {
    const buckets = taken.get(request);
    if (!buckets) throw new Error('the key must be known before the limit is checked');
    return buckets;
  };
  const limiter = rateLimit({
    store: createGcraStore(gcra, clock),
    keyGenerator: (request) => {
      const [ofKey, ofAffiliate] = bucketsOf(request);
      return ofAffiliate ? bucketKey(ofKey, ofAffiliate) : bucketKey(ofKey);
    },
    limit: (request) => bucketsOf(request)[0].limit.burst,
    handler: (request, _response, next) => {
      const { rateLimit: info } = request as Request & { rateLimit?: { resetTime?: Date } };
      const now = clock();
      next(rateLimited(secondsUntil(info?.resetTime ?? now, now)));
    },
    // The RateLimit headers describe fixed windows, which a token bucket is not.
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
  });
  return async (request, response, key, operation) => {
    const limit = key.limits[operation] ?? DEFAULT_LIMITS[operation];
    const ofKey = { name: `${key.id}:${operation}`, limit };
    const shared = affiliates().get(key.affiliate_id)?.limits?.[operation];
    const ofAffiliate = shared && { name: `affiliate:${key.affiliate_id}:${operation}`, limit: shared };
    taken.set(request, ofAffiliate ? [ofKey, ofAffiliate] : [ofKey]);
    await runMiddleware(limiter, request, response);
  };
}

/** Runs a library's middleware as one step: resolves if it passes the call on, rejects with its error. */
export const runMiddleware = (
  middleware: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (error?: unknown): void => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('middleware failed', { cause: error }));
    };
    void Promise.resolve(middleware(request, response, next)).catch(next);
  });

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
export function createGcraStore(
  gcra: Pick<RateLimiter, 'takeAll'>,
  clock: () => Date = () => new Date(),
): Store {
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
