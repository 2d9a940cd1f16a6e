import type { Breaker, Endpoint, Offer, PartnerSearch } from '../catalogue/types.js';
import { PERMIT_GRACE_MS } from '../delivery/lease-times.js';

export const DEFAULT_BREAKER: Breaker = { failures: 5, open_for_ms: 30_000, offer_while_open: false };

/** The longest time that a breaker stays open between two probes. */
export const MAX_OPEN_MS = 600_000;

/** An address as the destination gate knows it. */
export interface Destination {
  /** The offer's id for its deliveries. Any other address: `OWNER:WHAT` (`readDestinationId`). */
  readonly id: string;
  /** The largest share of a worker process's capacity per destination. Absent: the whole capacity. */
  readonly share?: number;
  readonly per_minute?: number;
  readonly max_in_flight?: number;
  readonly breaker: Breaker;
  /** After this time the destination gate forgets a request that no worker released: its worker was killed. */
  readonly lease_ms: number;
}

type Limits = Pick<Endpoint, 'throttle' | 'max_in_flight' | 'breaker' | 'timeout_ms'>;

/** The destination of any address, under an id of its own. */
export function destinationOf(
  id: string,
  { throttle, max_in_flight, breaker, timeout_ms }: Limits,
): Destination {
  return {
    id,
    breaker: breaker ?? DEFAULT_BREAKER,
    lease_ms: timeout_ms + PERMIT_GRACE_MS,
    ...(throttle ? { per_minute: throttle.per_minute } : {}),
    ...(max_in_flight === undefined ? {} : { max_in_flight }),
  };
}

/** The destination of an offer's leads. */
export const deliveryDestination = ({ id, delivery }: Pick<Offer, 'id' | 'delivery'>): Destination =>
  destinationOf(id, delivery);

/** The destination of a partner's search, or of a test search. */
export const searchDestination = (
  { id }: Pick<Offer, 'id'>,
  search: PartnerSearch,
  isTest: boolean,
): Destination => testedApart(destinationOf(`${id}:search`, search), isTest);

/** Where a buyer is told what a person asked for. */
export const noticeDestination = (
  buyerId: string,
  event: string,
  endpoint: Pick<Endpoint, 'throttle' | 'max_in_flight' | 'breaker' | 'timeout_ms'>,
  isTest: boolean,
): Destination =>
  testedApart({ ...destinationOf(`${buyerId}:${event}`, endpoint), share: SHARE_OF_QUESTIONS }, isTest);

/** The catalogue entry that has the destination (an offer, a campaign or a buyer), and what it sends there. */
export function readDestinationId(id: string): { readonly owner_id: string; readonly what: string } {
  const [owner_id = '', ...what] = id.split(':');
  return { owner_id, what: what.length === 0 ? 'delivery' : what.join(':') };
}

/** The share of a worker's capacity for one destination. Follow-ups and tests must not crowd out deliveries. */
const SHARE_OF_QUESTIONS = 0.25;

/**
 * The destination of a `test_url`, if it is a test, beside that of the `url`. A test answers for another system: it must
 * take no turn of a live request, and neither open nor close its breaker. Nobody is alerted about it.
 */
export const testedApart = (live: Destination, isTest: boolean): Destination =>
  isTest ? { ...live, id: `${live.id}:test`, share: SHARE_OF_QUESTIONS } : live;

/**
 * The destination of follow-ups on an offer's pending leads. The delivery's throttle and in-flight limit do not
 * apply, because follow-ups have their own schedule.
 */
export const followUpDestination = ({
  id,
  delivery: { breaker, timeout_ms },
}: Pick<Offer, 'id' | 'delivery'>): Destination => ({
  ...destinationOf(`${id}:follow-up`, { timeout_ms, ...(breaker ? { breaker } : {}) }),
  share: SHARE_OF_QUESTIONS,
});
