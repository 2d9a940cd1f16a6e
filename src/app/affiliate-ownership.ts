import { campaignOf } from '../core/catalogue/campaign-of.js';
import type { Campaign, Catalogue } from '../core/catalogue/types.js';
import type { ApiKey } from '../core/keys/api-key.js';
import type { LeadRecord } from '../core/lead/lead-record.js';
import type { LeadStore } from './ports/lead-store.js';
import { notFound, notYours } from './request-refused.js';

/** The caller: the part of an API key that identifies its affiliate. */
export type Caller = Pick<ApiKey, 'affiliate_id' | 'is_test'>;

/**
 * Compares the affiliate id of a request with the id in the API key. The id in the request never selects data. Throws
 * RequestRefused.
 */
export function requireOwnAffiliate(caller: Caller, svc_affiliate_id: string): void {
  if (svc_affiliate_id !== caller.affiliate_id) throw notYours('svc_affiliate_id');
}

/** Whether a record belongs to the caller's affiliate. For a test key, a live record does not exist (ADR 31). */
export const isVisible = (caller: Caller, record: Pick<LeadRecord, 'affiliate_id' | 'is_test'>): boolean =>
  record.affiliate_id === caller.affiliate_id && (!caller.is_test || record.is_test);

/** A campaign of the affiliate, whatever its status. */
export const ownCampaign = (
  catalogue: Catalogue,
  affiliate_id: string,
  campaign_id: string,
): Campaign | undefined => campaignOf(catalogue, { affiliate_id, campaign_id });

/** The lead with this id, if the caller may see it. Throws RequestRefused, or an outage. */
export async function readOwnLead(
  { leads }: { readonly leads: Pick<LeadStore, 'read'> },
  caller: Caller,
  id: string,
): Promise<LeadRecord> {
  const lead = await leads.read(id);
  if (!lead || !isVisible(caller, lead)) throw notFound('svc_lead_id');
  return lead;
}
