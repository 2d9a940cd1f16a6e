import { bucketNameOf } from '../../core/caps/cap-buckets.js';
import type { PlannedOffer } from '../../core/search/campaign-plan.js';
import type { SearchFacts } from '../../core/search/offer-refusals.js';
import { bucketsOfOffers } from '../../core/search/filter-offers.js';
import { capsWithRoomOf } from './caps-with-room.js';
import { askLedger } from '../caps/ask-ledger.js';
import type { WorkPorts } from '../ports/work-ports.js';

/**
 * Whether the caps of these offers are full. Undefined: none is. While the ledger is rebuilt, no cap hides an offer, and one
 * with much room is not asked for each search (ADR 85). The submit checks the cap again.
 */
export async function fullBuckets(
  ports: WorkPorts,
  offers: readonly Pick<PlannedOffer, 'line' | 'caps'>[],
  now: Date,
): Promise<SearchFacts['isFull']> {
  const roomy = capsWithRoomOf(ports.ledger);
  const buckets = bucketsOfOffers(offers, now, (bucket) => !roomy.has(bucket, now));
  if (buckets.length === 0) return undefined;
  const used = await askLedger(ports, () => ports.ledger.used(buckets));
  if (used === 'stale') return undefined;
  for (const [i, bucket] of buckets.entries()) roomy.note(bucket, used[i] ?? 0, now);
  const full = new Set(buckets.filter(({ cap }, i) => (used[i] ?? 0) >= cap.limit).map(bucketNameOf));
  return full.size === 0 ? undefined : (bucket) => full.has(bucketNameOf(bucket));
}
