import type { Cap, Catalogue, DuplicatePolicy, Offer } from '../../../src/core/catalogue/types.js';
import { IDS, testBuyer, testCatalogue, testOffer } from '../catalogue.js';

/** The second buyer. */
const OTHER = 'b0000000-0000-4000-8000-000000000002';
/** Each bought by the first buyer, but the second one. */
export const STORY_OFFERS = [IDS.shared, IDS.exclusive, IDS.trueExclusive] as const;

/** What an operator may change while leads are in flight. */
export const CHANGES = ['swap', 'lower', 'pause', 'hours'] as const;
export type Change = (typeof CHANGES)[number];

/** How an offer of a story is set up. */
export interface StoryOffer extends Pick<DuplicatePolicy, 'scope' | 'window_days'> {
  readonly idempotent: boolean;
  readonly follow_up: boolean;
}

const cap = (id: string, scope: Cap['scope'], limit: number): Cap => ({
  id,
  scope,
  window: 'day',
  limit,
  time_zone: 'America/New_York',
});
const CLOSED_TILL_MONDAY = [{ days: [1, 2, 3, 4, 5], from: 480, to: 1200 }];
const FOLLOW_UP = { url: 'http://127.0.0.1:1/${reference}', every_ms: 60_000, for_ms: 600_000 };

function offerOf({ scope, window_days, idempotent, follow_up }: StoryOffer): Partial<Omit<Offer, 'buyer'>> {
  const { delivery } = testOffer();
  return {
    ...{ programs: [], questions: [], eligibility: [] },
    duplicates: { match: ['email', 'phone'], scope, window_days },
    delivery: { ...delivery, idempotent, ...(follow_up ? { follow_up: FOLLOW_UP } : {}) },
  };
}

/** A version of the story's catalogue with what has been changed by then: the first offer's buyer, caps, status, hours. */
export function storyCatalogue(
  offers: readonly StoryOffer[],
  limit: number,
  { version, changed }: { readonly version: number; readonly changed: ReadonlySet<Change> },
): Catalogue {
  const [shared, ...rest] = STORY_OFFERS.map((id, i) => [id, offers[i] ? offerOf(offers[i]) : {}] as const);
  const now = changed.has('lower') ? 1 : limit;
  const first = {
    ...shared?.[1],
    caps: [cap('offer day', 'offer', now)],
    status: changed.has('pause') ? ('paused' as const) : ('active' as const),
  };
  return testCatalogue({
    version,
    buyer: {
      caps: [cap('buyer day', 'buyer', limit + 1)],
      delivery_hours: changed.has('hours') ? CLOSED_TILL_MONDAY : [],
    },
    moreBuyers: [testBuyer({ id: OTHER, caps: [cap('other day', 'buyer', limit + 1)] })],
    buyers: { [IDS.exclusive]: OTHER, ...(changed.has('swap') ? { [IDS.shared]: OTHER } : {}) },
    offers: { [IDS.shared]: first, ...Object.fromEntries(rest) },
    lines: { [IDS.partner]: null },
  });
}
