import { bucketNameOf } from '../caps/cap-buckets.js';
import { windowOf, type CapBucket } from '../caps/windows.js';
import { sendableAt } from '../catalogue/opening-hours.js';
import type { Campaign, CampaignOffer, Cap } from '../catalogue/types.js';
import { unavailable } from '../checks/active.js';
import { firstFailingRules } from '../checks/rule-index.js';
import type { Geo } from '../lead/geo.js';
import { packRuledOut } from './stored-verdicts.js';
import type { RuledOut, SearchRecord } from './search-record.js';

export interface SearchContext {
  readonly search: SearchRecord;
  /** That of the search's own affiliate (`campaignOf`). */
  readonly campaign: Campaign;
  readonly now: Date;
  readonly geo: Geo;
  readonly newId: () => string;
}

/** The offers of a campaign that no rule of theirs rules out, and which rule ruled out the others. */
export interface FilteredOffers {
  readonly left: readonly CampaignOffer[];
  readonly ruled_out: RuledOut | undefined;
}

/** Looks at what needs no shared record, so that those are read only for the offers that are left. */
export function filterOffers({ search, campaign, now, geo }: SearchContext): FilteredOffers {
  const failing = firstFailingRules(campaign, search.lead, now, geo);
  const { affiliate_id } = search;
  const left = [...campaign.offers.values()].filter((line, position) => {
    if (failing[position] === 0) return true;
    const why = unavailable({ affiliate_id, campaign, offer: line.offer, campaign_offer: line });
    if (why === undefined) return false;
    // What is paused is refused for that, whatever its rules say.
    failing[position] = 0;
    return true;
  });
  return { left, ruled_out: packRuledOut(campaign, failing, search.run, search.lead) };
}

/** Every cap that may count a sale of this offer in this campaign. */
export function capsOfLine(campaign: Campaign, { offer, caps }: CampaignOffer): readonly Cap[] {
  return [offer.caps, offer.buyer.caps, campaign.caps, caps]
    .flat()
    .filter(({ program }) => program === undefined || offer.programs.some(({ value }) => value === program));
}

/**
 * The cap buckets that these offers need, for a single read of the ledger: those of the windows in which their leads would
 * leave.
 */
export function bucketsOfOffers(
  campaign: Campaign,
  offers: readonly CampaignOffer[],
  now: Date,
): CapBucket[] {
  const buckets = new Map<string, CapBucket>();
  for (const line of offers) {
    const at = sendableAt(line.offer.buyer, now);
    for (const cap of capsOfLine(campaign, line)) {
      const bucket = windowOf(cap, at);
      buckets.set(bucketNameOf(bucket), bucket);
    }
  }
  return [...buckets.values()];
}
