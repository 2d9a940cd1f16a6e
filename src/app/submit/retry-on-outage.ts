import pRetry from 'p-retry';
import { isOutage } from '../../platform/process/outage.js';

/** Less than a drained shutdown. */
export const INSIST_MS = 20_000;

/**
 * Repeats a write through a short outage: an answer that a buyer gave exists nowhere else. The write is conditional, so
 * one that had landed is not done twice.
 */
export const insist = <T>(write: () => Promise<T>, forMs = INSIST_MS): Promise<T> =>
  pRetry(write, {
    retries: 12,
    minTimeout: 100,
    maxTimeout: 3_000,
    maxRetryTime: forMs,
    shouldRetry: ({ error }) => isOutage(error),
  });
