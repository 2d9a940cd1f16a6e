import type { Cap } from '../../../src/core/catalogue/types.js';
import { IDS, testBuyer, testCatalogue, testOffer, type CatalogueOverrides } from '../catalogue.js';
import type { Flow } from './flow.js';

/** Longer than any process goes by a former version. */
const LONG_MS = 90_000;

const withCaps = (caps: readonly Cap[]): CatalogueOverrides => ({ offers: { [IDS.shared]: { caps } } });
const cap = (limit: number, id = 'offer day'): Cap => ({
  id,
  scope: 'offer',
  window: 'day',
  limit,
  time_zone: 'America/New_York',
});
/** Nobody ever reaches it: the ledger is never without a cap. */
const wide = cap(100, 'wide');

const OTHER = 'b0000000-0000-4000-8000-000000000002';
/** All offers are of one buyer, whose cap holds two; the shared one may go to another. */
const TWO_BUYERS: CatalogueOverrides = {
  buyer: { caps: [{ ...cap(2, 'buyer day'), scope: 'buyer' }] },
  moreBuyers: [testBuyer({ id: OTHER, caps: [{ ...cap(9, 'other day'), scope: 'buyer' }] })],
};
const REPOINTED = testCatalogue({ ...TWO_BUYERS, version: 2, buyers: { [IDS.shared]: OTHER } });

/** The buyer keeps its word about the Idempotency-Key, and closes for the rest of the day. */
const SURE: CatalogueOverrides = {
  offers: {
    [IDS.shared]: {
      caps: [cap(2)],
      delivery: { ...testOffer().delivery, idempotent: true, window_ms: 3 * 86_400_000 },
    },
  },
};
const CLOSED = testCatalogue({ ...SURE, version: 2, buyer: { holidays: ['2026-11-21'] } });

const MOVING: readonly Flow[] = [
  {
    name: 'form B: an offer changes its buyer, and the former one is full',
    over: TWO_BUYERS,
    before: (client) => client.direct('ann'),
    async act(client, world) {
      await client.direct('robert');
      world.catalogues.apply(REPOINTED);
      world.pass(LONG_MS);
      await client.direct('jo');
      await client.direct('alexandra', { svc_offer_id: IDS.trueExclusive });
    },
  },
  {
    name: 'form B: lost, the buyer closes, and the repeat of the next day is accepted',
    over: SURE,
    script: { deliver: (n) => (n === 1 ? 'hangs_up' : 'accepted') },
    async act(client, world) {
      await client.direct('ann');
      world.catalogues.apply(CLOSED);
      world.pass(LONG_MS);
      await client.direct('robert');
    },
  },
];

/** Caps that leave and come back: in the end they count everything, whatever was sold meanwhile. */
const LEAVING: readonly Flow[] = [[], [wide]].map((always) => ({
  name: `form B: a cap leaves and comes back (${always.length} others)`,
  over: withCaps([cap(1), ...always]),
  async before(client, world) {
    await client.direct('ann');
    await world.settle();
    world.catalogues.apply(testCatalogue({ ...withCaps(always), version: 2 }));
    world.pass(LONG_MS);
  },
  async act(client, world) {
    await client.direct('robert');
    world.pass(LONG_MS);
    world.catalogues.apply(testCatalogue({ ...withCaps([cap(3), ...always]), version: 3 }));
    world.pass(1_000);
    await client.direct('jo');
    world.pass(LONG_MS);
    await client.direct('alexandra');
  },
}));

export const CAP_FLOWS: readonly Flow[] = [...LEAVING, ...MOVING];
