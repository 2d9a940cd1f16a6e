import type { Attempt, LeadRecord } from '../lead/lead-record.js';

/** Runs that ended without a word, after which a lead is ended instead of tried again. */
export const MAX_STALLS = 10;

/** The newest attempt of the lead's present round. */
export const lastAttempt = <One extends Pick<Attempt, 'round'>>({
  attempts,
  round,
}: {
  readonly attempts: readonly One[];
  readonly round: number;
}): One | undefined => attempts.findLast((attempt) => attempt.round === round);

/**
 * Whether a buyer may have the lead by an attempt of this round that nobody heard the end of. Then only the buyer's
 * answer or an operator can say no: no check, cap or fault of ours can.
 */
export const mayHaveArrived = ({ attempts, round }: Pick<LeadRecord, 'attempts' | 'round'>): boolean =>
  attempts.some((attempt) => attempt.round === round && attempt.outcome === 'unknown');

/**
 * What a worker that just took a lead has to do, read from the attempts of its round: nothing has left for sure
 * (or a buyer asked to try again) → `judge`; the buyer said "later" → `ask`; a request may have left and its worker
 * never came back → `interrupted`; too many runs ended without a word → `give_up`.
 */
export function nextStep(lead: LeadRecord): 'judge' | 'ask' | 'interrupted' | 'give_up' {
  const last = lastAttempt(lead);
  if (last?.outcome === 'open') return 'interrupted';
  if (lead.stalls >= MAX_STALLS) return 'give_up';
  return last?.outcome === 'pending' ? 'ask' : 'judge';
}
