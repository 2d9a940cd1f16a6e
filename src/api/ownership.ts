import type { Campaign } from '../core/catalogue/types.js';
import type { ApiKey } from '../core/keys/api-key.js';
import type { LeadRecord } from '../core/lead/lead-record.js';
import { campaignNotFound, notYours } from './faults.js';
import type { Api, Call } from './call.js';

interface NamesOwner {
  readonly svc_affiliate_id: string;
  readonly svc_campaign_id: string;
}

/** The affiliate id is only checked against the key; it never chooses anything. */
export function requireOwnAffiliate({ body, key }: Call<NamesOwner>): void {
  if (body.svc_affiliate_id !== key.affiliate_id) throw notYours('svc_affiliate_id');
}

/** A record of the key's affiliate; to a test key a live one is as unknown as one that is not there (ADR 30). */
export const isVisible = (
  key: Pick<ApiKey, 'affiliate_id' | 'is_test'>,
  record: Pick<LeadRecord, 'affiliate_id' | 'is_test'>,
): boolean => record.affiliate_id === key.affiliate_id && (!key.is_test || record.is_test);

/** A campaign of the key's affiliate, whatever its status. */
export function campaignOf({ platform }: Api, affiliateId: string, campaignId: string): Campaign | undefined {
  const campaign = platform.catalogue.current().campaigns.get(campaignId);
  return campaign?.affiliate.id === affiliateId ? campaign : undefined;
}

/** The named campaign when it can be searched: to a search a foreign one is as unknown as one that is not there. */
export function searchableCampaign(api: Api, { body, key }: Call<NamesOwner>): Campaign {
  const campaign = campaignOf(api, key.affiliate_id, body.svc_campaign_id);
  if (campaign?.status !== 'active') throw campaignNotFound();
  return campaign;
}
