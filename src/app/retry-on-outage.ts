import pRetry from 'p-retry';
import { RETRY_ON_OUTAGE_MS } from '../core/delivery/lease-times.js';
import { isOutage } from './outage.js';

/**
 * Repeats a write during a short outage. The write is conditional, so a write that already took effect is not done
 * twice.
 */
export const retryOnOutage = <T>(write: () => Promise<T>, forMs = RETRY_ON_OUTAGE_MS): Promise<T> =>
  pRetry(write, {
    retries: 12,
    minTimeout: 100,
    maxTimeout: 3_000,
    maxRetryTime: forMs,
    shouldRetry: ({ error }) => isOutage(error),
  });
