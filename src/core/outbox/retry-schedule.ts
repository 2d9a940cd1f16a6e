import type { OutboxMessage } from './outbox-message.js';

const MINUTE_MS = 60_000;

/** The pauses after the first failures; the last one repeats. */
const PAUSES_MS = [10_000, 30_000, ...[1, 2, 5, 10, 20, 40, 60, 120].map((minutes) => minutes * MINUTE_MS)];

/** A pause is up to this much longer, so that what failed together does not come back together. */
const JITTER = 0.2;
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
  const planned = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
  const pause = Math.max(planned, Math.min(retryAfterMs, MAX_ASKED_MS)) * (1 + JITTER * random);
  const next = new Date(now.getTime() + pause);
  return next.getTime() > created_at.getTime() + giveUpMs ? undefined : next;
}
