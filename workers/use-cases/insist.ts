import pRetry from 'p-retry';
import { isOutage } from '../../src/platform/outage.js';

/**
 * Repeats a write through a short outage (about 20 s, less than a drained shutdown): an answer that a buyer gave
 * exists nowhere else. The write is conditional, so one that had landed is not done twice.
 */
export const insist = <T>(write: () => Promise<T>): Promise<T> =>
  pRetry(write, {
    retries: 12,
    minTimeout: 100,
    maxTimeout: 3_000,
    maxRetryTime: 20_000,
    shouldRetry: ({ error }) => isOutage(error),
  });
