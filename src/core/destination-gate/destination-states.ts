import type { Buyer, Endpoint, Offer } from '../catalogue/types.js';
import {
  deliveryDestination,
  followUpDestination,
  noticeDestination,
  searchDestination,
  type Destination,
} from './destination.js';
import { stepDestination } from '../verification/steps.js';
import type { NoticeEvent } from '../person/buyer-notice.js';
import { summaryOf, type Passed, type Summary } from './summary.js';

export type BreakerPosition = 'closed' | 'open' | 'half-open';

export interface BreakerState {
  readonly position: BreakerPosition;
  /** Consecutive failures. */
  readonly failures: number;
  /** How many more milliseconds the breaker stays open. */
  readonly open_ms: number;
}

/** What the destination gate stores about one destination. */
export interface GateView {
  readonly breaker: BreakerState;
  /** Requests that wait for a turn, for a free slot or for the destination to recover. */
  readonly waiting: number;
  /** The requests of the last hour, newest first, at most 1,000. */
  readonly passed: readonly Passed[];
}

/** An address of an offer that is no test address: for partner searches, verification, leads, or follow-ups about pending leads. */
export interface OfferDestination {
  readonly offer: Offer;
  readonly what: 'delivery' | 'search' | 'submit' | 'follow-up' | 'verification';
  /** Of a verification: the name of its step. */
  readonly step?: string;
  readonly destination: Destination;
  /** Where the destination needs secrets: in headers, and for a delivery also in the callback's signature. */
  readonly needs: Pick<Endpoint, 'headers'> & Pick<Offer['delivery'], 'callback'>;
}

/** An address at which a buyer is told of revocations or erasures. */
export interface BuyerDestination extends Pick<OfferDestination, 'destination' | 'needs'> {
  readonly what: NoticeEvent;
}

/** How a destination does, now and in the last hour. */
export interface DestinationState<What = OfferDestination['what']> {
  readonly what: What;
  readonly step?: string;
  readonly breaker: BreakerState;
  /** Null: unknown. */
  readonly in_flight: number | null;
  readonly max_in_flight: number | null;
  readonly per_minute: number | null;
  readonly waiting: number;
  readonly last_hour: Summary;
}

/** What is known about destinations, by their ids. */
export interface GateReading {
  readonly views: ReadonlyMap<string, GateView>;
  readonly flying: ReadonlyMap<string, number>;
}

export function destinationsOf(offer: Offer): OfferDestination[] {
  const { partner, delivery } = offer;
  const { headers, callback, follow_up } = delivery;
  const found: OfferDestination[] = [];
  if (partner) {
    const { search } = partner;
    const needs = { headers: search.headers };
    found.push({ offer, what: 'search', destination: searchDestination(offer, search, false), needs });
  }
  const what = partner ? 'submit' : 'delivery';
  const needs = { headers, ...(callback ? { callback } : {}) };
  found.push({ offer, what, destination: deliveryDestination(offer), needs });
  if (follow_up) {
    const asks = { headers: follow_up.headers ?? headers };
    found.push({ offer, what: 'follow-up', destination: followUpDestination(offer), needs: asks });
  }
  return [...found, ...verifications(offer).map((one) => ({ offer, ...one }))];
}

/** The addresses of the verification steps of an offer or campaign. */
export const verifications = ({
  id,
  verify = [],
}: Pick<Offer, 'id' | 'verify'>): Omit<OfferDestination, 'offer'>[] =>
  verify.map((step) => ({
    ...{ what: 'verification', step: step.name, needs: { headers: step.headers } },
    destination: stepDestination({ of: id, step }, false),
  }));

/** The addresses at which a buyer is told of revocations and erasures. */
export const noticeDestinations = ({
  id,
  ...buyer
}: Pick<Buyer, 'id' | 'revocation' | 'erasure'>): BuyerDestination[] =>
  (['revocation', 'erasure'] as const).flatMap((what) => {
    const endpoint = buyer[what];
    const needs = { headers: endpoint?.headers ?? {} };
    return endpoint ? [{ what, destination: noticeDestination(id, what, endpoint, false), needs }] : [];
  });

/** Those whose requests in flight are read. A lead records others only after the answer, or not at all. */
const COUNTED_IN_FLIGHT: readonly string[] = ['delivery', 'search', 'submit'];

export function destinationState<What extends (OfferDestination | BuyerDestination)['what']>(
  { what, step, destination }: Pick<OfferDestination, 'step' | 'destination'> & { readonly what: What },
  { views, flying }: GateReading,
): DestinationState<What> {
  const view = views.get(destination.id);
  return {
    what,
    ...(step === undefined ? {} : { step }),
    breaker: view?.breaker ?? { position: 'closed', failures: 0, open_ms: 0 },
    in_flight: COUNTED_IN_FLIGHT.includes(what) ? (flying.get(destination.id) ?? 0) : null,
    max_in_flight: destination.max_in_flight ?? null,
    per_minute: destination.per_minute ?? null,
    waiting: view?.waiting ?? 0,
    last_hour: summaryOf(view?.passed ?? []),
  };
}
