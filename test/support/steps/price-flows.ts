import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import type { AmountField } from '../../../src/core/timed-changes/timed-change.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import { documentOf } from '../catalogue-document.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../catalogue.js';
import { timedPause } from '../timed-changes.js';
import { resultOf } from './client.js';
import type { Flow } from './flow.js';
import type { World } from './world.js';

const MINUTE_MS = 60_000;
/** Longer than any process goes by a former catalogue. */
const LONG_MS = 90_000;
const OVER: CatalogueOverrides = {
  offers: { [IDS.shared]: { delivery: { ...testOffer().delivery, window_ms: 3 * 3_600_000 } } },
  lines: { [IDS.partner]: null },
};

/** Another price of the shared offer: 45.00 in place of 99.99. */
const PRICE: AmountField = { what: 'price', kind: 'offer', entry_id: IDS.shared, value: 4_500 };
/** Another payout of it on the campaign: 25.00 in place of 20.00. */
const PAYOUT: AmountField = {
  ...{ what: 'payout', kind: 'campaign', entry_id: IDS.campaign, offer_id: IDS.shared, value: 2_500 },
};

/** The change `id` is in force from now on for so long, beside the version. */
function changeFor(world: World, id: number, field: AmountField, ms: number): void {
  const from = world.clock();
  const until = new Date(from.getTime() + ms);
  const document = documentOf(testCatalogue(OVER));
  const changes = [timedPause({ ...field, id, from, until })];
  world.catalogues.apply(compileCatalogue(withChanges(document, changes), 1));
  world.catalogues.apply(compileCatalogue(document, 1), until);
}

/**
 * A price or payout that begins and ends while a lead is under way. What leaves under it is booked with it, what was shown stays
 * (`priced-as-in-force`).
 */
export const PRICE_FLOWS = {
  price: {
    name: 'form B: never sent, then accepted at another price, and the next one at the former',
    over: OVER,
    script: { deliver: (n, m) => (n === 1 && m === 1 ? 'never_sent' : 'accepted') },
    async act(client, world) {
      await client.direct('ann');
      changeFor(world, 1, PRICE, 10 * MINUTE_MS);
      world.pass(LONG_MS);
      await client.direct('robert');
      await world.settle();
      world.pass(10 * MINUTE_MS + LONG_MS);
      await client.direct('jo');
    },
  },
  payout: {
    name: 'form A: shown with another payout, and submitted after it has ended',
    over: OVER,
    async act(client, world) {
      changeFor(world, 2, PAYOUT, 10 * MINUTE_MS);
      world.pass(LONG_MS);
      const found = await client.search('ann');
      const results = await client.results(found);
      world.pass(10 * MINUTE_MS + LONG_MS);
      changeFor(world, 3, PRICE, 10 * MINUTE_MS);
      world.pass(LONG_MS);
      await client.result(found, resultOf(results, IDS.shared));
      await client.direct('robert');
    },
  },
} as const satisfies Readonly<Record<string, Flow>>;
