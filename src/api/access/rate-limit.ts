import type { Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { ApiKey } from '../../core/keys/types.js';
import { DEFAULT_LIMITS, type Operation } from '../../core/limits/limits.js';
import { bucketKey, createGcraStore, secondsUntil } from '../../platform/redis/limits/gcra-store.js';
import type { Bucket, Gcra } from '../../platform/redis/limits/gcra.js';
import { rateLimited } from '../faults.js';
import { runMiddleware } from './run-middleware.js';

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

/** `affiliates`: those of the catalogue in force, which may have limits for all their keys together. */
export function createRateLimit(
  gcra: Pick<Gcra, 'takeAll'>,
  affiliates: () => Catalogue['affiliates'],
  clock: () => Date,
): TakeFromBucket {
  const taken = new WeakMap<Request, Buckets>();
  const bucketsOf = (request: Request): Buckets => {
    const buckets = taken.get(request);
    if (!buckets) throw new Error('a request is limited after its key is known');
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
