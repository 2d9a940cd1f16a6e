import type { Returns } from '../catalogue/returns.js';
import { ALL_BP, type Catalogue } from '../catalogue/types.js';
import type { Booked } from './entry.js';

/** Whose leads of which month a return counts against. */
export interface ReturnShare {
  readonly owner: 'buyer' | 'offer';
  readonly id: string;
  /** Of the acceptance, in the accounting zone: `2026-10`. */
  readonly month: string;
}

/** The rules for returns of a sale, and whose rules they are. */
export interface ReturnTerms {
  readonly owner: ReturnShare['owner'];
  readonly id: string;
  readonly handle: string;
  readonly returns: Returns;
}

/**
 * The rules for returns of a sale: those of its buyer, or of the offer in place of them. An offer that has another
 * buyer now has that buyer's rules, so the rules of the buyer of the sale count. Undefined: no return is accepted.
 */
export function returnTerms(
  { offers, buyers }: Catalogue,
  { offer_id }: { readonly offer_id: string },
  { buyer_id }: Pick<Booked, 'buyer_id'>,
): ReturnTerms | undefined {
  const offer = offers.get(offer_id);
  if (offer?.returns && offer.buyer.id === buyer_id)
    return { owner: 'offer', id: offer.id, handle: offer.handle, returns: offer.returns };
  const buyer = buyers.get(buyer_id);
  return buyer?.returns && { owner: 'buyer', id: buyer.id, handle: buyer.handle, returns: buyer.returns };
}

/** How many of these leads may be returned, rounded down. Null: all of them, whatever was booked so far. */
export const returnLimit = ({ max_share_bp }: Returns, sold: number): number | null =>
  max_share_bp >= ALL_BP ? null : Math.floor((sold * max_share_bp) / ALL_BP);

/** `buyer|ID|2026-10` */
export const shareName = ({ owner, id, month }: ReturnShare): string => `${owner}|${id}|${month}`;

/** Reads a name of `shareName`. */
export function readShare(name: string): ReturnShare | undefined {
  const [owner, id, month] = name.split('|');
  if ((owner !== 'buyer' && owner !== 'offer') || !id || !month) return undefined;
  return { owner, id, month };
}
