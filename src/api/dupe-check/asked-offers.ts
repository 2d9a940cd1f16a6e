import type { Campaign, Catalogue, Offer } from '../../core/catalogue/types.js';
import { notYours } from '../faults.js';

/** The named offer, which must be on one of the client's campaigns; else every offer of its active campaigns. */
export function askedOffers(catalogue: Catalogue, affiliateId: string, offerId: string | undefined): Offer[] {
  const own = [...catalogue.campaigns.values()].filter(
    ({ affiliate, status }) => affiliate.id === affiliateId && status !== 'retired',
  );
  if (offerId === undefined) return offersOf(own.filter(({ status }) => status === 'active'));
  const offer = offersOf(own).find(({ id }) => id === offerId);
  if (!offer) throw notYours('offer_id');
  return [offer];
}

const offersOf = (campaigns: readonly Campaign[]): Offer[] =>
  campaigns.flatMap(({ offers }) => [...offers.values()].map(({ offer }) => offer));
