import { returnLead } from '../../../src/app/money/return-lead.js';
import { undoLeadReturn } from '../../../src/app/money/undo-return.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { IDS, type CatalogueOverrides } from '../catalogue.js';
import { testReturns } from '../returns.js';
import type { Client } from './client.js';
import type { Flow } from './flow.js';
import type { World } from './world.js';

const cap = {
  id: 'offer day',
  scope: 'offer',
  window: 'day',
  limit: 2,
  time_zone: 'America/New_York',
} as const;
const GIVEN_BACK: CatalogueOverrides = {
  buyer: { returns: testReturns({ give_back_place: true, release_claim: true, max_share_bp: 5_000 }) },
  offers: { [IDS.shared]: { caps: [cap] } },
};
const KEPT: CatalogueOverrides = { buyer: { returns: testReturns({ reverse_payout: false }) } };

/** Somebody tries until it is answered, whatever befalls the process. */
async function until(world: World, act: (ports: WorkPorts) => Promise<{ outcome: string }>): Promise<void> {
  let outcome: string | undefined;
  for (let i = 0; i < 10 && (outcome === undefined || outcome === 'later'); i += 1) {
    await world.wait();
    await world.run(async (ports) => {
      ({ outcome } = await act(ports));
    });
  }
}

const leadOf = (client: Client, which: number): string =>
  [...client.acknowledged.values()].filter(({ kind }) => kind === 'lead').at(which)?.id ?? '';

const returns = (client: Client, world: World, which: number, by: string): Promise<void> =>
  until(world, (ports) =>
    returnLead({ ...ports, catalogue: ports.catalogue.current() }, leadOf(client, which), {
      code: 'bad_phone',
      by,
      ...(by === 'callback' ? { mark: 'a callback' } : { override: { why: 'Agreed' } }),
    }),
  );

const undoes = (client: Client, world: World, which: number): Promise<void> =>
  until(world, (ports) =>
    undoLeadReturn(ports, leadOf(client, which), { by: 'an operator', why: 'A mistake' }),
  );

export const RETURN_FLOWS: readonly Flow[] = [
  {
    name: 'form B: sold, and the buyer calls back to return it; claims and cap place stay',
    over: KEPT,
    async before(client, world) {
      await client.direct('ann');
      await world.settle();
    },
    act: (client, world) => returns(client, world, 0, 'callback'),
  },
  {
    name: 'form B: two are returned, another takes the place, and both returns are undone',
    over: GIVEN_BACK,
    async before(client, world) {
      await client.direct('ann');
      await client.direct('doris');
      await world.settle();
    },
    async act(client, world) {
      await returns(client, world, 0, 'callback');
      await returns(client, world, 1, 'an operator');
      await client.direct('cleo');
      await undoes(client, world, 0);
      await undoes(client, world, 1);
    },
  },
];
