import type { Offer } from '../catalogue/types.js';
import type { ResultTerms } from './search-record.js';

/**
 * Whether the offer is still that of the partner whose result has these terms. Its bid, its reference and its consent text are
 * for nobody else.
 */
export const isStillPartners = (
  { buyer_id }: Pick<ResultTerms, 'buyer_id'>,
  { partner, buyer }: Pick<Offer, 'partner' | 'buyer'>,
): boolean => partner !== undefined && buyer_id === buyer.id;
