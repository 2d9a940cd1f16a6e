import type { Passed } from '../../core/destination-gate/summary.js';

export type BreakerPosition = 'closed' | 'open' | 'half-open';

export interface BreakerState {
  readonly position: BreakerPosition;
  /** Consecutive failures. */
  readonly failures: number;
  /** How much longer it stays open, in milliseconds. */
  readonly open_ms: number;
}

/** What the destination gate knows about one destination. */
export interface GateView {
  readonly breaker: BreakerState;
  /** Requests that wait for a turn, for a free slot or for the destination to recover. */
  readonly waiting: number;
  /** The newest 1,000 of the last hour, newest first. */
  readonly passed: readonly Passed[];
}
