import type { Offer } from '../catalogue/types.js';
import type { Attempt, LeadRecord } from '../lead/lead-record.js';
import { sendBy } from './attempt-times.js';
import { sentTo } from './sent-to.js';

export type NewAttempt = Attempt & Required<Pick<Attempt, 'run' | 'send_by' | 'sent_to'>>;

/**
 * The attempt that a worker stores before its request leaves. What must still be known of it when the catalogue has
 * changed goes with it.
 */
export function newAttempt(lead: LeadRecord, offer: Offer, at: Date): NewAttempt {
  const { round, runs: run, attempts } = lead;
  const { timeout_ms } = offer.delivery;
  const send_by = sendBy({ at, timeout_ms });
  const n = attempts.length + 1;
  return { n, round, run, at, timeout_ms, send_by, sent_to: sentTo(offer), outcome: 'open' };
}
