import type { LeadEntry } from '../lead/lead-entry.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isToBeErased } from '../person/erasure.js';
import type { EarlierLead } from './fallback.js';

/**
 * The lead of a call's next fallback: the same person and call, with the offer, the consent, the program and the
 * answers of its own entry. If an erasure came after the lead fell back, the next one is not sent either. Undefined: the
 * lead did not fall back. `due_at` is when the sweeper looks for it.
 */
export function fallbackLead(lead: LeadRecord, now: Date, due_at: Date): LeadRecord | undefined {
  const { next_fallback, fallbacks = [] } = lead;
  const [own, ...left] = fallbacks;
  if (!next_fallback || own?.lead_id !== next_fallback.lead_id) return undefined;
  const { lead_id, program_id, reply_to: _, ...entry } = own;
  const { affiliate_id, campaign_id, request_id, external_id, is_test, tracking_keys } = lead;
  const { suppression_keys } = lead;
  const earlier_leads = [...earlierLeadsOf(lead), asEarlierLead(lead)];
  const received: LeadEntry[] = [
    { at: now, what: 'received' },
    {
      at: now,
      what: 'fallback_of',
      offer_id: lead.offer_id,
      reason: { lead: lead.id, place: earlier_leads.length },
    },
  ];
  return {
    ...{ id: lead_id, affiliate_id, campaign_id, request_id, is_test, form: 'B' },
    ...entry,
    ...(program_id === undefined ? {} : { program_id }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(tracking_keys === undefined ? {} : { tracking_keys }),
    ...(suppression_keys === undefined ? {} : { suppression_keys }),
    ...{ received_at: now, first_due_at: now, due_at },
    ...{ submission: 1, state: 'queued', runs: 0, stalls: 0 },
    ...{ lead: lead.lead, tracking: lead.tracking, extra: lead.extra, identities: lead.identities },
    ...{ attempts: [], pending_effects: [], earlier_leads },
    ...(left.length > 0 ? { fallbacks: left } : {}),
    ...(lead.forget && isToBeErased(lead) ? { forget: lead.forget } : {}),
    timeline: received,
  };
}

/** The earlier leads of the call that made the present submission. */
export const earlierLeadsOf = ({
  submission,
  earlier_leads = [],
}: Pick<LeadRecord, 'submission' | 'earlier_leads'>): readonly EarlierLead[] =>
  submission > 1 ? [] : earlier_leads;

/** A lead that fell back has a decision. */
function asEarlierLead({ id, offer_id, decision }: LeadRecord): EarlierLead {
  return { lead_id: id, offer_id, code: decision?.code ?? 'OFFER_UNAVAILABLE' };
}

/** The lead that a waiting call asked for: the first one. */
export const firstLeadOfCall = (lead: Pick<LeadRecord, 'id' | 'submission' | 'earlier_leads'>): string =>
  earlierLeadsOf(lead)[0]?.lead_id ?? lead.id;
