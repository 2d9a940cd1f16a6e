import type { Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { ApiKey } from '../../core/keys/types.js';
import { DEFAULT_LIMITS, type Limit, type Operation } from '../../core/limits.js';
import { bucketKey, createGcraStore, secondsUntil } from '../../platform/limits/gcra-store.js';
import type { Gcra } from '../../platform/limits/gcra.js';
import { rateLimited } from '../faults.js';
import { runMiddleware } from './run-middleware.js';

/** Takes one call from the bucket of a key and operation. Throws RATE_LIMITED, or an outage: never unlimited. */
export type TakeFromBucket = (
  request: Request,
  response: Response,
  key: ApiKey,
  operation: Operation,
) => Promise<void>;

interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

export function createRateLimit(gcra: Gcra, clock: () => Date): TakeFromBucket {
  const buckets = new WeakMap<Request, Bucket>();
  const bucketOf = (request: Request): Bucket => {
    const bucket = buckets.get(request);
    if (!bucket) throw new Error('a request is limited after its key is known');
    return bucket;
  };
  const limiter = rateLimit({
    store: createGcraStore(gcra, clock),
    keyGenerator: (request) => {
      const { name, limit } = bucketOf(request);
      return bucketKey(name, limit);
    },
    limit: (request) => bucketOf(request).limit.burst,
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
    buckets.set(request, { name: `${key.id}:${operation}`, limit });
    await runMiddleware(limiter, request, response);
  };
}
