import { trusted } from 'mongoose';
import type { LeadFilter } from '../../../app/ports/lead-overview.js';
import { compact } from '../../../core/catalogue/compact.js';
import { CODES } from '../../../core/envelope.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { UNDECIDED_STATES, type LeadState } from '../../../core/lead/lead-states.js';
import { externalKey, subidKey } from '../../../core/lead/tracking-keys.js';
import { DECISION_CODES } from '../../../core/refusal.js';
import { oneOf } from './documents.js';

export type Filter = Readonly<Record<string, unknown>>;

/** A part of a list: leads that no other part has. */
export interface ListPart {
  /** Without the time range. */
  readonly filter: Filter;
  /** The name of the index to read. FerretDB's own choice is often the index of all leads by time, or no index. */
  readonly index: string;
  /** The index finds so few leads that the server may sort all of them. */
  readonly few: boolean;
  /** The only members that are read. Absent: all. */
  readonly members?: readonly (keyof LeadRecord)[];
}

const PRESENT = trusted({ $exists: true });

/** Only the last return of a lead can be in force. */
const NOT_UNDONE = trusted({ $elemMatch: { undone: { $exists: false } } });

/** The index for each member of a filter. If a filter has several members, the first one here decides. */
const INDEX_OF = [
  ['request_id', 'request'],
  ['reference', 'reference'],
  ['click_key', 'tracking'],
  ['external_id', 'tracking'],
  ['subid', 'tracking'],
  ['returned', 'returned'],
  ['program_id', 'program'],
  ['campaign_id', 'campaign'],
  ['affiliate_id', 'affiliate'],
  ['offer_ids', 'offer'],
  ['buyer_id', 'buyer'],
] as const satisfies readonly (readonly [keyof LeadFilter, string])[];
const FEW: readonly (keyof LeadFilter)[] = ['request_id', 'reference', 'click_key'];

/** The parts of a list, in the order in which a lead passes through them. Together they hold each matching lead once. */
export function partsOf(filter: LeadFilter): ListPart[] {
  const { states, code } = filter;
  const everywhere = membersOf(filter);
  const [member, index] = INDEX_OF.find(([name]) => filter[name] !== undefined) ?? [];
  const few = member !== undefined && FEW.includes(member);
  const part = (life: Filter, own: string): ListPart => ({
    filter: { ...everywhere, ...life },
    index: index ?? own,
    few,
  });
  const untaken = untakenOf(filter);
  if (states === undefined && code === undefined) return [...untaken, part({}, 'received')];
  const { due, unknown, codes } = livesOf(filter);
  const rare = (life: Filter, own: string): ListPart =>
    few ? part(life, own) : { ...part(life, own), index: own, few: true };
  return [
    ...untaken,
    ...(due.length > 0 ? [rare({ due_at: PRESENT, state: oneOf(due) }, 'due')] : []),
    ...(unknown ? [rare({ state: 'unknown' }, 'unknown')] : []),
    ...(codes.length > 0 ? [part({ 'decision.code': oneOf(codes) }, 'code')] : []),
  ];
}

/** Leads that no worker has taken yet. They count for no buyer, but they are meant for one. */
function untakenOf(filter: LeadFilter): ListPart[] {
  const { buyer_id, states, code = 'PENDING' } = filter;
  if (buyer_id === undefined || code !== 'PENDING' || states?.includes('queued') === false) return [];
  const { 'intent.buyer_id': _, ...members } = membersOf(filter);
  const isUntaken = { state: 'queued', due_at: PRESENT, intent: trusted({ $exists: false }) };
  return [{ filter: { ...members, ...isUntaken, buyer_id }, index: 'due', few: true }];
}

function membersOf(filter: LeadFilter): Filter {
  const { affiliate_id, campaign_id, program_id, reference, request_id, offer_ids, returned } = filter;
  const { subid, external_id, click_key, buyer_id } = filter;
  const keys = [
    subid === undefined ? [] : subidKey(subid),
    external_id === undefined ? [] : externalKey(external_id),
    click_key ?? [],
  ].flat();
  return {
    ...compact({ affiliate_id, campaign_id, program_id, reference, request_id }),
    ...(offer_ids === undefined ? {} : { offer_id: oneOf(offer_ids) }),
    ...(buyer_id === undefined ? {} : { 'intent.buyer_id': buyer_id }),
    ...(keys.length === 0 ? {} : { tracking_keys: keys.length === 1 ? keys[0] : trusted({ $all: keys }) }),
    ...(returned && { 'returns.at': PRESENT, returns: NOT_UNDONE }),
  };
}

/** Undecided leads have a due time, except unknown leads. Decided leads have a code. */
function livesOf({ states, code }: LeadFilter) {
  const wanted = (state: string): boolean => states?.includes(state as LeadState) ?? true;
  const due = UNDECIDED_STATES.filter((state) => state !== 'unknown' && wanted(state));
  const codes = DECISION_CODES.filter((one) => one !== 'PENDING' && wanted(CODES[one].status));
  return {
    due: code === undefined || code === 'PENDING' ? due : [],
    unknown: (code === undefined || code === 'UNKNOWN') && wanted('unknown'),
    codes: code === undefined ? codes : codes.filter((one) => one === code),
  };
}
