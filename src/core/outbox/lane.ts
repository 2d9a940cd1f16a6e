import { backoffMs } from '../backoff.js';
import type { DeliveryAttempt } from './outbox-message.js';

/** What is known of an endpoint that is told things, beside its settings. */
export interface Lane {
  readonly id: string;
  /** Failures in a row. From `BREAKER_FAILURES` on, one message at a time tries whether it works again. */
  readonly failures: number;
  /** Nothing is sent before. */
  readonly open_until?: Date;
  /** Nothing is sent until an operator resumes it. */
  readonly paused?: { readonly by: string; readonly why: string; readonly at: Date };
  /** When it last took a message. Absent: never. */
  readonly delivered_at?: Date;
  /** The newest try, if it did not arrive. */
  readonly last?: DeliveryAttempt;
}

/** How a turn of a sender ended. */
export interface LaneEnd {
  readonly failures: number;
  /** When it is to be served next. Absent: when it is asked. */
  readonly due_at?: Date;
  readonly open_until?: Date;
  /** When a message last arrived in this turn. Absent: none did. */
  readonly delivered_at?: Date;
  /** The newest try of this turn, if it did not arrive. */
  readonly last?: DeliveryAttempt;
}

/** Failures in a row that open the breaker. */
export const BREAKER_FAILURES = 5;
const BREAKER_BACKOFF = { first_ms: 15_000, most_ms: 5 * 60_000, jitter: 0 };

/** Whether only one message may try. */
export const isProbing = ({ failures }: Pick<Lane, 'failures'>): boolean => failures >= BREAKER_FAILURES;

/** Until when nothing is sent, after so many failures in a row. Undefined: the breaker is closed. */
export function openUntil(failures: number, now: Date): Date | undefined {
  if (failures < BREAKER_FAILURES) return undefined;
  return new Date(now.getTime() + backoffMs(BREAKER_BACKOFF, 1 + failures - BREAKER_FAILURES, 0));
}
