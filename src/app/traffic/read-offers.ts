import type { AnswerDays } from '../../core/alerts/readings.js';
import { slownessOf, type Slowness } from '../../core/alerts/rules/slow-buyer.js';
import type { Buyer, Catalogue, Offer } from '../../core/catalogue/types.js';
import {
  destinationsOf,
  destinationState,
  type DestinationState,
  type GateReading,
} from '../../core/destination-gate/destination-states.js';
import { namesIn, type Named } from '../../core/operators/names.js';
import { newTotal } from '../../core/reports/counts.js';
import { capsOwnedBy, fullest, type CapView } from '../../core/traffic/cap-view.js';
import { hoursView, type HoursView } from '../../core/traffic/hours-view.js';
import { soldRow, type SoldRow } from '../../core/traffic/sold-row.js';
import type { LedgerState } from '../ports/ledger-view.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { CapReading, SoldToday, TrafficReading } from './traffic-reading.js';

export interface OfferPorts {
  readonly catalogue: CatalogueSource;
  readonly traffic: TrafficReading;
  readonly clock: () => Date;
}

/** An offer as lists show it. */
export interface OfferRow extends Named {
  readonly kind: Offer['kind'];
  readonly status: Offer['status'];
  readonly buyer: Named & Pick<Buyer, 'status'>;
  readonly hours: HoursView;
  readonly destinations: readonly DestinationState[];
  readonly today: SoldRow;
  /** The cap that is used most. Null: it has no cap, or nobody knows. */
  readonly fullest_cap: CapView | null;
}

/** A buyer as lists show it. */
export interface BuyerRow extends Named {
  readonly status: Buyer['status'];
  readonly hours: HoursView;
  readonly offers: readonly (Named &
    Pick<Offer, 'status' | 'kind'> & { readonly breaker: DestinationState['breaker'] })[];
  readonly today: SoldRow;
  /** It answers far more slowly than before. */
  readonly slow: Slowness | null;
  readonly fullest_cap: CapView | null;
}

/** What is known at a moment. */
export interface TrafficNow extends GateReading, SoldToday, CapReading {
  readonly as_of: Date;
  readonly catalogue: Catalogue;
  readonly answers: readonly AnswerDays[];
  readonly now: Date;
}

/** A list, how old it and its counts are, and what its caps' counts mean. */
export interface Listed<Row> {
  readonly as_of: Date;
  /** Up to when the leads of today are counted. */
  readonly today_to: Date;
  readonly ledger: LedgerState;
  readonly rows: readonly Row[];
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
  const as_of = [gates, caps, today].map((read) => read.as_of).reduce((a, b) => (a < b ? a : b));
  return {
    ...{ as_of, catalogue: catalogue.current(), now: clock(), answers },
    ...{ ...gates.value, ...caps.value, ...today.value },
  };
}

/** Offers of the catalogue that are not retired, in its order. `kind`: only these. */
export async function listOffers(ports: OfferPorts, kind?: Offer['kind']): Promise<Listed<OfferRow>> {
  const now = await trafficNow(ports);
  const rows = [...now.catalogue.offers.values()]
    .filter((offer) => offer.status !== 'retired' && (kind === undefined || offer.kind === kind))
    .map((offer) => offerRow(offer, now));
  return { as_of: now.as_of, today_to: now.today_to, ledger: now.ledger, rows };
}

/** Buyers of the catalogue that are not retired, in its order. */
export async function listBuyers(ports: OfferPorts): Promise<Listed<BuyerRow>> {
  const now = await trafficNow(ports);
  const rows = [...now.catalogue.buyers.values()]
    .filter(({ status }) => status !== 'retired')
    .map((buyer) => buyerRow(buyer, now));
  return { as_of: now.as_of, today_to: now.today_to, ledger: now.ledger, rows };
}

export function offerRow(
  offer: Offer,
  { now, catalogue, views, flying, offers, caps }: TrafficNow,
): OfferRow {
  const { id, kind, status, buyer, handle } = offer;
  const name = namesIn(catalogue);
  return {
    ...name('offers', id),
    ...{ kind, status },
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

export function buyerRow(buyer: Buyer, read: TrafficNow): BuyerRow {
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

const slowOf = ({ id }: Buyer, { answers }: TrafficNow): Slowness | null => {
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
