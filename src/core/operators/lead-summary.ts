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

/** What a list says about a lead. It has no personal data. */
export function leadSummary(lead: LeadRecord, name: NameEntry) {
  const { decision } = lead;
  const returned = standingReturn(lead);
  return {
    id: lead.id,
    state: lead.state,
    code: codeOf(lead),
    is_test: lead.is_test,
    received_at: lead.received_at,
    decided_at: isFinal(lead.state) ? (decision?.at ?? null) : null,
    affiliate: name('affiliates', lead.affiliate_id),
    campaign: name('campaigns', lead.campaign_id),
    offer: name('offers', lead.offer_id),
    buyer: name('buyers', buyerOf(lead)),
    program_id: lead.program_id ?? null,
    reference: lead.reference ?? null,
    request_id: lead.request_id,
    external_id: lead.external_id ?? null,
    search_id: lead.search_id ?? null,
    payout_cents: decision?.payout_cents ?? null,
    returned_at: returned?.at ?? null,
    return_reason: returned?.code ?? null,
  };
}

export type LeadSummary = ReturnType<typeof leadSummary>;
