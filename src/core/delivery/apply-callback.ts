import type { AnswerOutcome, Catalogue, Offer } from '../catalogue/types.js';
import { isFinal } from '../lead/lead-states.js';
import type { BuyerAnswer } from './delivery-result.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { Attempt, LeadRecord } from '../lead/lead-record.js';
import { decidedEntries, applyDeliveryResult } from './apply-delivery-result.js';
import { mayHaveArrived, reachedAttempt, reachedAttempts, taskOf, buyerChanged } from './attempt.js';
import { lateReference, saidBeside } from './late-reference.js';
import type { LeadEntry } from '../lead/lead-entry.js';

/** The outcomes that a callback can report. "Try again" makes no sense without a request. */
export type CallbackOutcome = Exclude<AnswerOutcome, 'retry'>;

export interface Callback {
  readonly answer: BuyerAnswer & { readonly outcome: CallbackOutcome };
  /** The submission number of the callback address. */
  readonly submission: number;
  /** The rule that read the callback, for the operator. */
  readonly detail: string;
  /** Identifies the callback: a repeated callback has the same key. It is a keyed hash and holds no personal data. */
  readonly dedupe_key: string;
}

/**
 * What a callback means for a lead in its present state. The lead's attempts say which buyer received it.
 *
 * - `change`: write this change.
 * - `unchanged`: the lead already ended this way (a sold lead without a reference takes that), or "later" adds nothing.
 * - `refused`: the callback contradicts a final state, the buyer can't have this lead, or the offer has another buyer
 *   now.
 * - `later`: a worker is sending the lead again or is about to. The buyer should call back in a moment.
 */
export type CallbackResult =
  | { readonly kind: 'change'; readonly when: LeadCondition; readonly change: LeadChange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: 'decided' | 'old_submission' | 'not_sent' | 'another_buyer' }
  | { readonly kind: 'later' };

/**
 * Applies a callback. It can decide a lead from any undecided state in which the buyer may have the lead. The reason:
 * a callback may come before the answer to our own request is stored. The states, terms and pending effects are the
 * same as for the buyer's answer to a request.
 */
export function applyCallback(
  lead: LeadRecord,
  callback: Callback,
  about: { readonly catalogue: Catalogue; readonly now: Date; readonly random: number },
): CallbackResult {
  const { outcome } = callback.answer;
  if (callback.submission !== lead.submission) return { kind: 'refused', why: 'old_submission' };
  if (isFinal(lead.state))
    return endedSo(lead, outcome) ? agreeing(lead, callback, about) : { kind: 'refused', why: 'decided' };
  const attempt = reachedAttempt(lead);
  if (!attempt) return { kind: 'refused', why: 'not_sent' };
  const offer = about.catalogue.offers.get(lead.offer_id);
  if (offer && !isFromPresentBuyer(lead, offer)) return { kind: 'refused', why: 'another_buyer' };
  if (outcome === 'pending' && lead.state !== 'unknown') return UNCHANGED;
  // After an unknown attempt, the buyer's "duplicate" may mean our own lead. An operator has to check.
  if (outcome === 'duplicate' && mayHaveArrived(lead)) return UNCHANGED;
  // The lead is being evaluated for another attempt. Its reservations may move to other windows in the meantime.
  if (lead.state === 'working' && taskOf(lead) === 'evaluate') return { kind: 'later' };
  if (outcome !== 'accepted' && mayBeOfEarlier(lead)) return { kind: 'later' };
  return changeBy(lead, attempt, callback, about);
}

/**
 * Whether the caller is the offer's present buyer. The address only proves which lead is meant, and every buyer that
 * received the lead has the address. If several buyers received it, only a signature tells them apart.
 */
export function isFromPresentBuyer(lead: LeadRecord, offer: Offer): boolean {
  const reached = reachedAttempts(lead);
  const callers = offer.delivery.callback ? reached.slice(-1) : reached;
  return callers.every((attempt) => buyerChanged(attempt, offer) === undefined);
}

/**
 * Whether the callback may be about an earlier request than the open one. A refusal would then end a lead whose open
 * request may still be accepted, and the person could be sold again in the meantime. So the callback waits for the
 * open request's answer.
 */
const mayBeOfEarlier = (lead: LeadRecord): boolean =>
  lead.state === 'sending' && reachedAttempts(lead).length > 1;

const UNCHANGED: CallbackResult = { kind: 'unchanged' };

/** Whether a final lead ended as the callback says. A "later" for a lead that the buyer decided changes nothing. */
function endedSo({ state, decision }: LeadRecord, outcome: CallbackOutcome): boolean {
  if (state === 'accepted') return outcome === 'accepted' || outcome === 'pending';
  if (decision?.source !== 'buyer' && decision?.source !== 'partner') return false;
  if (outcome === 'pending') return true;
  return (
    decision.code === { accepted: 'ACCEPTED', rejected: 'BUYER_REJECTED', duplicate: 'DUPLICATE' }[outcome]
  );
}

/** A callback that agrees with the end of the lead. */
function agreeing(
  lead: LeadRecord,
  { answer, detail, dedupe_key: mark }: Callback,
  { catalogue, now }: Parameters<typeof applyCallback>[2],
): CallbackResult {
  const attempt = reachedAttempt(lead);
  const offer = catalogue.offers.get(lead.offer_id);
  const late = attempt && offer && isFromPresentBuyer(lead, offer) && lateReference(lead, attempt, answer);
  if (!late) return UNCHANGED;
  const { state, offer_id } = lead;
  const reason = { detail, was: state, mark, why: 'the decision stays', ...saidBeside(answer) };
  const entry: LeadEntry = { at: now, what: 'callback', offer_id, outcome: answer.outcome, reason };
  return { kind: 'change', when: late.when, change: { ...late.change, callback: mark, entries: [entry] } };
}

function changeBy(
  lead: LeadRecord,
  attempt: Attempt,
  { answer, detail, dedupe_key: mark }: Callback,
  { catalogue, now, random }: Parameters<typeof applyCallback>[2],
): CallbackResult {
  const { id, submission, runs, state, attempts, offer_id } = lead;
  const offer = catalogue.offers.get(offer_id);
  if (!offer) return { kind: 'refused', why: 'not_sent' };
  const concluded = applyDeliveryResult(
    { kind: 'answered', answer, status: 200 },
    { lead, offer, attempt, by: 'callback', now, random },
  );
  const { change } = concluded;
  const another =
    answer.reference !== undefined && lead.reference !== undefined && answer.reference !== lead.reference;
  const reason = { detail, was: state, mark, ...(another ? { reference: 'another than before' } : {}) };
  return {
    kind: 'change',
    when: { id, submission, runs, states: [state], attempts: attempts.length },
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

/** The callback ends the attempt, unless the buyer had answered "later": that attempt has already ended. */
function endOf(attempt: Attempt, outcome: Attempt['outcome'], now: Date): Pick<LeadChange, 'attempt_end'> {
  if (attempt.outcome === 'pending') return {};
  const { number, at, ended_at = now, duration_ms = now.getTime() - at.getTime() } = attempt;
  return { attempt_end: { number, outcome, ended_at, duration_ms } };
}
