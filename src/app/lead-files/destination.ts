import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { Attempt, LeadRecord } from '../../core/lead/lead-record.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import { ActRefused } from '../act-refused.js';

/** A buyer or one offer, whose leads an operator means. */
export interface Destination {
  /** The one offer, or those that the buyer has now. */
  readonly offer_ids: readonly string[];
  /** The buyer. Absent: the handle is an offer's. */
  readonly buyer_id?: string;
}

interface Handled {
  readonly id: string;
  readonly handle: string;
}

/** The buyer, or the one offer, with this handle. Of one that both have, the offers of both. Throws ActRefused if there is neither. */
export function needDestination(
  buyers: readonly Handled[],
  offers: readonly (Handled & { readonly buyer_id: string })[],
  handle: string,
): Destination {
  const buyer = buyers.find((one) => one.handle === handle);
  const found = offers.filter((offer) => offer.handle === handle || offer.buyer_id === buyer?.id);
  if (!buyer && found.length === 0) {
    const hint = didYouMean(
      handle,
      [...buyers, ...offers].map((one) => one.handle),
    );
    const why = `There is no buyer or offer ${handle} in the catalogue${hint}`;
    throw new ActRefused('invalid', why, 'destination');
  }
  const isOffer = found.some((offer) => offer.handle === handle);
  return {
    offer_ids: found.map(({ id }) => id),
    ...(buyer && !isOffer ? { buyer_id: buyer.id } : {}),
  };
}

/** `needDestination` in the catalogue in force. */
export const destinationIn = (
  { buyers, offers }: Pick<Catalogue, 'buyers' | 'offers'>,
  handle: string,
): Destination =>
  needDestination(
    [...buyers.values()],
    [...offers.values()].map(({ id, handle: of, buyer }) => ({ id, handle: of, buyer_id: buyer.id })),
    handle,
  );

/** What tells which buyer has a lead. */
export interface LeadOfBuyer extends Pick<LeadRecord, 'offer_id' | 'submission'> {
  readonly decision?: { readonly sale?: { readonly buyer_id: string } };
  readonly attempts: readonly (Pick<Attempt, 'submission' | 'outcome'> & {
    readonly sent_to: { readonly buyer_id: string };
  })[];
}

/**
 * Whether a lead is of the destination. A lead stays with the buyer that has it, or may have it, though its offer has
 * another buyer by now. A lead that no buyer has goes with its offer.
 */
export function isOfDestination(lead: LeadOfBuyer, { offer_ids, buyer_id }: Destination): boolean {
  const its = lead.decision?.sale?.buyer_id ?? reachedAttempt(lead)?.sent_to.buyer_id;
  return buyer_id === undefined || its === undefined ? offer_ids.includes(lead.offer_id) : its === buyer_id;
}
