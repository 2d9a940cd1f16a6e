import { trusted } from 'mongoose';
import type { LeadFilter } from '../../../app/ports/lead-overview.js';
import { compact } from '../../../core/catalogue/compact.js';
import { CODES } from '../../../core/envelope.js';
import { UNDECIDED_STATES, type LeadState } from '../../../core/lead/lead-states.js';
import { subidKey } from '../../../core/lead/tracking-keys.js';
import { DECISION_CODES } from '../../../core/refusal.js';

export type Filter = Readonly<Record<string, unknown>>;

/** A range with a lower bound, because FerretDB uses a partial index only for such ranges. */
export const SINCE_EVER = trusted({ $gte: new Date(0) });

/**
 * The MongoDB filters of a list, without its time range. Together they find each matching lead once. Each has a
 * condition that an index answers.
 */
export const filtersOf = (filter: LeadFilter): Filter[] =>
  buyersOf(filter).flatMap((buyer) =>
    livesOf(filter).map((life) => ({ ...sameEverywhere(filter), ...buyer, ...life })),
  );

function sameEverywhere(filter: LeadFilter): Filter {
  const { affiliate_id, campaign_id, program_id, reference, request_id, offer_ids, returned } = filter;
  const { subid, click_key } = filter;
  const keys = [subid === undefined ? [] : subidKey(subid), click_key ?? []].flat();
  return {
    ...compact({ affiliate_id, campaign_id, program_id, reference, request_id }),
    ...(offer_ids === undefined ? {} : { offer_id: oneOf(offer_ids) }),
    ...(keys.length === 0 ? {} : { tracking_keys: keys.length === 1 ? keys[0] : trusted({ $all: keys }) }),
    ...(returned && { 'returns.at': SINCE_EVER, returns: NOT_UNDONE }),
  };
}

/** Only the last return of a lead can be in force. */
const NOT_UNDONE = trusted({ $elemMatch: { undone: { $exists: false } } });

const oneOf = (values: readonly string[]): unknown =>
  values.length === 1 ? values[0] : trusted({ $in: [...values] });

function buyersOf({ buyer_id }: LeadFilter): Filter[] {
  if (buyer_id === undefined) return [{}];
  const sentTo = 'attempts.sent_to.buyer_id';
  return [{ [sentTo]: buyer_id }, { buyer_id, [sentTo]: trusted({ $exists: false }) }];
}

/** Undecided leads are found by their due time, unknown leads by their state, and decided leads by their code. */
function livesOf({ states, code }: LeadFilter): Filter[] {
  if (states === undefined && code === undefined) return [{}];
  const wanted = (state: string): boolean => states === undefined || states.includes(state as LeadState);
  const due = UNDECIDED_STATES.filter((state) => state !== 'unknown' && wanted(state));
  const codes = DECISION_CODES.filter((one) => one !== 'PENDING' && (code ?? one) === one);
  const decided = codes.filter((one) => wanted(CODES[one].status));
  return [
    ...((code ?? 'PENDING') === 'PENDING' && due.length > 0
      ? [{ due_at: SINCE_EVER, state: oneOf(due) }]
      : []),
    ...((code ?? 'UNKNOWN') === 'UNKNOWN' && wanted('unknown') ? [{ state: 'unknown' }] : []),
    ...(decided.length > 0 ? [{ 'decision.code': oneOf(decided) }] : []),
  ];
}
