import { bucketsAt } from '../caps/cap-buckets.js';
import { isOpenAt } from '../caps/windows.js';
import type { ReturnReview, Returns } from '../catalogue/returns.js';
import type { Catalogue } from '../catalogue/types.js';
import { timeText } from '../format-time.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { LeadReturn, ReturnEvidence, ReturnRequested } from '../lead/lead-return.js';
import { bookedReturn, bookedSale } from './booked-return.js';
import type { Booked } from './entry.js';
import { monthOf } from './period.js';
import { cleanEvidence, isSameEvidence } from './return-evidence.js';
import {
  declinedRequests,
  keepsClaims,
  keepsReservation,
  openRequest,
  standingReturn,
  undoneReturn,
} from './returned.js';
import { returnTerms, shareName, type ReturnShare, type ReturnTerms } from './return-share.js';

/** What a buyer, or an operator for it, asks. */
export interface ReturnRequest {
  /** The code of the reason. */
  readonly code: string;
  /** `callback`, or the operator's name. */
  readonly by: string;
  /** What the buyer shows for it, as it was sent. */
  readonly evidence?: string;
  /** Passes the time, the share and the review. `why` is cleaned; it stands in the timeline. */
  readonly override?: { readonly why: string };
  /** The dedupe key of the callback. */
  readonly mark?: string;
  /** A callback or a file, which may come again: it does not repeat a return that was undone as a mistake. */
  readonly mayRepeat?: true;
}

/** The rules that refuse a return, in their order. An operator may override `declined` and the last two. */
export type ReturnRule =
  | 'not_accepted'
  | 'returned_before'
  | 'under_review'
  | 'declined'
  | 'no_returns'
  | 'unknown_reason'
  | 'within'
  | 'max_share';

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
  readonly overrode: readonly ('within' | 'review')[];
  /** An operator decides. Absent: it acts at once. */
  readonly review?: ReturnReview;
}

interface Facts {
  readonly lead: LeadRecord;
  readonly request: ReturnRequest;
  readonly catalogue: Catalogue;
  readonly now: Date;
}

