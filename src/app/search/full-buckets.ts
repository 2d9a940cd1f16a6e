import { bucketNameOf } from '../../core/caps/cap-buckets.js';
import type { Campaign, CampaignOffer } from '../../core/catalogue/types.js';
import type { SearchFacts } from '../../core/search/offer-refusals.js';
import { bucketsOfOffers } from '../../core/search/filter-offers.js';
import { askLedger } from '../caps/ask-ledger.js';
import type { WorkPorts } from '../ports/work-ports.js';

/**
 * Whether the caps of these offers are full. Undefined: none is. While the ledger is rebuilt, no cap hides an offer. The
 * submit checks the cap again.
 */
export async function fullBuckets(
  ports: WorkPorts,
  campaign: Campaign,
  offers: readonly CampaignOffer[],
  now: Date,
): Promise<SearchFacts['isFull']> {
  const buckets = bucketsOfOffers(campaign, offers, now);
  if (buckets.length === 0) return undefined;
  const used = await askLedger(ports, () => ports.ledger.used(buckets));
  if (used === 'stale') return undefined;
  const full = new Set(buckets.filter(({ cap }, i) => (used[i] ?? 0) >= cap.limit).map(bucketNameOf));
  return full.size === 0 ? undefined : (bucket) => full.has(bucketNameOf(bucket));
}
