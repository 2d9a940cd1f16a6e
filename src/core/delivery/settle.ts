import type { Catalogue } from '../catalogue/types.js';
import { IN_PROGRESS_STATES, isFinal } from '../lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { Attempt, Decision, LeadRecord } from '../lead/lead-record.js';
import { answerableUntil, lastAttempt, reachedAttempt } from './attempt.js';
import { acceptance, buyersRefusal, decidedEntries } from './apply-delivery-result.js';
import { releaseEffect } from './pending-effects.js';
import type { Sale } from '../money/entry.js';
import { soldFor } from '../money/sale-entry.js';
import { saleChange } from './sale-change.js';
import { withoutPerson } from './without-person.js';

export const VERDICTS = ['accepted', 'rejected'] as const;
export type SettleVerdict = (typeof VERDICTS)[number];

/** An operator's verdict on a lead, with its author and reason. */
export interface Settlement {
  readonly verdict: SettleVerdict;
  /** The operator who settles the lead. */
  readonly by: string;
  /** The reason, shown in the timeline only. It holds no personal data. */
  readonly why: string;
  /** The buyer's reason for a refusal. The affiliate may read its cleaned form. */
  readonly buyer_reason?: string;
}

/**
 * What settling means for a lead in its present state. `why` completes the sentence "The lead …".
 *
 * - `already`: the lead already has this final state.
 * - `refused`: the lead can't be settled (this way).
 * - `later`: the lead can't be settled at this moment.
 */
export type Settling =
  | { readonly kind: 'settle'; readonly when: LeadCondition; readonly change: LeadChange }
  | { readonly kind: 'already' }
  | { readonly kind: 'refused' | 'later'; readonly why: string };

/**
 * Whether and how an operator's verdict ends a lead. It can end a pending lead, and an unknown lead whose request can
 * no longer be answered. The state machine, terms and pending effects are the same as for the buyer's own answer.
 */
export function settle(
  lead: LeadRecord,
  settlement: Settlement,
  { catalogue, now }: { readonly catalogue: Catalogue; readonly now: Date },
): Settling {
  const { state } = lead;
  if (state === settlement.verdict) return { kind: 'already' };
  if (isFinal(state)) return { kind: 'refused', why: `is ${state}, which is final` };
  const attempt = lastAttempt(lead);
  if ((state !== 'unknown' && state !== 'pending') || !attempt) return notAtTheBuyer(lead);
  const from = answerableUntil(attempt);
  if (state === 'unknown' && now < from)
    return { kind: 'later', why: `may still be answered: it can be settled from ${toSecond(from)} on` };
  const { decision, sale } = decide(lead, attempt, settlement, { catalogue, now });
  const { verdict, by, why } = settlement;
  const { offer_id, submission, runs, id, attempts } = lead;
  return {
    kind: 'settle',
    when: { id, submission, runs, states: [state], attempts: attempts.length },
    change: {
      state: verdict,
      due_at: null,
      decision,
      ...(sale ? saleChange(lead, sale, now, by) : { effect: releaseEffect(lead, now) }),
      entries: [
        { at: now, what: 'settled', offer_id, outcome: verdict, reason: { by, why, was: state } },
        ...decidedEntries(offer_id, decision),
      ],
    },
  };
}

/** In the format of `--before`, rounded up to a whole second so that an operator is never too early. */
const toSecond = (at: Date): string =>
  `${new Date(Math.ceil(at.getTime() / 1_000) * 1_000).toISOString().slice(0, 19)}Z`;

/** When an operator may first settle an unknown lead, for example `2026-11-21T17:00:40Z`. */
export function settlableFrom(lead: LeadRecord): string | undefined {
  const attempt = lastAttempt(lead);
  return lead.state === 'unknown' && attempt ? toSecond(answerableUntil(attempt)) : undefined;
}

function notAtTheBuyer({ state, attempts }: LeadRecord): Settling {
  if (IN_PROGRESS_STATES.includes(state) && attempts.length > 0)
    return { kind: 'later', why: `is ${state}: a worker is processing it at this moment` };
  return {
    kind: 'refused',
    why: `is ${state}: the workers are still processing it, so there is nothing to settle`,
  };
}

function decide(
  lead: LeadRecord,
  attempt: Attempt,
  { verdict, buyer_reason }: Settlement,
  { catalogue, now }: Parameters<typeof settle>[2],
): { readonly decision: Decision; readonly sale?: Sale } {
  const when = { offer: catalogue.offers.get(lead.offer_id), at: now };
  if (verdict === 'rejected') {
    const words = buyer_reason && withoutPerson(buyer_reason, lead);
    return { decision: buyersRefusal('BUYER_REJECTED', words, when) };
  }
  const sale = soldFor(reachedAttempt(lead) ?? attempt);
  return { decision: acceptance(sale, when), sale };
}
