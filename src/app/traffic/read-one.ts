import { entryIdBy, namesIn } from '../../core/operators/names.js';
import { offerTerms } from '../../core/operators/offer-terms.js';
import { capsOwnedBy } from '../../core/traffic/cap-view.js';
import type { Buyer, Offer } from '../../core/catalogue/types.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import { buyerRow, offerRow, offersOf, trafficNow, type OfferPorts } from './read-offers.js';

export interface OnePorts extends OfferPorts {
  readonly overview: Pick<LeadOverview, 'countWaiting'>;
}

interface Times {
  readonly from: Date;
  /** Absent: up to now. */
  readonly to?: Date;
}

/** One offer, by its handle or id. Undefined: the catalogue has no such offer (of this kind). Throws on an outage. */
export async function readOffer(ports: OnePorts, text: string, times: Times, kind?: Offer['kind']) {
  const catalogue = ports.catalogue.current();
  const id = entryIdBy(catalogue, 'offers', text);
  const offer = id === undefined ? undefined : catalogue.offers.get(id);
  if (!offer || (kind !== undefined && offer.kind !== kind)) return undefined;
  const name = namesIn(catalogue);
  const campaigns = [...catalogue.campaigns.values()].filter(
    ({ offers, status }) => offers.has(offer.id) && status !== 'retired',
  );
  const [now, waiting_leads, series] = await Promise.all([
    trafficNow(ports),
    ports.overview.countWaiting({ offer_ids: [offer.id] }),
    ports.traffic.series({ ...times, zone: offer.buyer.time_zone }, { dimension: 'offer', value: offer.id }),
  ]);
  const owners = [`offer ${offer.handle}`, `buyer ${offer.buyer.handle}`];
  return {
    ...offerRow(offer, now),
    ...{ as_of: now.as_of, today_to: now.today_to, ledger: now.ledger, waiting_leads, series },
    caps: owners.flatMap((owner) => capsOwnedBy(now.caps, owner)),
    campaigns: campaigns.map((campaign) => name('campaigns', campaign.id)),
    terms: offerTerms(offer, campaigns, name),
    currency: catalogue.books.currency,
  };
}

/** One buyer, by its handle or id. Undefined: the catalogue has no such buyer. Throws on an outage. */
export async function readBuyer(ports: OnePorts, text: string, times: Times) {
  const catalogue = ports.catalogue.current();
  const id = entryIdBy(catalogue, 'buyers', text);
  const buyer: Buyer | undefined = id === undefined ? undefined : catalogue.buyers.get(id);
  if (!buyer) return undefined;
  const offers = offersOf(buyer, catalogue);
  const [now, waiting_leads, series] = await Promise.all([
    trafficNow(ports),
    offers.length === 0 ? 0 : ports.overview.countWaiting({ offer_ids: offers.map((offer) => offer.id) }),
    ports.traffic.series({ ...times, zone: buyer.time_zone }, { dimension: 'buyer', value: buyer.id }),
  ]);
  const owners = [`buyer ${buyer.handle}`, ...offers.map(({ handle }) => `offer ${handle}`)];
  return {
    ...buyerRow(buyer, now),
    ...{ as_of: now.as_of, today_to: now.today_to, ledger: now.ledger, waiting_leads, series },
    caps: owners.flatMap((owner) => capsOwnedBy(now.caps, owner)),
    offer_rows: offers.map((offer) => offerRow(offer, now)),
  };
}
