import type { FallbackRef } from '../fallback/fallback.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { NameEntry } from './names.js';

/** The other tries of a direct post with fallbacks, as an operator reads them. Null: the call named none. */
export function fallbackView({ tried, next_try, fallbacks }: LeadRecord, name: NameEntry) {
  if (!tried && !next_try && !fallbacks) return null;
  const named = ({ lead_id, offer_id }: FallbackRef) => ({ lead_id, offer: name('offers', offer_id) });
  return {
    tried_before: (tried ?? []).map((one) => ({ ...named(one), code: one.code })),
    fell_back_to: next_try ? named(next_try) : null,
    offers_left: next_try ? [] : (fallbacks ?? []).map(({ offer_id }) => name('offers', offer_id)),
  };
}
