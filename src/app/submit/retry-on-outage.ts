import { isOutage } from '../outage.js';
import pRetry from 'p-retry';

/** Less than a drained shutdown. */
export const RETRY_ON_OUTAGE_MS = 20_000;

/**
 * Repeats a write through a short outage: an answer that a buyer gave exists nowhere else. The write is conditional, so
 * one that had landed is not done twice.
 */
export const retryOnOutage = <T>(write: () => Promise<T>, forMs = RETRY_ON_OUTAGE_MS): Promise<T> =>
  pRetry(write, {
    retries: 12,
    minTimeout: 100,
    maxTimeout: 3_000,
    maxRetryTime: forMs,
    shouldRetry: ({ error }) => isOutage(error),
  });
