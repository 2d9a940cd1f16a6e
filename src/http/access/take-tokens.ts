import type { Bucket, RateLimiter } from '../../app/ports/rate-limiter.js';
import { rateLimited } from '../faults.js';

/**
 * Takes one call from each bucket. A refused call takes from none. Throws RATE_LIMITED, or an outage: no call passes
 * without a check.
 */
export async function takeTokens(limiter: RateLimiter, ...buckets: readonly Bucket[]): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(buckets);
  if (!allowed) throw rateLimited(retryAfterSeconds);
}
