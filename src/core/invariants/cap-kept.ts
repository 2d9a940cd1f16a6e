import { momentsOf } from '../caps/moments.js';
import { bucketNameOf } from '../caps/cap-buckets.js';
import { windowOf } from '../caps/windows.js';
import type { Cap } from '../catalogue/types.js';
import type { CapBucket } from '../caps/windows.js';
import type { Moment } from '../lead/lead-record.js';
import { type CatalogueHistory, lineName } from './catalogue-history.js';
import { holdingOf, lastAttemptOf } from './holdings.js';
import type { Invariant } from './invariant.js';
import type { CheckedLead } from './records.js';

/** One lead that has a place; it took it at some moment of the interval. */
export interface BucketTaking {
  readonly lead: string;
  readonly from: Date;
  readonly to: Date;
}

/** Everybody who has a place in one window of a cap. */
export interface BucketTakings {
  readonly cap_id: string;
  readonly window: string;
  readonly takings: readonly BucketTaking[];
}

export const capKept: Invariant<BucketTakings> = {
  name: 'cap-kept',
  sentence: 'The reservations of a cap never exceed the limit that was in force when each was made.',
  faults: ({ cap_id, takings }, { history }) => {
    const inOrder = [...takings].sort((a, b) => a.to.getTime() - b.to.getTime());
    const over = inOrder.filter(({ from, to }, i) => i + 1 > history.limit(cap_id, from, to));
    const [first] = over;
    if (!first) return [];
    const limit = history.limit(cap_id, first.from, first.to);
    return [
      `${inOrder.length} places are used, ${over.length} of them over the limit of ${limit} (from lead ${first.lead})`,
    ];
  },
};

/** When a lead took the places that it surely has; undefined when it may have none. */
export function takingOf(lead: CheckedLead, now: Date): BucketTaking | undefined {
  if (lead.intent?.round !== lead.round || holdingOf(lead, lead.round) !== 'must') return undefined;
  // Places are taken again before every attempt, and refused when the limit was lowered since; what is kept is not.
  const sent = lastAttemptOf(lead)?.at;
  const { kept, sold } = lead.intent;
  const first = kept || sold ? lead.attempts.find(({ round }) => round === lead.round)?.at : sent;
  return { lead: lead.id, from: first ?? lead.received_at, to: sent ?? now };
}

/**
 * Names the places that a lead's intent stands for, over all versions of the catalogue: of an accepted lead those where
 * it was sold, of any other also those that are kept for an attempt that may still be the sale.
 */
export function createBucketFinder(history: CatalogueHistory): (lead: CheckedLead) => readonly CapBucket[] {
  const known = new Map<Cap, Map<number, CapBucket>>();
  // Windows begin and end at quarters of an hour: one look at the calendar for each serves them all.
  const placeOf = (cap: Cap, at: Date): CapBucket => {
    const quarter = Math.floor(at.getTime() / 900_000);
    const places = known.get(cap) ?? new Map<number, CapBucket>();
    const bucket = places.get(quarter) ?? windowOf(cap, at);
    known.set(cap, places.set(quarter, bucket));
    return bucket;
  };
  const buyerAt = (offer_id: string, { at, buyer_id }: Moment): string[] => {
    if (buyer_id !== undefined) return [buyer_id];
    const buyers = new Set(history.soldBy(offer_id, at).map(({ buyer }) => buyer));
    // By the former build: when the offer just changed hands either may have counted it, and neither count is asked for.
    return buyers.size === 1 ? [...buyers] : [];
  };
  const placesAt = ({ offer_id, campaign_id, program_id }: CheckedLead, moment: Moment): CapBucket[] =>
    [offer_id, ...buyerAt(offer_id, moment), campaign_id, lineName(campaign_id, offer_id)]
      .flatMap((owner) => history.capsOf(owner))
      .filter(({ program }) => program === undefined || program === program_id)
      .map((cap) => placeOf(cap, moment.at));
  return (lead) => {
    const { intent } = lead;
    if (!intent) return [];
    if (lead.state === 'accepted') return placesAt(lead, intent.sold ?? intent);
    if (!intent.kept) return placesAt(lead, intent);
    const buckets = momentsOf(intent).flatMap((moment) => placesAt(lead, moment));
    return [...new Map(buckets.map((place) => [bucketNameOf(place), place])).values()];
  };
}
