import type { Breaker, Endpoint, Offer, PartnerSearch } from '../catalogue/types.js';

export const DEFAULT_BREAKER: Breaker = { failures: 5, open_for_ms: 30_000, offer_while_open: false };

/** How long after its time limit a request still counts as under way, when nobody says that it ended. */
const LEASE_GRACE_MS = 5_000;

/** An address as the gate before it knows it. */
export interface Destination {
  /** The offer's id; a partner's search has a gate of its own. */
  readonly id: string;
  readonly per_minute?: number;
  readonly max_in_flight?: number;
  readonly breaker: Breaker;
  /** After this a request that nobody ended is forgotten: its worker was killed. */
  readonly lease_ms: number;
}

function destination(id: string, { throttle, max_in_flight, breaker, timeout_ms }: Endpoint): Destination {
  return {
    id,
    breaker: breaker ?? DEFAULT_BREAKER,
    lease_ms: timeout_ms + LEASE_GRACE_MS,
    ...(throttle ? { per_minute: throttle.per_minute } : {}),
    ...(max_in_flight === undefined ? {} : { max_in_flight }),
  };
}

/** Where an offer's leads are posted. */
export const deliveryGate = ({ id, delivery }: Pick<Offer, 'id' | 'delivery'>): Destination =>
  destination(id, delivery);

/** Where a partner's results come from. */
export const searchGate = ({ id }: Pick<Offer, 'id'>, search: PartnerSearch): Destination =>
  destination(`${id}:search`, search);
