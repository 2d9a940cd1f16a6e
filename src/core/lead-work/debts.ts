import type { Debt, LeadRecord } from '../records/lead-record.js';

/** A claim this much older than the acceptance has its window's start moved to the acceptance. */
const RESTAMP_AFTER_MS = 60_000;

function debt(lead: LeadRecord, action: Debt['action'], claims: Debt['claims'], since: Date): Debt {
  return {
    round: lead.round,
    action,
    claims,
    since,
    keys: lead.identities.map(({ key }) => key),
    offer_id: lead.offer_id,
    campaign_id: lead.campaign_id,
    ...(lead.program_id === undefined ? {} : { program_id: lead.program_id }),
    ...(lead.search_id === undefined ? {} : { search_id: lead.search_id }),
    ...(lead.intent ? { intent_at: lead.intent.at } : {}),
  };
}

/** An acceptance confirms slot and places. */
export const confirmDebt = (lead: LeadRecord, now: Date): Debt =>
  debt(
    lead,
    'confirm',
    now.getTime() - lead.received_at.getTime() > RESTAMP_AFTER_MS ? 'restamp' : 'keep',
    now,
  );

/** Every other ending gives back what the round took; `keep`: the buyer has the lead, so its claims stay. */
export const releaseDebt = (lead: LeadRecord, now: Date, claims: 'release' | 'keep' = 'release'): Debt =>
  debt(lead, 'release', claims, now);
