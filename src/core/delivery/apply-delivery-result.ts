import { backoffMs, DESTINATION_BACKOFF } from '../backoff.js';
import type { Offer } from '../catalogue/types.js';
import type { LeadState } from '../lead/lead-states.js';
import type { DeliveryResult, BuyerAnswer } from './delivery-result.js';
import { compact } from '../catalogue/compact.js';
import { seenOf } from '../destination-gate/call-result.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { Attempt, AttemptOutcome, Decision, LeadCore } from '../lead/lead-record.js';
import type { Sale } from '../money/entry.js';
import { soldFor } from '../money/sale-entry.js';
import { saleChange } from './sale-change.js';
import { duplicateEffect, releaseEffect } from './pending-effects.js';
import { attemptsNow, lastAttempt, mayHaveArrived, reachedAttempt } from './attempt.js';
import { firstDueWithout, windowEnd } from './delivery-window.js';
import type { AnsweredEntry, LeadEntry } from '../lead/lead-entry.js';
import { cleanBuyerReason } from '../clean-words.js';

/** How long a lead without a follow-up address waits after "later" before an operator is asked. */
const PENDING_WITHOUT_ASKING_MS = 72 * 3_600_000;

export interface Conclusion {
  readonly change: Omit<LeadChange, 'attempt_end' | 'entries'>;
  /** The states from which this change may be written. */
  readonly from: readonly LeadState[];
  readonly attempt: AttemptOutcome;
}

interface Circumstances {
  /** The attempt to conclude is the lead's newest. */
  readonly lead: LeadCore;
  readonly offer: Offer;
  /** The attempt that is answered. Absent: the newest that may have reached the buyer. */
  readonly attempt?: Attempt;
  /** Who caused an acceptance. Absent: the buyer or partner, by its answer. */
  readonly by?: string;
  readonly now: Date;
  readonly random: number;
}

/** The lead without the attempt that is answered, which may have been unknown until then. */
const withoutAnswered = ({ lead, attempt }: Circumstances): Pick<LeadCore, 'attempts' | 'submission'> => ({
  submission: lead.submission,
  attempts: lead.attempts.filter(({ number }) => number !== attempt?.number),
});

/**
 * The states in which a late answer, or proof that nothing was sent, still counts. The lead must be undecided and at
 * the same attempt. It may be unknown, with another worker, or waiting for its next attempt. (`pending` already has
 * its answer.)
 */
const ANSWERED_FROM: readonly LeadState[] = ['sending', 'working', 'unknown', 'waiting', 'queued', 'saved'];

/**
 * The states in which proof that nothing was sent may end a lead whose delivery window has ended. A lead that waits
 * for its next attempt continues.
 */
const PROVEN_FROM: readonly LeadState[] = ['sending', 'working', 'unknown'];

/**
 * Turns a delivery's outcome into a change of the lead. There are three outcomes, not two: answered, never sent,
 * unknown.
 */
export function applyDeliveryResult(delivered: DeliveryResult, about: Circumstances): Conclusion {
  switch (delivered.kind) {
    case 'answered':
      return delivered.answer.outcome === 'retry'
        ? again('retry', about, delivered.retry_after_ms)
        : decided(delivered.answer, delivered.answer.outcome, about);
    case 'never_sent':
      return delivered.internal_fault === 'deadline_passed' || delivered.internal_fault === 'withdrawn'
        ? afterInternalFault(about)
        : again('never_sent', about);
    case 'unknown':
      return about.offer.delivery.idempotent
        ? again('unknown', about)
        : unknown('unknown', ['sending', 'working']);
  }
}

/** What the end of a lead stores beside its decision. A sale stores more than its effect. */
type Ending = Required<Pick<LeadChange, 'effect'>> & Pick<LeadChange, 'intent' | 'unbooked_entry'>;

function decided(
  answer: BuyerAnswer,
  outcome: Exclude<BuyerAnswer['outcome'], 'retry'>,
  about: Circumstances,
): Conclusion {
  const { lead, offer, now } = about;
  const reference = answer.reference === undefined ? {} : { reference: answer.reference };
  const when = { offer, at: now };
  const done = (state: LeadState, decision: Decision, stored: Ending): Conclusion => ({
    attempt: outcome,
    from: ANSWERED_FROM,
    change: { state, due_at: null, decision, ...stored, ...reference },
  });
  switch (outcome) {
    case 'accepted': {
      const { attempt = reachedAttempt(lead), by = sourceOf(offer) } = about;
      if (!attempt) throw new Error(`Lead ${lead.id} was accepted and never sent`);
      const sale = soldFor(attempt, answer.price_cents);
      return done('accepted', acceptance(sale, when), saleChange(lead, sale, now, by));
    }
    case 'rejected':
      return done('rejected', buyersRefusal('BUYER_REJECTED', answer.reason, when), {
        effect: releaseEffect(lead, now),
      });
    case 'duplicate':
      // After an unknown attempt, the buyer's "duplicate" may mean our own lead. An operator has to check.
      if (mayHaveArrived(withoutAnswered(about))) return unknown('duplicate', ['sending', 'working']);
      return done('rejected', buyersRefusal('DUPLICATE', answer.reason, when), {
        effect: duplicateEffect(lead, now),
      });
    case 'pending': {
      const { follow_up } = offer.delivery;
      const since = lead.pending_since ?? now;
      const known = answer.reference ?? lead.reference;
      const due_at =
        // Nobody can ask without a reference, but the buyer may call back.
        follow_up && known === undefined
          ? new Date(since.getTime() + follow_up.for_ms)
          : new Date(now.getTime() + (follow_up?.every_ms ?? PENDING_WITHOUT_ASKING_MS));
      return {
        attempt: 'pending',
        from: ANSWERED_FROM,
        change: { state: 'pending', due_at, pending_since: since, ...reference },
      };
    }
  }
}

