import { bucketsAt } from '../caps/cap-buckets.js';
import { isOpenAt } from '../caps/windows.js';
import type { Catalogue } from '../catalogue/types.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { LeadReturn } from '../lead/lead-return.js';
import { bookedReturn, bookedSale } from './booked-return.js';
import type { Booked } from './entry.js';
import { monthOf } from './period.js';
import { keepsClaims, keepsReservation, standingReturn, undoneReturn } from './returned.js';
import { returnTerms, shareName, type ReturnShare, type ReturnTerms } from './return-share.js';

/** What a buyer, or an operator for it, asks. */
export interface ReturnRequest {
  /** The code of the reason. */
  readonly code: string;
  /** `callback`, or the operator's name. */
  readonly by: string;
  /** Passes the time and the share. `why` is cleaned; it stands in the timeline. */
  readonly override?: { readonly why: string };
  /** The dedupe key of the callback. */
  readonly mark?: string;
  /** A callback or a file, which may come again: it does not repeat a return that was undone as a mistake. */
  readonly mayRepeat?: true;
}

/** The rules that refuse a return, in their order. An operator may override the last two. */
export type ReturnRule =
  'not_accepted' | 'returned_before' | 'no_returns' | 'unknown_reason' | 'within' | 'max_share';

/** `why` completes the sentence "The lead …". */
export interface ReturnRefused {
  readonly kind: 'refused';
  readonly rule: ReturnRule;
  readonly why: string;
}

/** A return that only the share can still refuse. */
export interface ReturnAllowed {
  readonly kind: 'allowed';
  readonly terms: ReturnTerms;
  readonly share: ReturnShare;
  /** How often the lead was returned before. */
  readonly number: number;
  readonly overrode: readonly 'within'[];
}

interface Facts {
  readonly lead: LeadRecord;
  readonly request: ReturnRequest;
  readonly catalogue: Catalogue;
  readonly now: Date;
}

type Known = Facts & { readonly terms: ReturnTerms };

const at = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;

/** The last moment at which the lead may be returned. */
const returnableUntil = ({ lead, terms }: Known): Date =>
  new Date((lead.decision?.at.getTime() ?? 0) + terms.returns.within_ms);

/** The rules that need no more than the lead. Each says what is wrong, or undefined. */
const FIRST: readonly (readonly [ReturnRule, (facts: Facts) => string | undefined])[] = [
  [
    'not_accepted',
    ({ lead: { state } }) =>
      state === 'accepted' ? undefined : `is ${state}: only an accepted lead can be returned`,
  ],
  [
    'returned_before',
    ({ lead, request: { mayRepeat } }) => {
      const before = standingReturn(lead);
      if (before) return `was returned before, at ${at(before.at)} by ${before.by} (${before.code})`;
      const undone = mayRepeat && undoneReturn(lead);
      return undone && `was returned by mistake, which ${undone.by} undid at ${at(undone.at)}`;
    },
  ],
];

/** The rules of the buyer or the offer. */
const CONFIGURED: readonly (readonly [ReturnRule, (facts: Known) => string | undefined])[] = [
  [
    'unknown_reason',
    ({ request: { code }, terms: { returns, handle } }) => {
      const codes = returns.reasons.map((reason) => reason.code);
      return codes.includes(code)
        ? undefined
        : `can't be returned for "${code}": the reasons of ${handle} are ${codes.join(', ')}`;
    },
  ],
  [
    'within',
    (facts) => {
      const until = returnableUntil(facts);
      const { decision } = facts.lead;
      return facts.now <= until
        ? undefined
        : `is too old: it was accepted at ${at(decision?.at ?? until)} and could be returned until ${at(until)}`;
    },
  ],
];

const refused = (rule: ReturnRule, why: string): ReturnRefused => ({ kind: 'refused', rule, why });

