import type { Delivered } from '../delivery/delivered.js';
import type { CallResult } from './admission.js';
import { healthOf } from './health.js';

/** What an operator may see of an answer, or of why there was none: no personal data. */
export const seenOf = (delivered: Delivered): { readonly status?: number; readonly detail?: string } => ({
  ...(delivered.kind === 'never_sent' || delivered.status === undefined ? {} : { status: delivered.status }),
  ...(delivered.detail === undefined ? {} : { detail: delivered.detail }),
});

/** A delivery, or the asking about one, as its gate remembers it. */
export const callResultOf = (delivered: Delivered, duration_ms: number): CallResult => ({
  health: healthOf(delivered),
  outcome: delivered.kind === 'answered' ? delivered.answer.outcome : delivered.kind,
  duration_ms,
  ...seenOf(delivered),
});
