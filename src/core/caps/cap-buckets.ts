import { hash } from 'node:crypto';
import type { Campaign, CampaignOffer, Cap, Catalogue } from '../catalogue/types.js';
import { windowOf, type CapBucket } from './windows.js';
import type { LeadRecord, ReservationPoint } from '../lead/lead-record.js';

/** What is sold, and through which campaign offer. `program` is undefined when no program was chosen. */
export interface SoldThrough {
  readonly campaign: Campaign;
  readonly campaign_offer: CampaignOffer;
  readonly program: string | undefined;
}

/** What a lead is sold through, by ids. */
export type SoldBy = Pick<LeadRecord, 'campaign_id' | 'offer_id' | 'program_id'>;
/** The ids of the entries whose caps count a sale. */
export type CapOwners = SoldBy & Pick<LeadRecord, 'buyer_id'>;

type HasCaps = { readonly caps: readonly Cap[] } | undefined;

const countedBy = (owners: readonly HasCaps[], program: string | undefined): Cap[] => {
  const caps = owners
    .flatMap((owner) => owner?.caps ?? [])
    .filter((cap) => cap.program === undefined || cap.program === program);
  return [...byId(caps).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
};

/**
 * Every cap that the catalogue has for these owners (offer, buyer, campaign, campaign offer), sorted by id and
 * without repeats. The buyer is the one at the time of the sale, not the present one. Entries that left the catalogue
 * count in no cap.
 */
export function capsOf({ campaigns, offers, buyers }: Catalogue, owners: CapOwners): Cap[] {
  const campaign = campaigns.get(owners.campaign_id);
  const offer = offers.get(owners.offer_id);
  const buyer = buyers.get(owners.buyer_id);
  return countedBy([offer, buyer, campaign, campaign?.offers.get(owners.offer_id)], owners.program_id);
}

/** The cap buckets that the sale uses when its request leaves at `at`. */
export const bucketsFor = (
  { campaign, campaign_offer: campaignOffer, program }: SoldThrough,
  at: Date,
): CapBucket[] =>
  countedBy([campaignOffer.offer, campaignOffer.offer.buyer, campaign, campaignOffer], program).map((cap) =>
    windowOf(cap, at),
  );

/** The cap buckets, in the catalogue's present caps, of a lead that counts at this point. */
export const bucketsAt = (
  catalogue: Catalogue,
  owners: SoldBy,
  { at, buyer_id }: ReservationPoint,
): CapBucket[] => capsOf(catalogue, withBuyer(owners, buyer_id)).map((cap) => windowOf(cap, at));

/** The owners with the buyer of a point. */
export const withBuyer = ({ campaign_id, offer_id, program_id }: SoldBy, buyer_id: string): CapOwners => ({
  ...{ campaign_id, offer_id, buyer_id },
  ...(program_id === undefined ? {} : { program_id }),
});

/** The cap buckets of several points, without repeats. */
export const bucketsAtAll = (
  catalogue: Catalogue,
  owners: SoldBy,
  points: readonly ReservationPoint[],
): CapBucket[] => {
  const buckets = points.flatMap((point) => bucketsAt(catalogue, owners, point));
  return [...new Map(buckets.map((bucket) => [bucketNameOf(bucket), bucket])).values()];
};

/** The name of a cap bucket: `cap:window`. A cap's id contains no colon. The name is part of Redis keys. */
export const bucketName = (capId: string, window: string): string => `${capId}:${window}`;

export const bucketNameOf = ({ cap, window }: CapBucket): string => bucketName(cap.id, window);

/**
 * Every cap of the catalogue, without repeats. Caps of paused and retired entries are included, since these entries
 * may be resumed.
 */
export function capsOfCatalogue({ buyers, offers, campaigns }: Catalogue): Cap[] {
  const lines = [...campaigns.values()].flatMap((campaign) => [...campaign.offers.values()]);
  const owners = [...buyers.values(), ...offers.values(), ...campaigns.values(), ...lines];
  return [...byId(owners.flatMap(({ caps }) => caps)).values()];
}

const byId = (caps: readonly Cap[]): Map<string, Cap> => new Map(caps.map((cap) => [cap.id, cap]));

/** The caps that a catalogue version counts, see `countedCaps`. */
export interface CountedCaps {
  readonly version: number;
  /** Equal for catalogues that count the same caps, whatever the caps' limits are. */
  readonly fingerprint: string;
  readonly ids: readonly string[];
}
const known = new WeakMap<Catalogue, CountedCaps>();

/**
 * Names the caps that a process counts, so that the ledger can compare catalogues. A cap's id names everything that
 * its counter depends on (owner, window, zone, program). So it is enough to compare the sorted ids. The result is
 * computed once for each compiled catalogue.
 */
export function countedCaps(catalogue: Catalogue): CountedCaps {
  const found = known.get(catalogue);
  if (found) return found;
  const ids = capsOfCatalogue(catalogue)
    .map(({ id }) => id)
    .sort();
  const counted = { version: catalogue.version, fingerprint: hash('sha256', JSON.stringify(ids)), ids };
  known.set(catalogue, counted);
  return counted;
}

/** The reservation id: how the ledger names a lead with one of its submission numbers. */
export const reservationIdOf = (lead: string, submission: number): string => `${lead}:${submission}`;

/** The lead and the submission number in a reservation id. Null when Leadkeep did not make the id. */
export function parseReservationId(reservationId: string): { lead_id: string; submission: number } | null {
  const colon = reservationId.lastIndexOf(':');
  const submission = Number(reservationId.slice(colon + 1));
  if (colon < 1 || !Number.isSafeInteger(submission)) return null;
  return { lead_id: reservationId.slice(0, colon), submission };
}
