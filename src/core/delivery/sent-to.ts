import type { Offer } from '../catalogue/types.js';
import type { SentTo } from '../lead/lead-record.js';

/** What an offer says of where its leads go. */
export type Buys = Pick<Offer, 'buyer' | 'delivery'>;

/** The destination of a request for this offer. */
export function sentTo({ buyer, delivery }: Buys): SentTo {
  const to = { buyer_id: buyer.id, delivery_origin: originOf(delivery.url) };
  return delivery.follow_up ? { ...to, status_origin: originOf(delivery.follow_up.url) } : to;
}

/** The origin of a URL. An invalid URL gives an empty text, since no request ever went there. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
