import type { Cap } from '../../../src/core/catalogue/types.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../catalogue.js';
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

/** Caps that leave and come back: in the end they count everything, whatever was sold meanwhile. */
export const CAP_FLOWS: readonly Flow[] = [[], [wide]].map((always) => ({
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
