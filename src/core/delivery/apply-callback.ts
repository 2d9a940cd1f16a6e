import type { AnswerOutcome, Catalogue, Offer } from '../catalogue/types.js';
import { isFinal } from '../lead/lead-states.js';
import type { BuyerAnswer } from './delivered.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { Attempt, LeadRecord } from '../lead/lead-record.js';
import { decidedEntries } from './apply-delivery-result.js';
import { applyDeliveryResult } from './apply-delivery-result.js';
import { mayHaveArrived, nextStep } from './attempt.js';
import { buyerMoved } from './attempt.js';
import { payoutOf } from '../payout.js';

/** What a callback can say: "try again" is no answer to give without being asked. */
export type CallbackOutcome = Exclude<AnswerOutcome, 'retry'>;

export interface Callback {
  readonly answer: BuyerAnswer & { readonly outcome: CallbackOutcome };
  /** The round whose address was called. */
  readonly round: number;
  /** The rule that read it, for the operator. */
  readonly detail: string;
  /** Tells callbacks apart; the same one twice has the same mark. Of a keyed hash, nothing personal. */
  readonly dedupe_key: string;
}

/**
 * What a callback means for a lead as it stands, whose attempts say whom they went to. `change`: to be written. `stands`:
 * nothing is to change (it ended so already, or "later" is no news). `refused`: it contradicts what is final, the buyer
 * can't have this lead, or the offer has another buyer by now. `later`: a worker is about to send it again, or is
 * doing so, and knows in a moment.
 */
export type CallbackResult =
  | { readonly kind: 'change'; readonly when: LeadCondition; readonly change: LeadChange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: 'decided' | 'old_round' | 'not_sent' | 'another_buyer' }
  | { readonly kind: 'later' };

/**
 * A callback decides from any undecided state in which the buyer may have the lead: it may well come before the answer
 * to our own request is stored. The same states, terms and pending effects as the buyer's answer to a request.
 */
export function applyCallback(
  lead: LeadRecord,
  callback: Callback,
  about: { readonly catalogue: Catalogue; readonly now: Date; readonly random: number },
): CallbackResult {
  const { outcome } = callback.answer;
  if (callback.round !== lead.round) return { kind: 'refused', why: 'old_round' };
  if (isFinal(lead.state)) return endedSo(lead, outcome) ? UNCHANGED : { kind: 'refused', why: 'decided' };
  const attempt = reachedBy(lead);
  if (!attempt) return { kind: 'refused', why: 'not_sent' };
  const offer = about.catalogue.offers.get(lead.offer_id);
  if (offer && !isFromPresentBuyer(lead, offer)) return { kind: 'refused', why: 'another_buyer' };
  if (outcome === 'pending' && lead.state !== 'unknown') return UNCHANGED;
  // After an unknown attempt the buyer's "duplicate" may be our own lead: an operator has to look.
  if (outcome === 'duplicate' && mayHaveArrived(lead)) return UNCHANGED;
  // It is being evaluated for another attempt, and its reservations may move to other windows meanwhile.
  if (lead.state === 'working' && nextStep(lead) === 'judge') return { kind: 'later' };
  if (outcome !== 'accepted' && mayBeOfEarlier(lead)) return { kind: 'later' };
  return changeBy(lead, attempt, callback, about);
}

/**
 * Whether the offer's buyer is the one that calls. The address alone proves which lead, and every buyer that was sent it
 * has that: where several were, only a signature tells them apart.
 */
export function isFromPresentBuyer(lead: LeadRecord, offer: Offer): boolean {
  const reached = lead.attempts.filter(
    ({ round, outcome }) => round === lead.round && outcome !== 'never_sent',
  );
  const callers = offer.delivery.callback ? reached.slice(-1) : reached;
  return callers.every((attempt) => buyerMoved(attempt, offer) === undefined);
}

/**
 * Whether the buyer may speak of an earlier request than the one that is open. Its "no" would then end a lead whose request is
 * still to leave, and may be accepted: the person is free to be sold again meanwhile. The open one's answer is waited for.
 */
const mayBeOfEarlier = ({ state, attempts, round }: LeadRecord): boolean =>
  state === 'sending' &&
  attempts.filter((one) => one.round === round && one.outcome !== 'never_sent').length > 1;

const UNCHANGED: CallbackResult = { kind: 'unchanged' };

/** The newest attempt of the round by which the buyer can have got the lead and its address. */
const reachedBy = ({ attempts, round }: LeadRecord): Attempt | undefined =>
  attempts.findLast((attempt) => attempt.round === round && attempt.outcome !== 'never_sent');

/** Whether a final lead ended as the buyer says now; "later" that comes too late says nothing. */
function endedSo({ state, decision }: LeadRecord, outcome: CallbackOutcome): boolean {
  if (state === 'accepted') return outcome === 'accepted' || outcome === 'pending';
  if (decision?.source !== 'buyer' && decision?.source !== 'partner') return false;
  if (outcome === 'pending') return true;
  return (
    decision.code === { accepted: 'ACCEPTED', rejected: 'BUYER_REJECTED', duplicate: 'DUPLICATE' }[outcome]
  );
}

function changeBy(
  lead: LeadRecord,
  attempt: Attempt,
  { answer, detail, dedupe_key: mark }: Callback,
  { catalogue, now, random }: Parameters<typeof applyCallback>[2],
): CallbackResult {
  const { id, round, runs, state, attempts, offer_id } = lead;
  const offer = catalogue.offers.get(offer_id);
  if (!offer) return { kind: 'refused', why: 'not_sent' };
  const campaignOffer = catalogue.campaigns.get(lead.campaign_id)?.offers.get(offer_id);
  const payout_cents = payoutOf({ terms: lead.terms, program: lead.program_id }, campaignOffer);
  const concluded = applyDeliveryResult(
    { kind: 'answered', answer, status: 200 },
    { lead, offer, payout_cents, now, random },
  );
  const { change } = concluded;
  const another =
    answer.reference !== undefined && lead.reference !== undefined && answer.reference !== lead.reference;
  const reason = { detail, was: state, mark, ...(another ? { reference: 'another than before' } : {}) };
  return {
    kind: 'change',
    when: { id, round, runs, states: [state], attempts: attempts.length },
    change: {
      ...change,
      ...endOf(attempt, concluded.attempt, now),
      callback: mark,
      entries: [
        { at: now, what: 'callback', offer_id, outcome: answer.outcome, reason },
        ...decidedEntries(offer_id, change.decision),
      ],
    },
  };
}

/** The attempt is answered by it, unless the buyer had said "later": then it ended as it did. */
function endOf(attempt: Attempt, outcome: Attempt['outcome'], now: Date): Pick<LeadChange, 'attempt_end'> {
  if (attempt.outcome === 'pending') return {};
  const { n, at, ended_at = now, duration_ms = now.getTime() - at.getTime() } = attempt;
  return { attempt_end: { n, outcome, ended_at, duration_ms } };
}
