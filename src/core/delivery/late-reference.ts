import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { Attempt, LeadRecord } from '../lead/lead-record.js';
import { reachedAttempt } from './attempt.js';
import type { CallbackAnswer } from './delivery-result.js';

/** What a buyer said beside its outcome, for the timeline of a lead that keeps its decision. */
export const saidBeside = ({
  reference,
  price_cents,
}: Pick<CallbackAnswer, 'reference' | 'price_cents'>): {
  readonly reference?: string;
  readonly price_cents?: number;
} => ({
  ...(reference === undefined ? {} : { reference }),
  ...(price_cents === undefined ? {} : { price_cents }),
});

/** A change that stores a late reference, and the state of the lead that it needs. */
export interface LateReference {
  readonly when: LeadCondition;
  readonly change: Pick<LeadChange, 'state' | 'due_at' | 'reference'>;
}

/**
 * The buyer's reference, if it comes after the sale: a callback or an operator was first, and the lead has none. The return
 * of a lead is found by it. The decision and its money stay, and so does an entry of the books that is written already.
 * Undefined: there is nothing to add, or the answer is about another attempt than the sale.
 */
export function lateReference(
  lead: LeadRecord,
  about: Pick<Attempt, 'number' | 'submission'>,
  { outcome, reference }: Pick<CallbackAnswer, 'outcome' | 'reference'>,
): LateReference | undefined {
  const { id, submission, runs, state, attempts } = lead;
  if (state !== 'accepted' || lead.reference !== undefined || reference === undefined) return undefined;
  if (outcome !== 'accepted' && outcome !== 'pending') return undefined;
  if (about.submission !== submission || reachedAttempt(lead)?.number !== about.number) return undefined;
  return {
    when: { id, submission, runs, states: ['accepted'], attempts: attempts.length },
    change: { state: 'accepted', due_at: null, reference },
  };
}
