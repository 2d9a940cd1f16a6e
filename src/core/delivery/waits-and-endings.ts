import { hadReservations } from '../caps/had-reservations.js';
import { closedSince, sendableAt } from '../catalogue/opening-hours.js';
import type { Buyer, Offer, TimedPause } from '../catalogue/types.js';
import type { Admission } from '../destination-gate/admission.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { LeadEntry, ReevaluationReason } from '../lead/lead-entry.js';
import type { LeadCore, LeadRecord, SharedWait } from '../lead/lead-record.js';
import type { LeadState } from '../lead/lead-states.js';
import { firstRunWrite } from '../lead/lease.js';
import { newestWait, waitsBecause, type HeldReason } from '../lead/waiting.js';
import type { Refusal } from '../refusal.js';
import { applyDeliveryResult, failed } from './apply-delivery-result.js';
import { lastAttempt, mayBeTaken, mayHaveArrived, reachedAttempt, repeatBuyerChanged } from './attempt.js';
import { firstDueWithout, windowEnd, windowFrom } from './delivery-window.js';
import { LAST_CHANCE_MS } from './lease-times.js';
import { releaseEffect } from './pending-effects.js';

/*
 * What becomes of a lead whose run ends: it is decided, or left to an operator, or it waits. A wait for the same reason as
 * before gets no new entry, so that older entries stay in the bounded timeline.
 */

/** The moment at which a run ends. `random` is 0–1. */
export interface Moment {
  readonly now: Date;
  readonly random: number;
}

/** The last step that a decision reached. The step `lead` reads no shared record. */
export type Step = 'lead' | 'slot' | 'claims' | 'caps';

/** What refuses a lead, at which step, and what a verification service said before. */
export interface Refused {
  readonly refusal: Refusal;
  readonly step: Step;
  readonly heard?: LeadEntry | undefined;
}

/**
 * A check refuses the lead. If its buyer may have it, it goes on all the same. Otherwise it ends and releases what this run
 * or an earlier one may have reserved: before a worker took the lead, a first run may have ended without a trace.
 */
export function refused(
  lead: LeadRecord,
  { refusal, step, heard }: Refused,
  about: Moment & { readonly offer: Offer | undefined },
): LeadChange {
  if (mayHaveArrived(lead)) return refusedAsBuyerMayHaveIt(lead, about, refusal);
  const { now: at } = about;
  const { code } = refusal;
  const mayHold = !lead.is_test && (step !== 'lead' || !firstRunWrite(lead));
  return {
    state: refusedState(refusal),
    due_at: null,
    decision: { code, at, refusal, source: 'service' },
    ...(mayHold ? { effect: releaseEffect(lead, at) } : {}),
    entries: [
      ...(heard ? [heard] : []),
      { at, what: 'decided', offer_id: lead.offer_id, outcome: code, reason: { ...refusal } },
    ],
  };
}

function refusedState({ code }: Refusal): LeadState {
  if (code === 'TEST_LEAD_HELD') return 'held';
  return code === 'REQUIRED_FIELD_MISSING' || code === 'INVALID_FIELD' ? 'invalid' : 'rejected';
}

/**
 * What becomes of a lead that its buyer may have, if its offer can't send it again: the offer has another buyer or address
 * now, or is no longer idempotent. Undefined: nothing is in the way.
 */
export function notRepeatable(
  lead: LeadRecord,
  about: Moment & { readonly offer: Offer },
): LeadChange | undefined {
  if (!mayHaveArrived(lead)) return undefined;
  const moved = repeatBuyerChanged(lead, about.offer);
  if (moved) return leftToOperator(lead, moved, about.now);
  return about.offer.delivery.idempotent ? undefined : refusedAsBuyerMayHaveIt(lead, about);
}

/**
 * The buyer may have the lead from an earlier attempt, so our checks can't refuse it anymore. The lead keeps its
 * reservations and is evaluated again while its delivery window lasts. After the window, its state is unknown.
 */
function refusedAsBuyerMayHaveIt(
  lead: LeadRecord,
  { offer, now: at, random }: Moment & { readonly offer: Offer | undefined },
  refusal?: Refusal,
): LeadChange {
  const { change } = offer
    ? applyDeliveryResult({ kind: 'unknown', detail: 'refused now' }, { lead, offer, now: at, random })
    : { change: { state: 'unknown', due_at: null } as const };
  const what = change.state === 'unknown' ? 'unknown' : 'waits';
  const wait = newestWait(lead);
  const isInTimeline = what === 'waits' && wait?.why === 'refused' && wait.by === refusal?.why;
  const by = refusal ? { by: refusal.why } : {};
  const waiting = what === 'waits' ? { waiting: { run: lead.runs, why: 'refused', ...by } as const } : {};
  const reason = refusal ? { reason: { ...refusal } } : {};
  // If the new cap buckets were full, the lead counts only in the buckets that it kept. Store the intent that says
  // this.
  const where = lead.intent?.not_reserved ? { intent: lead.intent } : {};
  const entries: LeadEntry[] = isInTimeline ? [] : [{ at, what, offer_id: lead.offer_id, ...reason }];
  return { ...change, ...waiting, ...where, entries };
}

