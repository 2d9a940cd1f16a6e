import type { Passed } from '../../core/destination-gate/summary.js';

export type BreakerPosition = 'closed' | 'open' | 'half-open';

export interface BreakerState {
  readonly position: BreakerPosition;
  /** Consecutive failures. */
  readonly failures: number;
  /** How many more milliseconds the breaker stays open. */
  readonly open_ms: number;
}

/** What the destination gate stores about one destination. */
export interface GateView {
  readonly breaker: BreakerState;
  /** Requests that wait for a turn, for a free slot or for the destination to recover. */
  readonly waiting: number;
  /** The requests of the last hour, newest first, at most 1,000. */
  readonly passed: readonly Passed[];
}
