import type { Delivered, DestinationHealth } from '../delivery/delivered.js';

/** What an operator may see of an answer, or of why there was none: no personal data. */
export const seenOf = (delivered: Delivered): { readonly status?: number; readonly detail?: string } => ({
  ...(delivered.kind === 'never_sent' || delivered.status === undefined ? {} : { status: delivered.status }),
  ...(delivered.detail === undefined ? {} : { detail: delivered.detail }),
});

/** A delivery, or the asking about one, as its destination gate remembers it. */
export const callResultOf = (delivered: Delivered, duration_ms: number): CallResult => ({
  health: healthOf(delivered),
  outcome: delivered.kind === 'answered' ? delivered.answer.outcome : delivered.kind,
  duration_ms,
  ...seenOf(delivered),
});

/** What became of a request, for the breaker and for `leadkeep destinations`. No personal data. */
export interface CallResult {
  readonly health: DestinationHealth;
  /** What it was read as: `accepted`, `never_sent`, … */
  readonly outcome: string;
  readonly duration_ms: number;
  readonly status?: number;
  readonly detail?: string;
}

/**
 * Whether a delivery shows that its destination works. Down: nobody listens, no complete answer came, or one of 5xx
 * that decides nothing. A complete answer below 500 is one of a system that works, whatever our rules make of it; and
 * a fault of ours says nothing about anybody but us.
 */
export function healthOf(delivered: Delivered): DestinationHealth {
  switch (delivered.kind) {
    case 'never_sent':
      return delivered.ours ? 'neither' : 'down';
    case 'unknown':
      if (delivered.ours === 'evaluator') return 'neither';
      return delivered.status === undefined || delivered.status >= 500 ? 'down' : 'up';
    case 'answered':
      return delivered.answer.outcome === 'retry' && delivered.status >= 500 ? 'down' : 'up';
  }
}