type Known = Facts & { readonly terms: ReturnTerms };

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
      if (before) return `was returned before, at ${timeText(before.at)} by ${before.by} (${before.code})`;
      const undone = mayRepeat && undoneReturn(lead);
      return undone && `was returned by mistake, which ${undone.by} undid at ${timeText(undone.at)}`;
    },
  ],
  [
    'under_review',
    ({ lead }) => {
      const open = openRequest(lead)?.request;
      return (
        open &&
        `has a return request, made at ${timeText(open.at)} by ${open.by} (${open.code}), that is decided by ${timeText(open.decide_by)}`
      );
    },
  ],
  [
    'declined',
    ({ lead, request: { evidence, override } }) => {
      const declined = declinedRequests(lead);
      const last = declined.at(-1);
      if (!last || override) return undefined;
      if (declined.length > 1) return 'had its return declined twice, which is final';
      const known = lead.return_evidence?.[last.number];
      const given = cleanEvidence(evidence, lead);
      if (given && !isSameEvidence(given, known)) return undefined;
      return `had its return declined at ${timeText(last.ended.at)} by ${last.ended.by}: it can be asked for once more, with new evidence`;
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
        : `is too old: it was accepted at ${timeText(decision?.at ?? until)} and could be returned until ${timeText(until)}`;
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
  const overrode: ('within' | 'review')[] = [];
  for (const [rule, holds] of CONFIGURED) {
    const why = holds({ ...facts, terms });
    if (why === undefined) continue;
    if (rule !== 'within' || !request.override) return refused(rule, why);
    overrode.push(rule);
  }
  const month = monthOf(lead.decision?.at ?? facts.now, catalogue.books.time_zone);
  const share = { owner: terms.owner, id: terms.id, month };
  const allowed = { kind: 'allowed', terms, share, number: lead.returns?.length ?? 0 } as const;
  const { review } = terms.returns;
  if (!review || review.accept_at_once.includes(request.code)) return { ...allowed, overrode };
  return request.override
    ? { ...allowed, overrode: [...overrode, 'review'] }
    : { ...allowed, overrode, review };
}

/** The share is used up: `sold` leads were accepted in the month, and `limit` of them may be returned. */
export function overShare({ terms, share }: ReturnAllowed, sold: number, limit: number): ReturnRefused {
  const percent = `${terms.returns.max_share_bp / 100}%`;
  const of = `${percent} of the ${sold} leads of ${terms.handle} accepted in ${share.month}`;
  const taken = terms.returns.review ? 'returned or requested' : 'returned';
  return refused('max_share', `is over the share of returns: ${of} are ${limit}, and as many were ${taken}`);
}

/** The conditional transition of a return that is allowed, or of the request for it. */
export function allowedChange(
  facts: Facts,
  allowed: ReturnAllowed,
  isOverShare: boolean,
): { readonly when: LeadCondition; readonly change: LeadChange } {
  const { lead, request } = facts;
  const { terms, share, number, overrode, review } = allowed;
  if (review) return requestChange(facts, allowed, review);
  const { code, by, override, mark } = request;
  const rules = [...overrode, ...(isOverShare ? (['max_share'] as const) : [])];
  const { length } = lead.return_requests ?? [];
  return returnChange(facts, {
    ...{ code, by, number, undoes: terms.returns, requested: { number: length, is: 'next' } },
    ...(override && rules.length > 0 ? { overrode: { rules, why: override.why } } : {}),
    ...(isOverShare ? {} : { share: shareName(share) }),
    ...(mark === undefined ? {} : { mark }),
  });
}

/** It reserves its part of the share, and books nothing. */
function requestChange(
  { lead, request, now }: Facts,
  { terms, share, number: returned }: ReturnAllowed,
  { decide_within_ms, past_deadline, show_evidence }: ReturnReview,
): { readonly when: LeadCondition; readonly change: LeadChange } {
  const { id, submission, offer_id, return_requests } = lead;
  const { code, by, mark } = request;
  const { reverse_payout, give_back_place, release_claim } = terms.returns;
  const number = return_requests?.length ?? 0;
  const decide_by = new Date(now.getTime() + decide_within_ms);
  const asked: ReturnRequested = {
    ...{ at: now, code, by, share: shareName(share), decide_by, past_deadline },
    shows_evidence: show_evidence,
    undoes: { reverse_payout, give_back_place, release_claim },
  };
  const evidence: ReturnEvidence | undefined = cleanEvidence(request.evidence, lead);
  return {
    when: {
      ...{ id, submission, states: ['accepted'], returned: { number: returned, is: 'next' } },
      requested: { number, is: 'next' },
    },
    change: {
      ...{ state: 'accepted', due_at: null },
      new_request: { number, request: asked, ...(evidence && { evidence }) },
      ...(mark === undefined ? {} : { callback: mark }),
      entries: [
        {
          ...{ at: now, what: 'return_requested', offer_id, outcome: code },
          reason: { by, decide_by, ...(mark === undefined ? {} : { mark }) },
        },
      ],
    },
  };
}

/** The members of a lead that its return needs. */
export type ReturnedLead = Pick<
  LeadRecord,
  'id' | 'submission' | 'offer_id' | 'campaign_id' | 'program_id' | 'intent' | 'decision' | 'returns'
>;

/** What a return is stored with. */
interface NewReturn {
  readonly code: string;
  readonly by: string;
  /** How often the lead was returned before. */
  readonly number: number;
  readonly undoes: ReturnRequested['undoes'];
  readonly requested: NonNullable<LeadCondition['requested']>;
  readonly overrode?: NonNullable<LeadReturn['overrode']>;
  readonly share?: string;
  readonly mark?: string;
  /** Why its request was accepted. */
  readonly why?: string;
}

/** The conditional transition of a return. */
export function returnChange(
  { lead, catalogue, now }: { readonly lead: ReturnedLead } & Pick<Facts, 'catalogue' | 'now'>,
  { code, by, number, undoes, requested, overrode, share, mark, why }: NewReturn,
): { readonly when: LeadCondition; readonly change: LeadChange } {
  const { reverse_payout, give_back_place, release_claim } = undoes;
  const booked = bookedReturn(saleOf(lead), reverse_payout);
  const new_return: LeadReturn = {
    ...{ at: now, code, by, payout_reversed: reverse_payout },
    ...(overrode ? { overrode } : {}),
    ...(share === undefined ? {} : { share }),
    ...(requested.is === 'open' ? { request: requested.number } : {}),
    ...(give_back_place && keepsReservation(lead) && hasOpenPlace(lead, catalogue, now)
      ? { place_given_back: true }
      : {}),
    ...(release_claim && keepsClaims(lead) ? { claim_released: true } : {}),
  };
  const told = overrode
    ? { overrode: overrode.rules.join(' and '), why: overrode.why }
    : why !== undefined && { why };
  const { id, submission, offer_id } = lead;
  return {
    when: {
      ...{ id, submission, states: ['accepted'], returned: { number, is: 'next' } },
      requested,
    },
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
function hasOpenPlace(lead: ReturnedLead, catalogue: Catalogue, now: Date): boolean {
  const moment = lead.intent?.sold ?? lead.intent;
  return moment !== undefined && bucketsAt(catalogue, lead, moment).some((bucket) => isOpenAt(bucket, now));
}

/** The reasons for which the buyer of a lead may return it. Empty: it may not, or no buyer has it. */
export const returnReasons = (
  catalogue: Catalogue,
  lead: Pick<LeadRecord, 'offer_id' | 'decision'>,
): Returns['reasons'] =>
  (lead.decision?.sale && returnTerms(catalogue, lead, lead.decision.sale)?.returns.reasons) ?? [];

/** The sale of an accepted lead, as it is booked. */
export function saleOf({ id, decision }: Pick<LeadRecord, 'id' | 'decision'>): Booked {
  if (!decision?.sale) throw new Error(`Lead ${id} is accepted without a sale`);
  return bookedSale(decision.sale);
}