/**
 * A buyer has the lead, or may have it, and only an operator can find out. The lead becomes unknown, and its timeline
 * gives the reason.
 */
export const leftToOperator = (
  { offer_id }: LeadRecord,
  why: string,
  at: Date,
  before: readonly LeadEntry[] = [],
): LeadChange => ({
  state: 'unknown',
  due_at: null,
  entries: [...before, { at, what: 'unknown', offer_id, reason: { why } }],
});

/**
 * The lead goes back if its worker was suspended too long or can't store its attempt, or the catalogue closed. It is evaluated again at once, with
 * the current catalogue, and keeps its reservations.
 */
export const evaluatedAgain = (
  { offer_id }: LeadCore,
  at: Date,
  why: ReevaluationReason = 'it was evaluated too long ago',
): LeadChange => ({
  state: 'queued',
  due_at: at,
  entries: [{ at, what: 'waits', offer_id, reason: { why } }],
});

/**
 * The longest wait for a turn during which the window of a lead that was sent before stands still. Without a bound, a buyer
 * that says "try again" to all would make the line longer than it can ever answer.
 */
const MAX_TURN_MS = 4 * 3_600_000;

/**
 * Delays a lead that passed every check while its destination admits nothing. The lead keeps its reservations and is
 * evaluated again later. Under a throttle, the lead is first due when its turn comes, so the delivery window starts
 * there; if it was sent before, it stands still until then, unless that is hours away. Waiting for a destination that is
 * down or full uses up the window, and ends with it. If another offer waits for the lead (`fallsBack`), it does not wait
 * for a destination that is down; a full or throttled one is not down, and its turn comes soon.
 */
export function waitsForDestination(
  lead: LeadRecord,
  offer: Offer,
  { why, for_ms }: Extract<Admission, { outcome: 'wait' }>,
  at: Date,
  fallsBack: boolean,
): LeadChange {
  const turn = new Date(at.getTime() + for_ms);
  const isSentBefore = lastAttempt(lead) !== undefined;
  const isTurn = why === 'throttled' && (!isSentBefore || for_ms <= MAX_TURN_MS);
  const end = windowEnd(lead, offer);
  if ((why === 'destination_down' && fallsBack) || (!isTurn && at >= end)) return windowEnded(lead, why, at);
  const due_at = isTurn || turn < end ? turn : end;
  const isInTimeline = waitsBecause(lead) === why;
  return {
    state: 'queued',
    due_at,
    waiting: { run: lead.runs, why },
    ...(isTurn && { first_due_at: isSentBefore ? firstDueWithout(lead, at, turn) : turn }),
    entries: isInTimeline ? [] : [{ at, what: 'waits', offer_id: offer.id, reason: { why, until: due_at } }],
  };
}

/**
 * How often a lead of a pause is looked at, since a pause may be ended early. All leads are looked at at the same moments of
 * the clock, so they leave in the order in which they waited.
 */
const LOOK_AGAIN_MS = 5 * 60_000;

/** Whether a lead waits until a pause ends: it came before the pause, or an earlier run had let it wait. */
export const waitsOutPause = (lead: LeadRecord, { from }: TimedPause): boolean =>
  lead.received_at < from || hadReservations(lead);

/**
 * Delays a lead until a pause ends, or its delivery window does, which goes on while the buyer is open. It keeps what it
 * reserved.
 */
export function waitsForPause(lead: LeadRecord, offer: Offer, { until }: TimedPause, at: Date): LeadChange {
  const opens = sendableAt(offer.buyer, at);
  const end = windowEnd(lead, offer);
  if (opens <= at && at >= end) return windowEnded(lead, 'paused', at);
  const look = new Date((Math.floor(at.getTime() / LOOK_AGAIN_MS) + 1) * LOOK_AGAIN_MS);
  const due = [until, look, end].reduce((a, b) => (a < b ? a : b));
  return {
    state: 'queued',
    ...(opens > at ? dueAtOpening(lead, offer.buyer, opens, at) : { due_at: due }),
    waiting: { run: lead.runs, why: 'paused', until },
    entries:
      waitsBecause(lead) === 'paused'
        ? []
        : [{ at, what: 'waits', offer_id: offer.id, reason: { why: 'paused', until } }],
  };
}

/**
 * The delivery window is over. If an earlier attempt may have reached the buyer, the lead becomes unknown and an
 * operator settles it.
 */
function windowEnded(lead: LeadRecord, why: HeldReason | 'another_lead', at: Date): LeadChange {
  // A lead that was evaluated has no open or pending attempt (`taskOf`), so only a lost answer leaves a doubt.
  const change = mayHaveArrived(lead) ? UNKNOWN : failed(lead, at);
  const outcome = change.state === 'unknown' ? 'unknown' : 'DELIVERY_FAILED';
  return {
    ...change,
    entries: [{ at, what: 'decided', offer_id: lead.offer_id, outcome, reason: { why } }],
  };
}

const UNKNOWN = { state: 'unknown', due_at: null } as const;

/** The average time until a lead that waits for another lead or for the ledger is evaluated again. */
const WAIT_MS = 1_000;

