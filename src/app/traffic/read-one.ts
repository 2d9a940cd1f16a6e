import { entryIdBy, namesIn, type Named } from '../../core/operators/names.js';
import { offerTerms, type OfferTerms } from '../../core/operators/offer-terms.js';
import { capsOwnedBy, type CapView } from '../../core/traffic/cap-view.js';
import type { Buyer, Offer } from '../../core/catalogue/types.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { LedgerState } from '../ports/ledger-view.js';
import {
  buyerRow,
  offerRow,
  offersOf,
  trafficNow,
  type BuyerRow,
  type OfferPorts,
  type OfferRow,
} from './read-offers.js';
import type { Series } from './read-series.js';

export interface OnePorts extends OfferPorts {
  readonly overview: Pick<LeadOverview, 'countWaiting'>;
}

interface Times {
  readonly from: Date;
  /** Absent: up to now. */
  readonly to?: Date;
}

interface Detail {
  readonly as_of: Date;
  /** Up to when the leads of today are counted. */
  readonly today_to: Date;
  readonly ledger: LedgerState;
  readonly caps: readonly CapView[];
  /** Leads that wait and that no buyer has: what a pause stops. */
  readonly waiting_leads: number;
  readonly series: Series;
}

export type OfferDetail = OfferRow &
  Detail & { readonly campaigns: readonly Named[]; readonly terms: OfferTerms; readonly currency: string };
export type BuyerDetail = BuyerRow & Detail & { readonly offer_rows: readonly OfferRow[] };

/** One offer, by its handle or id. Undefined: the catalogue has no such offer (of this kind). Throws on an outage. */
export async function readOffer(
  ports: OnePorts,
  text: string,
  times: Times,
  kind?: Offer['kind'],
): Promise<OfferDetail | undefined> {
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
export async function readBuyer(
  ports: OnePorts,
  text: string,
  times: Times,
): Promise<BuyerDetail | undefined> {
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
