import { decideReturnRequest } from '../../../src/app/money/decide-request.js';
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
const reviewed = (past_deadline: 'accept' | 'decline'): CatalogueOverrides => ({
  buyer: {
    returns: testReturns({
      give_back_place: true,
      release_claim: true,
      review: { decide_within_ms: 3_600_000, past_deadline, accept_at_once: [], show_evidence: false },
    }),
  },
  offers: { [IDS.shared]: { caps: [cap] } },
});
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

const decides = (
  client: Client,
  world: World,
  outcome: 'accepted' | 'declined',
  by = 'an operator',
): Promise<void> =>
  until(world, (ports) => {
    const inForce = { ...ports, catalogue: ports.catalogue.current() };
    return decideReturnRequest(inForce, leadOf(client, 0), { outcome, by, why: 'Looked at' });
  });

const asks = (client: Client, world: World, evidence: string): Promise<void> =>
  until(world, (ports) =>
    returnLead({ ...ports, catalogue: ports.catalogue.current() }, leadOf(client, 0), {
      ...{ code: 'bad_phone', by: 'callback', mark: evidence, mayRepeat: true, evidence },
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
  {
    name: 'form B: sold, a return is requested, and nobody decides in time: accepted',
    over: reviewed('accept'),
    async before(client, world) {
      await client.direct('ann');
      await world.settle();
    },
    act: (client, world) => asks(client, world, 'No answer'),
  },
  {
    name: 'form B: sold, a return is declined, requested again, decided by two operators, and undone',
    over: reviewed('decline'),
    async before(client, world) {
      await client.direct('ann');
      await world.settle();
    },
    async act(client, world) {
      await asks(client, world, 'No answer');
      await decides(client, world, 'declined');
      await asks(client, world, 'Disconnected');
      await Promise.all([
        decides(client, world, 'accepted', 'Omar'),
        decides(client, world, 'declined', 'Mia'),
      ]);
      await undoes(client, world, 0);
    },
  },
];
