import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { effectsOf } from '../lead/pending-effect.js';

/**
 * The fallbacks that may still follow a lead, as leads that are not stored as far as the lead shows: the lead itself, with
 * their ids and offers. Test leads reach nobody.
 */
export function remainingFallbacks(lead: LeadRecord): LeadRecord[] {
  const { fallbacks = [], is_test, state } = lead;
  if (is_test || (isFinal(state) && effectsOf(lead, 'fallback').length === 0)) return [];
  return fallbacks.map(({ lead_id, offer_id }) => ({
    ...lead,
    ...{ id: lead_id, offer_id, submission: 1, state: 'queued', attempts: [] },
  }));
}
