import type { AnswerDays } from '../../core/alerts/readings.js';
import { slownessOf } from '../../core/alerts/rules/slow-buyer.js';
import type { Buyer, Catalogue, Offer } from '../../core/catalogue/types.js';
import {
  destinationsOf,
  destinationState,
  type DestinationState,
  type GateReading,
} from '../../core/destination-gate/destination-states.js';
import { namesIn } from '../../core/operators/names.js';
import { unpricedOffers } from '../../core/operators/offer-terms.js';
import { newTotal } from '../../core/reports/counts.js';
import { capsOwnedBy, fullest } from '../../core/traffic/cap-view.js';
import { hoursView } from '../../core/traffic/hours-view.js';
import { soldRow } from '../../core/traffic/sold-row.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { CapReading, SoldToday, TrafficReading } from './traffic-reading.js';

export interface OfferPorts {
  readonly catalogue: CatalogueSource;
  readonly traffic: TrafficReading;
  readonly clock: () => Date;
}

/** What is known at a moment. */
export interface TrafficNow extends GateReading, SoldToday, CapReading {
  readonly as_of: Date;
  readonly catalogue: Catalogue;
  readonly answers: readonly AnswerDays[];
  readonly unpriced: ReadonlySet<string>;
  readonly now: Date;
}

const NOTHING = soldRow(newTotal());

/** Everything that lists of offers and buyers show. Throws on an outage. */
export async function trafficNow({ traffic, catalogue, clock }: OfferPorts): Promise<TrafficNow> {
  const [gates, caps, today, answers] = await Promise.all([
    traffic.gates(),
    traffic.caps(),
    traffic.today(),
    traffic.answers(),
  ]);
  const current = catalogue.current();
  const as_of = [gates, caps, today].map((read) => read.as_of).reduce((a, b) => (a < b ? a : b));
  return {
    ...{ as_of, catalogue: current, now: clock(), answers, unpriced: unpricedOffers(current) },
    ...{ ...gates.value, ...caps.value, ...today.value },
  };
}

/** Offers of the catalogue that are not retired, in its order. `kind`: only these. */
export async function listOffers(ports: OfferPorts, kind?: Offer['kind']) {
  const now = await trafficNow(ports);
  const rows = [...now.catalogue.offers.values()]
    .filter((offer) => offer.status !== 'retired' && (kind === undefined || offer.kind === kind))
    .map((offer) => offerRow(offer, now));
  return { as_of: now.as_of, today_to: now.today_to, ledger: now.ledger, rows };
}

/** Buyers of the catalogue that are not retired, in its order. */
export async function listBuyers(ports: OfferPorts) {
  const now = await trafficNow(ports);
  const rows = [...now.catalogue.buyers.values()]
    .filter(({ status }) => status !== 'retired')
    .map((buyer) => buyerRow(buyer, now));
  return { as_of: now.as_of, today_to: now.today_to, ledger: now.ledger, rows };
}

/** An offer as lists show it. */
export function offerRow(offer: Offer, read: TrafficNow) {
  const { now, catalogue, views, flying, offers, caps, unpriced } = read;
  const { id, kind, status, buyer, handle } = offer;
  const name = namesIn(catalogue);
  return {
    ...name('offers', id),
    ...{ kind, status, unpriced: unpriced.has(id) },
    buyer: { ...name('buyers', buyer.id), status: buyer.status },
    hours: hoursView(buyer, now),
    destinations: destinationsOf(offer).map((one) => destinationState(one, { views, flying })),
    today: offers.get(id) ?? NOTHING,
    fullest_cap: fullest([
      ...capsOwnedBy(caps, `offer ${handle}`),
      ...capsOwnedBy(caps, `buyer ${buyer.handle}`),
    ]),
  };
}

/** A buyer as lists show it. */
export function buyerRow(buyer: Buyer, read: TrafficNow) {
  const { now, catalogue, views, flying, buyers, caps } = read;
  const name = namesIn(catalogue);
  const offers = offersOf(buyer, catalogue);
  return {
    ...name('buyers', buyer.id),
    status: buyer.status,
    hours: hoursView(buyer, now),
    offers: offers.map((offer) => {
      const states = destinationsOf(offer).map((one) => destinationState(one, { views, flying }));
      const { id, kind, status } = offer;
      return { ...name('offers', id), kind, status, breaker: worst(states) };
    }),
    today: buyers.get(buyer.id) ?? NOTHING,
    slow: slowOf(buyer, read),
    fullest_cap: fullest(capsOwnedBy(caps, `buyer ${buyer.handle}`)),
  };
}

const slowOf = ({ id }: Buyer, { answers }: TrafficNow) => {
  const days = answers.find(({ buyer_id }) => buyer_id === id);
  return (days && slownessOf(days)) ?? null;
};

/** The offers of a buyer that are not retired. */
export const offersOf = ({ id }: Buyer, { offers }: Catalogue): Offer[] =>
  [...offers.values()].filter(({ buyer, status }) => buyer.id === id && status !== 'retired');

const WORST_FIRST = ['open', 'half-open', 'closed'];

function worst(states: readonly DestinationState[]): DestinationState['breaker'] {
  const breakers = states.map(({ breaker }) => breaker);
  const [first] = breakers.sort(
    (a, b) => WORST_FIRST.indexOf(a.position) - WORST_FIRST.indexOf(b.position) || b.failures - a.failures,
  );
  return first ?? { position: 'closed', failures: 0, open_ms: 0 };
}
