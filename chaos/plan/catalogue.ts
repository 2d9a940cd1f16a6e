import { stringify } from 'yaml';
import { RETURNS, SECRET, SIGNING, STAGE } from './books.js';
import { AS_PLANNED, offersIn, type CatalogueState } from './catalogue-state.js';
import {
  campaignCap,
  CLOSED_BUYER,
  IDEMPOTENT,
  MAX_OF_A_SEARCH,
  planBuyers,
  planOffers,
  type Buyer,
  type CapPlan,
  type OfferPlan,
} from './offers.js';

export const AFFILIATE_ID = 'a1000000-0000-4000-8000-0000000c4a05';
export const AFFILIATE_HANDLE = 'chaos';
export const CAMPAIGN_IDS = [
  'c1000000-0000-4000-8000-0000000c4a05',
  'c2000000-0000-4000-8000-0000000c4a05',
] as const;

/** The n-th direct offer's id. */
export const offerId = (n: number): string => `0ffe0000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Short, so that hanging calls end soon; long enough for a busy machine. */
const TIMEOUT = '5s';
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const DAY_MS = 24 * 3_600_000;

const capsOf = (caps: readonly CapPlan[], of: CapPlan['of']) =>
  caps
    .filter((cap) => cap.of === of)
    .map(({ window, limit, program }) => ({ window, limit, ...(program === undefined ? {} : { program }) }));

/** Holidays for the closed buyer, and hours that open at a given minute of today for a buyer that an operator closes. */
function hoursOf(buyer: Buyer, { closed_until }: CatalogueState, now: Date): object {
  const dayOf = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  if (buyer === CLOSED_BUYER) return { holidays: [dayOf(0), dayOf(1)] };
  const opens = closed_until[buyer];
  return opens
    ? { delivery_hours: [{ days: DAYS, from: opens.toISOString().slice(11, 16), to: '24:00' }] }
    : {};
}

function offerEntry(offer: OfferPlan, n: number, sandboxUrl: string, isPaused: boolean): object {
  const { handle, buyer, kind, offer_type, scope, programs } = offer;
  const base = `${sandboxUrl}/${kind === 'direct' ? 'buyers' : 'partners'}/${buyer}`;
  const delivery = {
    url: `${base}/leads`,
    insecure_http: true,
    timeout: TIMEOUT,
    // Longer than a timed pause: nobody is lost by it.
    window: '1m',
    idempotent: IDEMPOTENT.has(buyer),
    ...(SIGNING.has(buyer) ? { callback: { secret: `\${secret:${SECRET.name}}` } } : {}),
    follow_up: { url: `${base}/leads/\${reference}`, every: '1s', for: '1h' },
  };
  return {
    id: offerId(n),
    handle,
    name: `Offer ${handle}`,
    buyer,
    kind,
    offer_type,
    ...(isPaused ? { status: 'paused' } : {}),
    price: 50,
    tcpa_text: 'By clicking Send I agree that the school may call me.',
    required_fields: ['personal.email', 'personal.phone'],
    duplicates: { match: ['email', 'phone'], window_days: 30, scope },
    caps: capsOf(offer.caps, 'offer'),
    ...(kind === 'direct'
      ? { programs: programs.map((value) => ({ value, label: value })), delivery }
      : {
          partner: {
            search: { url: `${base}/match`, insecure_http: true, timeout: '5s' },
            submit: delivery,
          },
        }),
  };
}

/** The catalogue file of a rehearsal with `submits` submits, in the given state. `began`: the start of the rehearsal. */
export function chaosCatalogue(
  submits: number,
  sandboxUrl: string,
  began: Date,
  state: CatalogueState = AS_PLANNED,
): string {
  const offers = offersIn(submits, { ...state, timed: AS_PLANNED.timed });
  // A campaign offer's caps count for the campaign, whichever buyer gets the lead.
  const lines = planOffers(submits).map(({ handle, caps }, n) => ({
    offer: handle,
    payout: 20 + (n % 7),
    caps: capsOf(caps, 'line'),
  }));
  return stringify(
    {
      version: 1,
      stages: [STAGE],
      affiliates: [{ id: AFFILIATE_ID, handle: AFFILIATE_HANDLE, name: 'Chaos' }],
      buyers: planBuyers(submits).map(({ handle, caps }) => ({
        handle,
        name: `Buyer ${handle}`,
        time_zone: 'Etc/UTC',
        ...hoursOf(handle, state, began),
        ...(RETURNS[handle] ? { returns: RETURNS[handle] } : {}),
        caps: capsOf(caps, 'buyer'),
      })),
      offers: offers.map((offer, n) => offerEntry(offer, n, sandboxUrl, state.paused.includes(offer.handle))),
      campaigns: CAMPAIGN_IDS.map((id, n) => ({
        id,
        handle: `chaos-${n}`,
        affiliate: AFFILIATE_HANDLE,
        name: `Chaos ${n}`,
        max_accepted_submissions: MAX_OF_A_SEARCH,
        caps: n === 1 ? capsOf([campaignCap(submits)], 'campaign') : [],
        offers: lines,
      })),
    },
    { aliasDuplicateObjects: false },
  );
}
