import type { Campaign, Catalogue } from './types.js';

/** What a lead or a search stores of its campaign. */
interface Owned {
  readonly campaign_id: string;
  readonly affiliate_id: string;
}

/**
 * The campaign of a lead or a search. Undefined: it left the catalogue, or another affiliate has it now, whose terms and
 * name are none of this record's.
 */
export function campaignOf(
  { campaigns }: Pick<Catalogue, 'campaigns'>,
  { campaign_id, affiliate_id }: Owned,
): Campaign | undefined {
  const campaign = campaigns.get(campaign_id);
  return campaign?.affiliate.id === affiliate_id ? campaign : undefined;
}
