import type { Offer } from '../catalogue/types.js';
import type { Admission } from '../destination-gate/admission.js';
import { callResultOf, seenOf } from '../destination-gate/call-result.js';
import { MAX_OPEN_MS } from '../destination-gate/destination.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { AskedEntry } from '../lead/lead-entry.js';
import type { LeadRecord, Waiting } from '../lead/lead-record.js';
import { newestWait, waitsBecause } from '../lead/waiting.js';
import { applyDeliveryResult, decidedEntries } from './apply-delivery-result.js';
import { reachedAttempt, followUpBuyerChanged } from './attempt.js';
import type { DeliveryResult } from './delivery-result.js';
import { leftToOperator, type Moment } from './waits-and-endings.js';

/** A question to a buyer that answered "later". */
export interface FollowUp {
  readonly offer: Offer;
  readonly reference: string;
  readonly every_ms: number;
  /** When the time for questions is over. */
  readonly until: Date;
}

const LONG_ENOUGH = 'asked long enough';

/** What a buyer that answered "later" is asked, or why it is not asked, in words for an operator. */
export function followUpOf(lead: LeadRecord, offer: Offer | undefined, now: Date): FollowUp | string {
  const attempt = reachedAttempt(lead);
  const moved = offer && attempt && followUpBuyerChanged(attempt, offer);
  if (moved) return moved;
  const { reference } = lead;
  const follow = offer?.delivery.follow_up;
  if (!offer || !follow || reference === undefined) return 'no way to ask';
  const until = new Date((lead.pending_since ?? now).getTime() + follow.for_ms);
  if (wantsNoMore(lead) && now >= until) return LONG_ENOUGH;
  return { offer, reference, every_ms: follow.every_ms, until };
}

/** Whether the buyer asked not to be asked again before the time for it is over. */
function wantsNoMore(lead: LeadRecord): boolean {
  const wait = newestWait(lead);
  return wait?.why === 'asked' && wait.until !== undefined;
}

/**
 * Waits until the destination admits the question. Our own limits are no reason to give up. A destination that is
 * down is one, but only after the longest time that a breaker stays open.
 */
export function waitsToAsk(
  lead: LeadRecord,
  { until }: FollowUp,
  { why, for_ms }: Extract<Admission, { outcome: 'wait' }>,
  at: Date,
): LeadChange {
  if (why === 'destination_down' && at.getTime() >= until.getTime() + MAX_OPEN_MS)
    return leftToOperator(lead, LONG_ENOUGH, at);
  const due_at = new Date(at.getTime() + for_ms);
  const isInTimeline = waitsBecause(lead) === why;
  return {
    state: 'pending',
    due_at,
    waiting: { run: lead.runs, why },
    entries: isInTimeline
      ? []
      : [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why, until: due_at } }],
  };
}

/** What the buyer's answer to a question means: it decides, or is asked again until the time for questions is over. */
export function answeredLater(
  lead: LeadRecord,
  { offer, every_ms, until }: FollowUp,
  delivered: DeliveryResult,
  { now: at, random, duration_ms }: Moment & { readonly duration_ms: number },
): LeadChange {
  const seen = seenOf(delivered);
  const { outcome } = callResultOf(delivered, duration_ms);
  const asked: AskedEntry = {
    ...{ at, what: 'asked', offer_id: offer.id, outcome },
    reason: { duration_ms, ...seen },
  };
  if (isDecision(delivered)) {
    const { change } = applyDeliveryResult(delivered, { lead, offer, now: at, random });
    return { ...change, entries: [asked, ...decidedEntries(offer.id, change.decision)] };
  }
  if (at >= until) return leftToOperator(lead, LONG_ENOUGH, at, [asked]);
  const wishes = delivered.kind === 'answered' ? (delivered.retry_after_ms ?? 0) : 0;
  const waiting: Asked = {
    ...{ run: lead.runs, why: 'asked', outcome, ...seen },
    ...(at.getTime() + wishes > until.getTime() && { until }),
  };
  return {
    state: 'pending',
    due_at: new Date(Math.min(at.getTime() + Math.max(every_ms, wishes), until.getTime())),
    waiting,
    entries: isInTimeline(lead, waiting) ? [] : [asked],
  };
}

type Asked = Extract<Waiting, { why: 'asked' }>;

/**
 * Whether the timeline already has this answer. A buyer that answers "later" for days must not push older entries out
 * of the lead's bounded timeline.
 */
function isInTimeline(lead: LeadRecord, { outcome, status, detail }: Asked): boolean {
  const wait = newestWait(lead);
  return (
    wait?.why === 'asked' && wait.outcome === outcome && wait.status === status && wait.detail === detail
  );
}

const isDecision = (delivered: DeliveryResult): boolean =>
  delivered.kind === 'answered' &&
  delivered.answer.outcome !== 'pending' &&
  delivered.answer.outcome !== 'retry';
