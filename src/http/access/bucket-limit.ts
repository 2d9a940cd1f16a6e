import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import type { Bucket, RateLimiter } from '../../app/ports/rate-limiter.js';
import { secondsUntil } from '../../core/limits/limits.js';
import { rateLimited } from '../faults.js';

export type Buckets = readonly [first: Bucket, ...others: readonly Bucket[]];

/**
 * Takes one call from each bucket. A refused call takes from none. Throws RATE_LIMITED, or an outage: no call passes
 * without a check.
 */
export type TakeFromBuckets = (request: Request, response: Response, buckets: Buckets) => Promise<void>;

export function createBucketLimit(gcra: Pick<RateLimiter, 'takeAll'>, clock: () => Date): TakeFromBuckets {
  const taken = new WeakMap<Request, Buckets>();
  const bucketsOf = (request: Request): Buckets => {
    const buckets = taken.get(request);
    if (!buckets) throw new Error('the key must be known before the limit is checked');
    return buckets;
  };
  const limiter = rateLimit({
    store: createGcraStore(gcra, clock),
    keyGenerator: (request) => bucketKey(...bucketsOf(request)),
    limit: (request) => bucketsOf(request)[0].limit.burst,
    handler: (request, _response, next) => {
      const { rateLimit: info } = request as Request & { rateLimit?: { resetTime?: Date } };
      const now = clock();
      next(rateLimited(secondsUntil(info?.resetTime ?? now, now)));
    },
    // The RateLimit headers describe fixed windows, but this is a token bucket.
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
  });
  return (request, response, buckets) => {
    taken.set(request, buckets);
    return runMiddleware(limiter, request, response);
  };
}

/** Runs a library's middleware as one step. Resolves if the middleware passes the call on; rejects with its error. */
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
 * What express-rate-limit's `keyGenerator` returns for buckets with their own limits. The store receives only the key,
 * so the key contains the limits, and one store serves all API keys. A bucket's name in Redis is only `name`, so a
 * changed limit continues with the same bucket.
 */
export const bucketKey = (...buckets: Buckets): string => JSON.stringify(buckets);

/**
 * A store of token buckets for express-rate-limit, with one Redis call per request. Its `keyGenerator` must return
 * `bucketKey(…)`, and its `limit` must return the burst of the first limit. Then the library's `remaining` is what is
 * left in the emptiest bucket.
 *
 * - allowed: `totalHits` is the burst minus what is left; `resetTime` is when the bucket is full again
 * - refused: nothing was taken, and `totalHits` is the burst + 1; `resetTime` is when one more call is allowed, so that
 *   `secondsUntil(resetTime, now)` and the library's own Retry-After are right
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
    // Every allowed call counts, whatever its answer (docs/contract.md#limits), so nothing is given back.
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}
