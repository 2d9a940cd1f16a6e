import type { Offer } from '../catalogue/types.js';
import type { LeadState } from '../lead/lead-states.js';
import type { Delivered } from './delivered.js';
import type { BuyerAnswer } from './delivered.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { AttemptOutcome, PendingEffect, Decision, LeadCore } from '../lead/lead-record.js';
import { soldIntent } from '../caps/moments.js';
import { confirmEffect, duplicateEffect, releaseEffect } from './pending-effects.js';
import { lastAttempt, mayHaveArrived } from './attempt.js';
import type { LeadEntry } from '../lead/lead-entry.js';
import { cleanBuyerReason } from '../messages.js';

/** How long a "later" without a follow-up address is waited for before an operator is asked. */
const PENDING_WITHOUT_ASKING_MS = 72 * 3_600_000;

export interface Conclusion {
  readonly change: Omit<LeadChange, 'attempt_end' | 'entries'>;
  /** The states from which this may be written. */
  readonly from: readonly LeadState[];
  readonly attempt: AttemptOutcome;
}

interface Circumstances {
  /** With the attempt that is concluded as its newest. */
  readonly lead: LeadCore;
  readonly offer: Offer;
  readonly payout_cents: number | undefined;
  readonly now: Date;
  readonly random: number;
}

/**
 * A late answer, or proof that nothing was sent, still counts for a lead that is undecided at the same attempt: one that
 * was called unknown, that another worker is looking at, or that waits to be sent again. (`pending` has had its answer.)
 */
const ANSWERED_FROM: readonly LeadState[] = ['sending', 'working', 'unknown', 'waiting', 'queued', 'saved'];

/** Where proof that nothing left may end a lead whose window is over; one that waits to be sent again goes on. */
const PROVEN_FROM: readonly LeadState[] = ['sending', 'working', 'unknown'];

/** What a delivery's outcome makes of the lead. Three outcomes, not two: answered, never sent, unknown. */
export function applyDeliveryResult(delivered: Delivered, about: Circumstances): Conclusion {
  switch (delivered.kind) {
    case 'answered':
      return delivered.answer.outcome === 'retry'
        ? again('retry', about, delivered.retry_after_ms)
        : decided(delivered.answer, delivered.answer.outcome, about);
    case 'never_sent':
      return delivered.ours === 'late' ? ourFault(about) : again('never_sent', about);
    case 'unknown':
      return about.offer.delivery.idempotent
        ? again('unknown', about)
        : unknown('unknown', ['sending', 'working']);
  }
}

function decided(
  answer: BuyerAnswer,
  outcome: Exclude<BuyerAnswer['outcome'], 'retry'>,
  about: Circumstances,
): Conclusion {
  const { lead, offer, payout_cents, now } = about;
  const reference = answer.reference === undefined ? {} : { reference: answer.reference };
  const when = { offer, at: now };
  const done = (state: LeadState, decision: Decision, effect: PendingEffect, where = {}): Conclusion => ({
    attempt: outcome,
    from: ANSWERED_FROM,
    change: { state, due_at: null, decision, effect, ...reference, ...where },
  });
  switch (outcome) {
    case 'accepted':
      return done('accepted', acceptance(payout_cents, when), confirmEffect(lead, now), soldIntent(lead));
    case 'rejected':
      return done('rejected', buyersRefusal('BUYER_REJECTED', answer.reason, when), releaseEffect(lead, now));
    case 'duplicate':
      // After an unknown attempt the buyer's "duplicate" may be our own lead: an operator has to look.
      if (mayHaveArrived(lead))
        return { ...unknown('duplicate', ['sending', 'working']), attempt: 'duplicate' };
      return done('rejected', buyersRefusal('DUPLICATE', answer.reason, when), duplicateEffect(lead, now));
    case 'pending': {
      const every = offer.delivery.follow_up?.every_ms ?? PENDING_WITHOUT_ASKING_MS;
      const due_at = new Date(now.getTime() + every);
      const since = lead.pending_since ?? now;
      return {
        attempt: 'pending',
        from: ANSWERED_FROM,
        change: { state: 'pending', due_at, pending_since: since, ...reference },
      };
    }
  }
}

/**
 * Repeats within the delivery window, not before the buyer asked for it; when the window is spent, or over by then, the
 * lead failed, unless something may have arrived.
 */
function again(
  attempt: 'never_sent' | 'retry' | 'unknown',
  about: Circumstances,
  retryAfterMs = 0,
): Conclusion {
  const { lead, offer, now, random } = about;
  const due_at = new Date(now.getTime() + Math.max(retryAfterMs, backoffMs(triesOf(lead), random)));
  const isProof = attempt === 'never_sent';
  if (due_at < windowEnd(lead, offer))
    return { attempt, from: isProof ? ANSWERED_FROM : ['sending'], change: { state: 'waiting', due_at } };
  if (attempt === 'unknown' || mayHaveArrived(lead)) return unknown(attempt, ['sending', 'working']);
  return { attempt, from: isProof ? PROVEN_FROM : ['sending'], change: failed(lead, now) };
}

/**
 * An attempt whose request never left for a fault of ours: nobody refused it, so what it took is no part of the
 * delivery window.
 */
function ourFault({ lead, now, random }: Circumstances): Conclusion {
  const began = lastAttempt(lead)?.at ?? now;
  const first_due_at = new Date(lead.first_due_at.getTime() + now.getTime() - began.getTime());
  const due_at = new Date(now.getTime() + backoffMs(triesOf(lead), random));
  return { attempt: 'never_sent', from: ANSWERED_FROM, change: { state: 'waiting', due_at, first_due_at } };
}

const triesOf = ({ attempts, round }: LeadCore): number =>
  attempts.filter((attempt) => attempt.round === round).length;

/** When repeating ends. */
export const windowEnd = ({ first_due_at }: Pick<LeadCore, 'first_due_at'>, { delivery }: Offer): Date =>
  new Date(first_due_at.getTime() + delivery.window_ms);

/** Given up with nothing delivered. */
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

/** `offer`: absent when it is no longer in the catalogue. */
interface Decided {
  readonly offer: Offer | undefined;
  readonly at: Date;
}
const sourceOf = (offer: Offer | undefined): 'buyer' | 'partner' =>
  offer?.kind === 'partner' ? 'partner' : 'buyer';

/** The buyer's yes, by an answer, a callback or an operator. */
export const acceptance = (payout_cents: number | undefined, { offer, at }: Decided): Decision => ({
  code: 'ACCEPTED',
  at,
  source: sourceOf(offer),
  ...(payout_cents === undefined ? {} : { payout_cents }),
});
const WHY = { BUYER_REJECTED: 'buyer_rejected', DUPLICATE: 'buyer_duplicate' } as const;

/** The buyer's no. `words`: its own sentence as it came; the affiliate reads what is left of it. */
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

/** What the timeline says of a decision: one entry, none while there is no decision. */
export const decidedEntries = (offer_id: string, decision: Decision | undefined): LeadEntry[] =>
  decision ? [{ at: decision.at, what: 'decided', offer_id, outcome: decision.code }] : [];

/**
 * When to try again: exponential from 1 s, at most 60 s, with half of it left to chance so that a buyer that comes
 * back is not met by all at once. `random` is 0–1.
 */
export function backoffMs(tries: number, random: number): number {
  const full = Math.min(60_000, 1_000 * 2 ** Math.max(0, tries - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
