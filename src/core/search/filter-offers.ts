import { bucketNameOf } from '../caps/cap-buckets.js';
import { windowOf, type CapBucket } from '../caps/windows.js';
import { sendableAtBy } from '../catalogue/hours.js';
import type { Campaign } from '../catalogue/types.js';
import { firstFailingRules, type FailingRules } from '../checks/rule-index.js';
import type { Geo } from '../lead/geo.js';
import { planOf, type PlannedOffer } from './campaign-plan.js';
import { packRuledOut } from './ruled-out.js';
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
  readonly left: readonly PlannedOffer[];
  readonly ruled_out: RuledOut | undefined;
  readonly failing: FailingRules;
}

/** Looks at what needs no shared record, so that those are read only for the offers that are left. */
export function filterOffers({ search, campaign, now, geo }: SearchContext): FilteredOffers {
  const failing = firstFailingRules(campaign, search.lead, now, geo);
  const left: PlannedOffer[] = [];
  for (const [position, planned] of planOf(campaign).offers.entries()) {
    // What is paused is refused for that, whatever its rules say.
    if (planned.unavailable !== undefined) failing[position] = 0;
    if (failing[position] === 0) left.push(planned);
  }
  return { left, ruled_out: packRuledOut(campaign, failing, search.run, search.lead), failing };
}

/**
 * The cap buckets that these offers need, for a single read of the ledger: those of the windows in which their leads would
 * leave. `isAsked`: which of them to read.
 */
export function bucketsOfOffers(
  offers: readonly Pick<PlannedOffer, 'line' | 'caps'>[],
  now: Date,
  isAsked: (bucket: CapBucket) => boolean = () => true,
): CapBucket[] {
  const buckets = new Map<string, CapBucket>();
  const leaves = sendableAtBy(now);
  for (const { line, caps } of offers) {
    if (caps.length === 0) continue;
    const at = leaves(line.offer.buyer);
    for (const cap of caps) {
      const bucket = windowOf(cap, at);
      if (isAsked(bucket)) buckets.set(bucketNameOf(bucket), bucket);
    }
  }
  return [...buckets.values()];
}
