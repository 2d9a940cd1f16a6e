import { backoffMs } from '../backoff.js';
import type { OutboxMessage } from './outbox-message.js';

const MINUTE_MS = 60_000;

const BACKOFF = { first_ms: 10_000, most_ms: 120 * MINUTE_MS, jitter: 0.2 };
const MAX_ASKED_MS = 60 * MINUTE_MS;

interface Failure {
  readonly now: Date;
  /** 0–1. */
  readonly random: number;
  /** How long a message is tried, from its creation on. */
  readonly giveUpMs: number;
  /** What the receiver asked for (`Retry-After`). An hour at most is granted. */
  readonly retryAfterMs?: number;
}

/** When a message that failed again is tried next. Undefined: it is parked. */
export function nextTry(
  { failures, created_at }: Pick<OutboxMessage, 'failures' | 'created_at'>,
  { now, random, giveUpMs, retryAfterMs = 0 }: Failure,
): Date | undefined {
  const pause = Math.max(backoffMs(BACKOFF, failures + 1, random), Math.min(retryAfterMs, MAX_ASKED_MS));
  const next = new Date(now.getTime() + pause);
  return next.getTime() > created_at.getTime() + giveUpMs ? undefined : next;
}
