import { pointsOf } from '../caps/reservation-points.js';
import { bucketNameOf } from '../caps/cap-buckets.js';
import { isOpenAt, windowOf, type CapBucket } from '../caps/windows.js';
import type { Cap } from '../catalogue/types.js';
import type { ReservationPoint } from '../lead/lead-record.js';
import { type CatalogueHistory, lineName } from './catalogue-history.js';
import { lastAttemptOf, reservationHoldingOf } from './holdings.js';
import type { Invariant } from './invariant.js';
import type { CheckedLead } from './records.js';

/** One lead that has a reservation. It reserved at some moment of the interval. */
export interface BucketTaking {
  readonly lead: string;
  readonly from: Date;
  readonly to: Date;
  /** It regained a place that its return had given back, which no full cap prevents. */
  readonly regained?: true;
}

/** Tolerance: undoing a return reserves shortly after the time that is stored. */
const EDGE_MS = 120_000;

/** All leads that have a reservation in one window of a cap. */
export interface BucketTakings {
  readonly cap_id: string;
  readonly window: string;
  readonly takings: readonly BucketTaking[];
}

export const capKept: Invariant<BucketTakings> = {
  name: 'cap-kept',
  sentence:
    'The reservations of a cap never exceed the limit that was in force when each was made, except by sales whose returns were undone.',
  faults: ({ cap_id, takings }, { history }) => {
    const inOrder = [...takings].sort((a, b) => a.to.getTime() - b.to.getTime());
    const regained = inOrder.filter((taking) => taking.regained).map(({ to }) => to.getTime() + EDGE_MS);
    // What was reserved before a place was regained did not have to leave room for it.
    const regainedBy = (at: Date): number => regained.filter((by) => by <= at.getTime()).length;
    const over = inOrder
      .filter((taking) => !taking.regained)
      .filter(({ from, to }, i) => i + 1 + regainedBy(from) > history.limit(cap_id, from, to));
    const [first] = over;
    if (!first) return [];
    const limit = history.limit(cap_id, first.from, first.to);
    return [
      `${inOrder.length} places are used, ${over.length} of them over the limit of ${limit} (from lead ${first.lead})`,
    ];
  },
};

/** When a lead took the reservations that it certainly has. Undefined if it may have none. */
export function takingOf(lead: CheckedLead, now: Date): BucketTaking | undefined {
  if (lead.intent?.submission !== lead.submission || reservationHoldingOf(lead) !== 'must') return undefined;
  // A lead reserves again before every attempt, and is refused if the limit was lowered since. Reservations that are
  // kept are not checked again, so they count from the first attempt.
  const sent = lastAttemptOf(lead)?.at;
  const { kept, sold } = lead.intent;
  const first =
    kept || sold ? lead.attempts.find(({ submission }) => submission === lead.submission)?.at : sent;
  return { lead: lead.id, from: first ?? lead.received_at, to: sent ?? now };
}

/**
 * When a lead took its reservation in one of its buckets. Undefined if it may have none, or if a return gave the place
 * back while the window was open. A place that was regained counts from then on.
 */
export function takingIn(lead: CheckedLead, bucket: CapBucket, now: Date): BucketTaking | undefined {
  const taking = takingOf(lead, now);
  const gave = (lead.returns ?? []).findLast(
    ({ place_given_back, at }) => place_given_back && isOpenAt(bucket, at),
  );
  if (!taking || !gave) return taking;
  const { undone } = gave;
  if (!undone?.place_regained || !isOpenAt(bucket, undone.at)) return undefined;
  return { lead: lead.id, from: gave.at, to: undone.at, regained: true };
}

/**
 * Finds the cap buckets of a lead's intent, over all versions of the catalogue. For an accepted lead, these are the
 * buckets in which it was sold. For another lead, they include the buckets that are kept for an attempt that may
 * still become the sale.
 */
export function createBucketFinder(history: CatalogueHistory): (lead: CheckedLead) => readonly CapBucket[] {
  const known = new Map<Cap, Map<number, CapBucket>>();
  // Windows start and end at quarters of an hour, so one calendar computation serves all moments of a quarter.
  const placeOf = (cap: Cap, at: Date): CapBucket => {
    const quarter = Math.floor(at.getTime() / 900_000);
    const places = known.get(cap) ?? new Map<number, CapBucket>();
    const bucket = places.get(quarter) ?? windowOf(cap, at);
    known.set(cap, places.set(quarter, bucket));
    return bucket;
  };
  const placesAt = (
    { offer_id, campaign_id, program_id }: CheckedLead,
    { at, buyer_id }: ReservationPoint,
  ): CapBucket[] =>
    [offer_id, buyer_id, campaign_id, lineName(campaign_id, offer_id)]
      .flatMap((owner) => history.capsOf(owner))
      .filter(({ program }) => program === undefined || program === program_id)
      .map((cap) => placeOf(cap, at));
  return (lead) => {
    const { intent } = lead;
    if (!intent) return [];
    if (lead.state === 'accepted') return placesAt(lead, intent.sold ?? intent);
    if (!intent.kept) return placesAt(lead, intent);
    const buckets = pointsOf(intent).flatMap((moment) => placesAt(lead, moment));
    return [...new Map(buckets.map((place) => [bucketNameOf(place), place])).values()];
  };
}
