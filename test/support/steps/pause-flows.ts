import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../catalogue.js';
import type { Flow } from './flow.js';
import type { World } from './world.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than any process goes by a former catalogue. */
const LONG_MS = 90_000;

const CAP = {
  id: 'offer day',
  scope: 'offer',
  window: 'day',
  limit: 5,
  time_zone: 'America/New_York',
} as const;
const DELIVERY = { ...testOffer().delivery, window_ms: 3 * 24 * HOUR_MS };
const OVER: CatalogueOverrides = { offers: { [IDS.shared]: { caps: [CAP], delivery: DELIVERY } } };
const CLOSED: CatalogueOverrides = { ...OVER, buyer: { holidays: ['2026-11-21'] } };

/** The shared offer is paused from now on for so long, beside the version in force. */
function pauseFor(world: World, over: CatalogueOverrides, ms: number): void {
  const from = world.clock();
  const until = new Date(from.getTime() + ms);
  const paused = { caps: [CAP], delivery: DELIVERY, status: 'paused', timed_pause: { from, until } } as const;
  world.catalogues.apply(testCatalogue({ ...over, offers: { [IDS.shared]: paused } }));
  world.catalogues.apply(testCatalogue(over), until);
}

/** A pause that begins and ends while it sells. Nobody of before it is refused because of it (`lostInPause`). */
export const PAUSE_FLOWS: readonly Flow[] = [
  {
    name: 'form B: never sent, paused for ten minutes, then accepted',
    over: OVER,
    script: { deliver: (n, m) => (n === 1 && m === 1 ? 'never_sent' : 'accepted') },
    async act(client, world) {
      await client.direct('ann');
      pauseFor(world, OVER, 10 * MINUTE_MS);
      world.pass(LONG_MS);
      await client.direct('robert');
      world.pass(10 * MINUTE_MS);
      await client.direct('jo');
    },
  },
  {
    name: 'form B: saved for the next day, paused beyond its opening, then accepted',
    over: CLOSED,
    async act(client, world) {
      await client.direct('ann');
      pauseFor(world, CLOSED, 14 * HOUR_MS);
      world.pass(LONG_MS);
      await client.direct('robert');
    },
  },
];

const pauseIn = ({ offers }: Catalogue, offer: string) => offers.get(offer)?.timed_pause;

/** Leads of before a pause that it refused. */
export const lostInPause = ({ leads, catalogues }: World): string[] =>
  [...leads.all.values()].flatMap(({ id, offer_id, received_at, decision }) => {
    if (decision?.refusal?.why !== 'offer_paused') return [];
    const pauses = catalogues.versions.map(({ catalogue }) => pauseIn(catalogue, offer_id));
    const isLost = pauses.some((pause) => pause && received_at < pause.from && decision.at >= pause.from);
    return isLost ? [`${id} was refused by a pause that began after it`] : [];
  });
