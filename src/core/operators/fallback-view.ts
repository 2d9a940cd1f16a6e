import type { FallbackRef } from '../fallback/fallback.js';
import { triedBefore } from '../fallback/next-lead.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { NameEntry } from './names.js';

/** The other tries of a direct post with fallbacks, as an operator reads them. Null: the call named none. */
export function fallbackView(lead: LeadRecord, name: NameEntry) {
  const { next_try, fallbacks } = lead;
  const tried = triedBefore(lead);
  if (tried.length === 0 && !next_try && !fallbacks) return null;
  const named = ({ lead_id, offer_id }: FallbackRef) => ({ lead_id, offer: name('offers', offer_id) });
  return {
    tried_before: tried.map((one) => ({ ...named(one), code: one.code })),
    fell_back_to: next_try ? named(next_try) : null,
    offers_left: next_try ? [] : (fallbacks ?? []).map(({ offer_id }) => name('offers', offer_id)),
  };
}