/**
 * Waits for a record that other leads share with this lead: a slot, a claim, or the cap ledger. A lead that a buyer has had
 * keeps its claims, so two such leads may wait for each other. The end of its delivery window limits that wait.
 */
export function waitsForShared(
  lead: LeadRecord,
  step: Exclude<Step, 'lead'>,
  { offer, ...about }: Moment & { readonly offer: Offer },
): LeadChange {
  if (step === 'claims' && keepsClaims(lead) && about.now >= windowEnd(lead, offer))
    return windowEnded(lead, 'another_lead', about.now);
  return givesWay(lead, step === 'caps' ? 'ledger' : 'another_lead', about);
}

/** Whether a lead keeps its claims while it waits for another lead: a buyer has had it, by whichever of its attempts. */
export const keepsClaims = (lead: LeadCore): boolean => reachedAttempt(lead) !== undefined;

/**
 * Puts the lead back in the queue for a random time, so that two leads that gave way to each other do not meet again
 * and again. While the ledger is out of service, the delivery window stands still, as in any outage of ours.
 */
export function givesWay(lead: LeadRecord, why: SharedWait, { now: at, random }: Moment): LeadChange {
  const due_at = new Date(at.getTime() + Math.round(WAIT_MS * (0.5 + random)));
  const isInTimeline = newestWait(lead)?.why === why;
  return {
    state: 'queued',
    due_at,
    waiting: { run: lead.runs, why },
    ...(why === 'ledger' && { first_due_at: firstDueWithout(lead, lead.taken?.at ?? at, due_at) }),
    entries: isInTimeline ? [] : [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why } }],
  };
}

/** Saves a lead that passed every check until its buyer opens. */
export const savedUntilOpen = (lead: LeadRecord, buyer: Buyer, opens_at: Date, at: Date): LeadChange => ({
  state: 'saved',
  ...dueAtOpening(lead, buyer, opens_at, at),
  entries: [{ at, what: 'saved', offer_id: lead.offer_id, reason: { opens_at } }],
});

/**
 * When a lead is due that leaves when its buyer opens. What it was held back while the buyer was open has used up its window,
 * also without an attempt: else a lead whose window is longer than a day's hours would wait for ever.
 */
function dueAtOpening(lead: LeadRecord, buyer: Buyer, opens_at: Date, at: Date) {
  const why = waitsBecause(lead);
  // A lead that waited for its turn has used what it had used when that wait began.
  const until = why === 'throttled' ? at : why && closedSince(buyer, at, lead.first_due_at);
  return { due_at: opens_at, ...windowFrom(lead, opens_at, until) };
}

/**
 * The worker that opened the attempt stopped before it stored an outcome. The request may have left. It is repeated only if
 * the buyer is idempotent, and (`hasPlace`) the attempt has its place in the caps. Without that, an operator looks at the
 * lead, because a limit may have been lowered since. `offer` is undefined if it is no longer in the catalogue.
 */
export function interruptedAttempt(
  lead: LeadRecord,
  offer: Offer | undefined,
  { now: at, random }: Moment,
  hasPlace = true,
): LeadChange {
  const attempt = lastAttempt(lead);
  if (!attempt || !offer) return givenUp(lead, at);
  const detail = 'the worker stopped while the request was open';
  const { change } = applyDeliveryResult({ kind: 'unknown', detail }, { lead, offer, now: at, random });
  const { number } = attempt;
  const duration_ms = at.getTime() - attempt.at.getTime();
  const answered: LeadEntry = {
    ...{ at, what: 'answered', offer_id: offer.id, outcome: 'unknown' },
    reason: { attempt: number, detail },
  };
  const why = 'its cap reservation was gone';
  return {
    ...(hasPlace ? change : UNKNOWN),
    attempt_end: { number, outcome: 'unknown', ended_at: at, duration_ms, detail },
    entries: hasPlace ? [answered] : [answered, { at, what: 'unknown', offer_id: offer.id, reason: { why } }],
  };
}

/**
 * Too many runs of the lead stalled. It waits once more before it is given up. The processes of the broken runs may still
 * live: if the outage has only just ended, they could not put the lead back yet.
 */
export function givenUpLater(lead: LeadRecord, at: Date): LeadChange {
  const { waiting, runs: run } = lead;
  const until = waiting?.why === 'stalls' ? waiting.until : new Date(at.getTime() + LAST_CHANCE_MS);
  if (until <= at) return givenUp(lead, at);
  return { state: 'queued', due_at: until, waiting: { run, why: 'stalls', until }, entries: [] };
}

/**
 * Ends a lead that no run could end. It fails if no buyer may have taken it; otherwise it becomes unknown and an
 * operator settles it.
 */
function givenUp(lead: LeadRecord, at: Date): LeadChange {
  // Unlike a lead whose window ends, this one was not evaluated. Its last attempt may still be open or pending.
  const change = mayBeTaken(lead) ? UNKNOWN : failed(lead, at);
  return {
    ...change,
    entries: [{ at, what: 'gave_up', outcome: change.state, reason: { stalls: lead.stalls } }],
  };
}
