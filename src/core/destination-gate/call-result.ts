import { compact } from '../catalogue/compact.js';
import type { DeliveryResult, DestinationHealth, Route } from '../delivery/delivery-result.js';

/**
 * What an operator may see of an answer, or the reason why there was no answer, and which way the request went. It holds no
 * personal data.
 */
export const seenOf = (
  delivered: DeliveryResult,
): Route & { readonly status?: number; readonly detail?: string } => ({
  ...(delivered.kind === 'never_sent' ? {} : compact({ status: delivered.status, via: delivered.via })),
  ...(delivered.detail === undefined ? {} : { detail: delivered.detail }),
});

/** The result of a delivery or a follow-up, in the form that the destination gate stores. */
export const callResultOf = (delivered: DeliveryResult, duration_ms: number): CallResult => ({
  health: healthOf(delivered),
  outcome: delivered.kind === 'answered' ? delivered.answer.outcome : delivered.kind,
  duration_ms,
  ...seenOf(delivered),
});

/** The result of a request, for the breaker and for `leadkeep destinations`. It holds no personal data. */
export interface CallResult {
  readonly health: DestinationHealth;
  /** The outcome that the answer was read as: `accepted`, `never_sent`, … */
  readonly outcome: string;
  readonly duration_ms: number;
  readonly status?: number;
  readonly detail?: string;
}

/**
 * Whether a delivery shows that its destination works.
 *
 * - `down`: no connection was possible, no complete answer came, or a 5xx answer decided nothing.
 * - `up`: a complete answer below 500 came, whatever our rules make of it.
 * - `neither`: a fault on our side shows nothing about the destination.
 */
export function healthOf(delivered: DeliveryResult): DestinationHealth {
  switch (delivered.kind) {
    case 'never_sent':
      return delivered.internal_fault ? 'neither' : 'down';
    case 'unknown':
      if (delivered.internal_fault === 'evaluator') return 'neither';
      return delivered.status === undefined || delivered.status >= 500 ? 'down' : 'up';
    case 'answered':
      return delivered.answer.outcome === 'retry' && delivered.status >= 500 ? 'down' : 'up';
  }
}
