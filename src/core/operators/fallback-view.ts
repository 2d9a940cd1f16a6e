import type { FallbackRef } from '../fallback/fallback.js';
import { earlierLeadsOf } from '../fallback/fallback-lead.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { NameEntry } from './names.js';

/** The other leads of a direct post with fallbacks, as an operator reads them. Null: the call named none. */
export function fallbackView(lead: LeadRecord, name: NameEntry) {
  const { next_fallback, fallbacks } = lead;
  const earlier = earlierLeadsOf(lead);
  if (earlier.length === 0 && !next_fallback && !fallbacks) return null;
  const named = ({ lead_id, offer_id }: FallbackRef) => ({ lead_id, offer: name('offers', offer_id) });
  return {
    earlier_leads: earlier.map((one) => ({ ...named(one), code: one.code })),
    fell_back_to: next_fallback ? named(next_fallback) : null,
    offers_left: next_fallback ? [] : (fallbacks ?? []).map(({ offer_id }) => name('offers', offer_id)),
  };
}
