import { isFinal } from '../lead/lead-states.js';
import type { CheckedLead } from './records.js';

/**
 * What a lead holds of slots, claims and places. `must`: it passed the taking and nothing of it was given back.
 * `may`: it is before the taking, or owes it. `no`: it is over and owes nothing.
 */
export type Holding = 'must' | 'may' | 'no';

/** States behind the taking: a lead in one of them was sent, or is held for the buyer's hours. */
const TAKEN = ['sending', 'waiting', 'saved', 'pending', 'unknown'];

/** What the lead's `round` holds of slots and places. */
export function holdingOf(lead: CheckedLead, round: number): Holding {
  if (lead.is_test) return 'no';
  if (lead.round !== round) return owes(lead, round) ? 'may' : 'no';
  if (lead.state === 'accepted' || TAKEN.includes(lead.state)) return 'must';
  return !isFinal(lead.state) || owes(lead, round) ? 'may' : 'no';
}

/** The same for claims: those of a lead that the buyer called a duplicate stay. */
export function claimHoldingOf(lead: CheckedLead, round: number): Holding {
  const isBuyersDuplicate = lead.state === 'rejected' && lead.decision?.refusal?.why === 'buyer_duplicate';
  return !lead.is_test && lead.round === round && isBuyersDuplicate ? 'must' : holdingOf(lead, round);
}

export const owes = (lead: CheckedLead, round: number): boolean =>
  lead.debts.some((effect) => effect.round === round);

/** The newest attempt of the lead's present round. */
export const lastAttemptOf = ({
  attempts,
  round,
}: CheckedLead): CheckedLead['attempts'][number] | undefined =>
  attempts.findLast((attempt) => attempt.round === round);
