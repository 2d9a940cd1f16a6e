import { IDS, testOffer, type CatalogueOverrides } from '../catalogue.js';
import type { Client } from './client.js';
import type { Flow } from './flow.js';
import type { BuyersScript } from './recording-buyers.js';
import type { World } from './world.js';

const HOUR_MS = 3_600_000;
const follow_up = { url: 'http://127.0.0.1:1/${reference}', every_ms: HOUR_MS, for_ms: 2 * HOUR_MS };
const cap = {
  id: 'offer day',
  scope: 'offer',
  window: 'day',
  limit: 2,
  time_zone: 'America/New_York',
} as const;
const SELDOM_ASKED: CatalogueOverrides = {
  offers: { [IDS.shared]: { caps: [cap], delivery: { ...testOffer().delivery, follow_up } } },
};
/** Asked, it would say no in the end: a callback that is lost would be seen. */
const LATER: BuyersScript = { deliver: () => 'pending', followUp: (n) => (n === 1 ? 'pending' : 'rejected') };

/** The buyer of the lead that was acknowledged last calls back, if it has it. */
async function callBack(client: Client, world: World, outcome: 'accepted' | 'rejected'): Promise<void> {
  const id = [...client.acknowledged.values()].findLast(({ kind }) => kind === 'lead')?.id;
  if (id === undefined || !world.received.some(({ lead_id }) => lead_id === id)) return;
  if (outcome === 'accepted') world.buys(id);
  await world.callBack(id, outcome);
}

export const CALLBACK_FLOWS: readonly Flow[] = [
  ...(['accepted', 'rejected'] as const).map((outcome): Flow => ({
    name: `form B: pending, and the buyer calls back: ${outcome}`,
    over: SELDOM_ASKED,
    script: LATER,
    before: (client) => client.direct('ann'),
    act: (client, world) => callBack(client, world, outcome),
  })),
  {
    name: 'form A: pending, and the buyer calls back twice, and again with another word',
    over: { ...SELDOM_ASKED, lines: { [IDS.partner]: null } },
    script: LATER,
    async before(client) {
      const [result] = (await client.results(await client.search('ann'))).filter(
        ({ offer_id }) => offer_id === IDS.shared,
      );
      const [found] = client.acknowledged.values();
      await client.result(found, result);
    },
    async act(client, world) {
      await callBack(client, world, 'accepted');
      await callBack(client, world, 'accepted');
      await callBack(client, world, 'rejected');
    },
  },
  {
    name: 'form B: lost, and the buyer that has it calls back',
    over: SELDOM_ASKED,
    script: { deliver: () => 'lost' },
    before: (client) => client.direct('ann'),
    act: (client, world) => callBack(client, world, 'accepted'),
  },
];
