import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';

/**
 * The tries that may still follow a lead, none of them stored as far as the lead shows: itself, under their ids and for
 * their offers. Test leads reach nobody.
 */
export function triesLeft(lead: LeadRecord): LeadRecord[] {
  const { fallbacks = [], is_test, next_try, state } = lead;
  if (is_test || (isFinal(state) && next_try?.owed_since === undefined)) return [];
  return fallbacks.map(({ lead_id, offer_id }) => ({
    ...lead,
    ...{ id: lead_id, offer_id, submission: 1, state: 'queued', attempts: [] },
  }));
}
