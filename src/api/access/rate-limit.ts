import type { Catalogue } from '../../core/catalogue/types.js';
import type { ApiKey } from '../../core/keys/api-key.js';
import { DEFAULT_LIMITS, type Operation } from '../../core/limits/limits.js';
import type { RateLimiter } from '../../app/ports/rate-limiter.js';
import { takeTokens } from '../../http/access/take-tokens.js';

/**
 * Takes one call from the bucket of a key and operation, and from the affiliate's bucket if it has one. A refused call
 * takes from neither. Throws RATE_LIMITED, or an outage: no call passes without a check.
 */
export type TakeFromBucket = (key: ApiKey, operation: Operation) => Promise<void>;

/** `affiliates` returns those of the current catalogue. An affiliate may have limits for all its keys together. */
export const createRateLimit =
  (gcra: RateLimiter, affiliates: () => Catalogue['affiliates']): TakeFromBucket =>
  (key, operation) => {
    const limit = key.limits[operation] ?? DEFAULT_LIMITS[operation];
    const ofKey = { name: `${key.id}:${operation}`, limit };
    const shared = affiliates().get(key.affiliate_id)?.limits?.[operation];
    if (!shared) return takeTokens(gcra, ofKey);
    return takeTokens(gcra, ofKey, { name: `affiliate:${key.affiliate_id}:${operation}`, limit: shared });
  };
