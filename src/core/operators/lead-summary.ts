import { fieldOf } from '../lead/lead-data.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { standingReturn } from '../money/returned.js';
import type { DecisionCode } from '../refusal.js';
import type { NameEntry } from './names.js';

/** Where a lead stands: its decision's code, `PENDING` while it is undecided, `UNKNOWN` while nobody knows. */
function codeOf({ state, decision }: LeadRecord): DecisionCode | 'UNKNOWN' {
  if (state === 'unknown') return 'UNKNOWN';
  return isFinal(state) ? (decision?.code ?? 'PENDING') : 'PENDING';
}

/** The buyer that the lead counts for. Before a worker has taken it: the buyer that it is meant for. */
const buyerOf = ({ intent, buyer_id }: LeadRecord): string => (intent?.sold ?? intent)?.buyer_id ?? buyer_id;

/** What is left of a sale: a return takes the price back, and most take the payout back too. Null: no money is configured. */
function marginOf(lead: LeadRecord): number | null {
  const { buyer_cents = null, affiliate_cents = null } = lead.decision?.sale ?? {};
  if (buyer_cents === null && affiliate_cents === null) return null;
  const returned = standingReturn(lead);
  const price = returned ? 0 : (buyer_cents ?? 0);
  return price - (returned?.payout_reversed ? 0 : (affiliate_cents ?? 0));
}

/** What a list says about a lead. It has no personal data. */
export function leadSummary(lead: LeadRecord, name: NameEntry) {
  const { decision } = lead;
  const ended = isFinal(lead.state) ? decision : undefined;
  const returned = standingReturn(lead);
  return {
    id: lead.id,
    state: lead.state,
    code: codeOf(lead),
    is_test: lead.is_test,
    received_at: lead.received_at,
    decided_at: ended?.at ?? null,
    reason: ended?.refusal?.why ?? null,
    affiliate: name('affiliates', lead.affiliate_id),
    campaign: name('campaigns', lead.campaign_id),
    offer: name('offers', lead.offer_id),
    buyer: name('buyers', buyerOf(lead)),
    program_id: lead.program_id ?? null,
    us_state: fieldOf(lead.lead, 'address.state') ?? null,
    subid: typeof lead.tracking['subid'] === 'string' ? lead.tracking['subid'] : null,
    reference: lead.reference ?? null,
    request_id: lead.request_id,
    external_id: lead.external_id ?? null,
    search_id: lead.search_id ?? null,
    price_cents: decision?.sale?.buyer_cents ?? null,
    payout_cents: decision?.payout_cents ?? null,
    margin_cents: marginOf(lead),
    returned_at: returned?.at ?? null,
    return_reason: returned?.code ?? null,
  };
}

export type LeadSummary = ReturnType<typeof leadSummary>;
