import { reachedAttempt } from '../delivery/attempt.js';
import { isFinal } from '../lead/lead-states.js';
import { effectsOf } from '../lead/pending-effect.js';
import { claimsAfterReturns } from '../money/returned-claims.js';
import type { CheckedLead } from './records.js';

/**
 * Whether a lead holds slots, claims and reservations. `must`: it has passed the reserving steps and gave nothing
 * back. `may`: it has not passed them yet, or its pending effect is not applied yet. `no`: it has ended and has no
 * pending effect.
 */
export type Holding = 'must' | 'may' | 'no';

/** States after the reserving steps: a lead in one of them was sent, or is saved for the hours of the buyer. */
const TAKEN = ['sending', 'waiting', 'saved', 'pending', 'unknown'];

/** Whether a submission of the lead (`submission`) holds slots and reservations. */
export function holdingOf(lead: CheckedLead, submission: number): Holding {
  if (lead.is_test) return 'no';
  if (lead.submission !== submission) return owes(lead, submission) ? 'may' : 'no';
  if (lead.state === 'accepted' || TAKEN.includes(lead.state)) return 'must';
  return !isFinal(lead.state) || owes(lead, submission) ? 'may' : 'no';
}

/**
 * The same for the places in caps, of the present submission. A first run stores its attempt, and may then find that its
 * place is gone (ADR 91). It sends nothing, and the lead holds no place until it is evaluated again. Nor may a lead that was
 * put back, and that no buyer was asked about: the run that broke may have taken it out of a full cap (ADR 27).
 */
export function reservationHoldingOf(lead: CheckedLead): Holding {
  const holding = holdingOf(lead, lead.submission);
  const { by, outcome } = lastAttemptOf(lead) ?? {};
  const mayLack = by !== undefined && (outcome === 'open' || outcome === 'never_sent');
  const mayHaveLeft = lead.timeline.at(-1)?.what === 'requeued' && reachedAttempt(lead) === undefined;
  return holding === 'must' && (mayLack || mayHaveLeft) && lead.state !== 'accepted' ? 'may' : holding;
}

/**
 * The same for claims, except that a lead that the buyer called a duplicate keeps its claims, and a return may have
 * released those of a sold lead.
 */
export function claimHoldingOf(lead: CheckedLead, submission: number): Holding {
  if (lead.state === 'accepted' && lead.submission === submission && !lead.is_test)
    return ({ kept: 'must', open: 'may', gone: 'no' } as const)[claimsAfterReturns(lead).kind];
  const isBuyersDuplicate = lead.state === 'rejected' && lead.decision?.refusal?.why === 'buyer_duplicate';
  return !lead.is_test && lead.submission === submission && isBuyersDuplicate
    ? 'must'
    : holdingOf(lead, submission);
}

export const owes = (lead: CheckedLead, submission: number): boolean =>
  effectsOf(lead, 'reservations').some((effect) => effect.submission === submission);

/** The newest attempt of the current submission of the lead. */
export const lastAttemptOf = ({
  attempts,
  submission,
}: CheckedLead): CheckedLead['attempts'][number] | undefined =>
  attempts.findLast((attempt) => attempt.submission === submission);