/**
 * Schedules the next attempt within the delivery window, but not before the time that the buyer asked for. If the
 * window ends before that, the lead fails, unless an attempt may have arrived.
 */
function again(
  attempt: 'never_sent' | 'retry' | 'unknown',
  about: Circumstances,
  retryAfterMs = 0,
): Conclusion {
  const { lead, offer, now, random } = about;
  const due_at = new Date(now.getTime() + Math.max(retryAfterMs, pauseMs(lead, random)));
  const isProof = attempt === 'never_sent';
  if (due_at < windowEnd(lead, offer))
    return { attempt, from: isProof ? ANSWERED_FROM : ['sending'], change: { state: 'waiting', due_at } };
  if (attempt === 'unknown' || mayHaveArrived(withoutAnswered(about)))
    return unknown(attempt, ['sending', 'working']);
  return { attempt, from: isProof ? PROVEN_FROM : ['sending'], change: failed(lead, now) };
}

/**
 * An attempt whose request was not sent because of an internal fault. No buyer refused it, so the time it took does not
 * count toward the delivery window.
 */
function afterInternalFault({ lead, now, random }: Circumstances): Conclusion {
  const first_due_at = firstDueWithout(lead, lastAttempt(lead)?.at ?? now, now);
  const due_at = new Date(now.getTime() + pauseMs(lead, random));
  return { attempt: 'never_sent', from: ANSWERED_FROM, change: { state: 'waiting', due_at, first_due_at } };
}

/** Ends a lead that was never delivered. */
export function failed(lead: LeadCore, now: Date): Omit<LeadChange, 'entries'> {
  const refusal = { check: 'delivery', code: 'DELIVERY_FAILED', why: 'delivery_failed' } as const;
  return {
    state: 'failed',
    due_at: null,
    decision: { code: 'DELIVERY_FAILED', at: now, refusal, source: 'service' },
    effect: releaseEffect(lead, now),
  };
}

const unknown = (attempt: AttemptOutcome, from: readonly LeadState[]): Conclusion => ({
  attempt,
  from,
  change: { state: 'unknown', due_at: null },
});

/** `offer` is undefined when it is no longer in the catalogue. */
interface Decided {
  readonly offer: Offer | undefined;
  readonly at: Date;
}
const sourceOf = (offer: Offer | undefined): 'buyer' | 'partner' =>
  offer?.kind === 'partner' ? 'partner' : 'buyer';

/** The buyer's acceptance: from an answer, a callback or an operator. */
export const acceptance = (sale: Sale, { offer, at }: Decided): Decision => ({
  code: 'ACCEPTED',
  at,
  source: sourceOf(offer),
  ...(sale.affiliate_cents === null ? {} : { payout_cents: sale.affiliate_cents }),
  sale,
});
const WHY = { BUYER_REJECTED: 'buyer_rejected', DUPLICATE: 'buyer_duplicate' } as const;

/** The buyer's refusal. `words` is the buyer's reason as it came; the affiliate sees the cleaned text. */
export function buyersRefusal(
  code: keyof typeof WHY,
  words: string | undefined,
  { offer, at }: Decided,
): Decision {
  const buyer_reason = cleanBuyerReason(words);
  return {
    code,
    at,
    refusal: { check: 'delivery', code, why: WHY[code] },
    source: sourceOf(offer),
    ...(buyer_reason === undefined ? {} : { buyer_reason }),
  };
}

/** A request's outcome, and when it was known. */
export interface AttemptAnswer {
  readonly delivered: DeliveryResult;
  readonly at: Date;
  readonly duration_ms: number;
}

/**
 * How the outcome of an attempt is written. This may be minutes later: it decides the lead if that is undecided and still at
 * the same attempt. `run` and `by`: the run that must have opened it.
 */
export function endOfAttempt(
  lead: LeadCore,
  { offer, attempt }: { readonly offer: Offer; readonly attempt: Attempt },
  { delivered, at, duration_ms }: AttemptAnswer,
  random: number,
  { run, by }: Partial<Pick<Attempt, 'run' | 'by'>> = {},
): { readonly when: LeadCondition; readonly change: LeadChange; readonly answered: AnsweredEntry } {
  const { id, submission, received_at, intent } = lead;
  const { number } = attempt;
  const concluded = applyDeliveryResult(delivered, { lead, offer, attempt, now: at, random });
  const { change, from: states, attempt: outcome } = concluded;
  const seen = seenOf(delivered);
  const reason = { attempt: number, duration_ms, ...seen };
  const answered: AnsweredEntry = { at, what: 'answered', offer_id: offer.id, outcome, reason };
  // The pending effect covers the cap buckets of the intent that is known here. So the update requires that intent.
  const counted = change.effect && intent ? { intent_at: intent.at } : {};
  return {
    when: { id, submission, received_at, states, attempts: number, ...counted },
    change: {
      ...change,
      attempt_end: { number, ...compact({ run, by }), outcome, ended_at: at, duration_ms, ...seen },
      entries: [answered, ...decidedEntries(offer.id, change.decision)],
    },
    answered,
  };
}

/** The timeline entry of a decision; empty when there is no decision. */
export const decidedEntries = (offer_id: string, decision: Decision | undefined): LeadEntry[] =>
  decision ? [{ at: decision.at, what: 'decided', offer_id, outcome: decision.code }] : [];

const pauseMs = (lead: LeadCore, random: number): number =>
  backoffMs(DESTINATION_BACKOFF, attemptsNow(lead).length, random);
