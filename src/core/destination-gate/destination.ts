import type { Breaker, Endpoint, Offer, PartnerSearch } from '../catalogue/types.js';
import { PERMIT_GRACE_MS } from '../delivery/lease-times.js';

export const DEFAULT_BREAKER: Breaker = { failures: 5, open_for_ms: 30_000, offer_while_open: false };

/** The longest that a breaker stays open, between two probes. */
export const MAX_OPEN_MS = 600_000;

/** An address as its destination gate knows it. */
export interface Destination {
  /** The offer's id; a partner's search and the asking about pending leads have their own. */
  readonly id: string;
  /** Of what a worker process gives to one destination, this is given at most; absent: all of it. */
  readonly share?: number;
  readonly per_minute?: number;
  readonly max_in_flight?: number;
  readonly breaker: Breaker;
  /** After this a request that nobody ended is forgotten: its worker was killed. */
  readonly lease_ms: number;
}

type Limits = Pick<Endpoint, 'throttle' | 'max_in_flight' | 'breaker' | 'timeout_ms'>;

function destination(id: string, { throttle, max_in_flight, breaker, timeout_ms }: Limits): Destination {
  return {
    id,
    breaker: breaker ?? DEFAULT_BREAKER,
    lease_ms: timeout_ms + PERMIT_GRACE_MS,
    ...(throttle ? { per_minute: throttle.per_minute } : {}),
    ...(max_in_flight === undefined ? {} : { max_in_flight }),
  };
}

/** Where an offer's leads are posted. */
export const deliveryDestination = ({ id, delivery }: Pick<Offer, 'id' | 'delivery'>): Destination =>
  destination(id, delivery);

/** Where a partner's results come from. */
export const searchDestination = ({ id }: Pick<Offer, 'id'>, search: PartnerSearch): Destination =>
  destination(`${id}:search`, search);

/** Of a worker's places for one destination; questions must not crowd out what is to be sent. */
const SHARE_OF_QUESTIONS = 0.25;

/** Where an offer's pending leads are asked about. Its limits are those of the leads; asking has its own times. */
export const followUpDestination = ({
  id,
  delivery: { breaker, timeout_ms },
}: Pick<Offer, 'id' | 'delivery'>): Destination => ({
  ...destination(`${id}:follow-up`, { timeout_ms, ...(breaker ? { breaker } : {}) }),
  share: SHARE_OF_QUESTIONS,
});
