import type { Health } from '../delivery/delivered.js';

/** Why a request has to wait: the breaker is open, too many are under way, or it is not its turn. */
export type WaitReason = 'destination_down' | 'no_room' | 'throttled';

export type Admission =
  | { readonly outcome: 'go' }
  /** Ask again after so long. It is an estimate for those behind others, and kept short for the first ones. */
  | { readonly outcome: 'wait'; readonly why: WaitReason; readonly for_ms: number };

/** What became of a request, for the breaker and for whoever asks how a destination does. No personal data. */
export interface CallResult {
  readonly health: Health;
  /** What it was read as: `accepted`, `never_sent`, … */
  readonly outcome: string;
  readonly duration_ms: number;
  readonly status?: number;
  readonly detail?: string;
}