/** Whether a lead may be returned, as far as the lead, its sale and the rules of the catalogue say. */
export function evaluateReturn(facts: Facts): ReturnRefused | ReturnAllowed {
  for (const [rule, holds] of FIRST) {
    const why = holds(facts);
    if (why !== undefined) return refused(rule, why);
  }
  const { lead, catalogue, request } = facts;
  const sale = saleOf(lead);
  const terms = returnTerms(catalogue, lead, sale);
  if (!terms) {
    const buyer = catalogue.buyers.get(sale.buyer_id)?.handle ?? 'its buyer';
    return refused('no_returns', `can't be returned: the catalogue accepts no returns of ${buyer}`);
  }
  const overrode: 'within'[] = [];
  for (const [rule, holds] of CONFIGURED) {
    const why = holds({ ...facts, terms });
    if (why === undefined) continue;
    if (rule !== 'within' || !request.override) return refused(rule, why);
    overrode.push(rule);
  }
  const month = monthOf(lead.decision?.at ?? facts.now, catalogue.books.time_zone);
  const share = { owner: terms.owner, id: terms.id, month };
  return { kind: 'allowed', terms, share, number: lead.returns?.length ?? 0, overrode };
}

/** The share is used up: `sold` leads were accepted in the month, and `limit` of them may be returned. */
export function overShare({ terms, share }: ReturnAllowed, sold: number, limit: number): ReturnRefused {
  const percent = `${terms.returns.max_share_bp / 100}%`;
  const of = `${percent} of the ${sold} leads of ${terms.handle} accepted in ${share.month}`;
  return refused('max_share', `is over the share of returns: ${of} are ${limit}, and as many were returned`);
}

/** The conditional transition of a return that is allowed. */
export function returnChange(
  { lead, request, catalogue, now }: Facts,
  { terms: { returns }, share, number, overrode }: ReturnAllowed,
  isOverShare: boolean,
): { readonly when: LeadCondition; readonly change: LeadChange } {
  const { code, by, override, mark } = request;
  const rules = [...overrode, ...(isOverShare ? (['max_share'] as const) : [])];
  const overridden = override && rules.length > 0 ? { rules, why: override.why } : undefined;
  const { reverse_payout } = returns;
  const booked = bookedReturn(saleOf(lead), reverse_payout);
  const new_return: LeadReturn = {
    ...{ at: now, code, by, payout_reversed: reverse_payout },
    ...(overridden ? { overrode: overridden } : {}),
    ...(isOverShare ? {} : { share: shareName(share) }),
    ...(returns.give_back_place && keepsReservation(lead) && hasOpenPlace(lead, catalogue, now)
      ? { place_given_back: true }
      : {}),
    ...(returns.release_claim && keepsClaims(lead) ? { claim_released: true } : {}),
  };
  const told = overridden && { overrode: rules.join(' and '), why: overridden.why };
  const { id, submission, offer_id } = lead;
  return {
    when: { id, submission, states: ['accepted'], returned: { number, is: 'next' } },
    change: {
      ...{ state: 'accepted', due_at: null, new_return },
      unbooked_entry: { kind: 'entry', what: 'return', number, since: now, by, ...booked, reason: code },
      ...((new_return.place_given_back ?? new_return.claim_released) && {
        return_effect: { kind: 'return', what: 'return', number, since: now },
      }),
      ...(mark === undefined ? {} : { callback: mark }),
      entries: [
        {
          ...{ at: now, what: 'returned', offer_id, outcome: code },
          reason: { by, ...told, ...(mark === undefined ? {} : { mark }) },
        },
      ],
    },
  };
}

/** Whether a cap window that counts the lead is still open. A total cap always is. */
function hasOpenPlace(lead: LeadRecord, catalogue: Catalogue, now: Date): boolean {
  const moment = lead.intent?.sold ?? lead.intent;
  return moment !== undefined && bucketsAt(catalogue, lead, moment).some((bucket) => isOpenAt(bucket, now));
}

/** The sale of an accepted lead, as it is booked. */
function saleOf({ id, decision }: LeadRecord): Booked {
  if (!decision?.sale) throw new Error(`Lead ${id} is accepted without a sale`);
  return bookedSale(decision.sale);
}
