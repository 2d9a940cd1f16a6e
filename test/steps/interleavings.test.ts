import { expect } from 'chai';
import fc from 'fast-check';
import type { Cap } from '../../src/core/catalogue/types.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../support/catalogue.js';
import { createClient, resultOf, type Client } from '../support/steps/client.js';
import { FALLBACKS, fallingBack, postWithFallbacks } from '../support/steps/fallback-flows.js';
import { erase, NOBODY } from '../support/steps/person-flows.js';
import { operatorSettles } from '../support/steps/operator.js';
import type { Behaviour } from '../support/steps/recording-buyers.js';
import { SEED, SHARE } from '../support/steps/share.js';
import { violationsOf } from '../support/steps/violations.js';
import { createWorld, type World } from '../support/steps/world.js';

/** `STEPS_SEED` and `STEPS_PATH` replay what a failure printed; `STEPS_RUNS` searches longer. */
const PATH = process.env['STEPS_PATH'];
const RUNS = Number(process.env['STEPS_RUNS'] ?? Math.ceil(150 * SHARE));

interface Story {
  readonly name: string;
  readonly over: CatalogueOverrides;
  /** The buyer says "later", and decides so whenever it is asked or calls. */
  readonly later?: 'accepted' | 'rejected';
  /** What the buyer makes of the lead, however often it gets it. */
  readonly says?: 'accepted' | 'rejected';
  /** What is there before the race; jobs that it leaves behind race. */
  readonly before: (client: Client, world: World) => Promise<unknown>;
  /** Calls of the API that race with the jobs. */
  readonly beside?: (client: Client, world: World) => readonly (() => Promise<unknown>)[];
}

const cap = (limit: number): Cap => ({
  id: 'offer day',
  scope: 'offer',
  window: 'day',
  limit,
  time_zone: 'America/New_York',
});
const { delivery } = testOffer();
const soon = { ...delivery, window_ms: 5_000 };
const shared = (over: object): CatalogueOverrides => ({
  offers: { [IDS.shared]: { caps: [cap(2)], delivery: soon, ...over } },
});
const FOLLOW_UP = { url: 'http://127.0.0.1:1/${reference}', every_ms: 1_000, for_ms: 20_000 };
const noPartner = { lines: { [IDS.partner]: null } };
const PEOPLE = ['ann', 'robert', 'jo'] as const;

const submitAll =
  (...offers: readonly string[]): Story['before'] =>
  async (client, world) => {
    const found = await client.search('ann');
    const results = await client.results(found);
    const answers = { campus_visit: 'yes', program_id: 'bsn' };
    await world.only(async () => {
      for (const offer of offers)
        await client.result(found, resultOf(results, offer), offer === IDS.exclusive ? answers : {});
    });
  };

const STORIES: readonly Story[] = [
  {
    name: 'one lead in the hands of several workers',
    over: shared({}),
    before: (client, world) => world.only(() => client.direct('ann')),
  },
  {
    name: 'one lead for an idempotent buyer in the hands of several workers',
    over: shared({ delivery: { ...soon, idempotent: true } }),
    before: (client, world) => world.only(() => client.direct('ann')),
  },
  {
    name: 'one person three times',
    over: shared({}),
    before: (client, world) =>
      world.only(async () => {
        for (const _ of PEOPLE) await client.direct('ann');
      }),
  },
  {
    name: 'one person, one phone and one e-mail address that cross',
    over: shared({}),
    before: (client, world) =>
      world.only(async () => {
        for (const [email, phone] of [
          ['a@example.com', '6085550101'],
          ['b@example.com', '6085550101'],
          ['b@example.com', '6085550102'],
        ])
          await client.direct('ann', {
            lead: { personal: { first_name: 'A', last_name: 'B', email, phone } },
          });
      }),
  },
  {
    name: 'three persons, a cap of one',
    over: shared({ caps: [cap(1)] }),
    before: (client, world) =>
      world.only(async () => {
        for (const person of PEOPLE) await client.direct(person);
      }),
  },
  {
    name: 'three results of one search that exclude each other',
    over: { ...shared({}), ...noPartner },
    before: submitAll(IDS.exclusive, IDS.trueExclusive, IDS.shared),
  },
  {
    name: 'three results of one search, one submission allowed',
    over: { ...shared({}), ...noPartner, campaign: { max_accepted_submissions: 1 } },
    before: submitAll(IDS.shared, IDS.exclusive, IDS.trueExclusive),
  },
  {
    name: 'a lead evaluated again while workers still judge it',
    over: shared({}),
    before: (client, world) =>
      world.only(() => client.direct('ann', { lead: { personal: { email: 'ann@example.com' } } })),
    beside(client) {
      const [first] = client.acknowledged.values();
      return [1, 2, 3].map(
        (n) => () => client.direct('ann', { svc_lead_id: first?.id }, n === 1 ? 'one' : 'two'),
      );
    },
  },
  {
    name: 'three persons under the id of a lead that knows nobody',
    over: shared({}),
    before: (client, world) => world.only(() => client.direct('ann', { lead: NOBODY, tcpa_consent: false })),
    beside(client) {
      const [first] = client.acknowledged.values();
      return PEOPLE.map((person) => () => client.direct(person, { svc_lead_id: first?.id }));
    },
  },
  {
    name: 'three persons under the id of a search that knows nobody',
    over: { ...shared({}), ...noPartner },
    before: (client, world) => world.only(() => client.search('ann', { lead: NOBODY })),
    beside(client) {
      const [first] = client.acknowledged.values();
      return PEOPLE.map((person) => () => client.search(person, { svc_lead_id: first?.id }));
    },
  },
  {
    name: 'a lead erased while it is posted again',
    over: shared({}),
    before: (client, world) => world.only(() => client.direct('ann', { tcpa_consent: false })),
    beside(client, world) {
      const id = [...client.acknowledged.keys()][0] ?? '';
      return [() => client.direct('ann', { svc_lead_id: id }), () => erase(world, id)];
    },
  },
  {
    name: 'one call sent three times at once, under one Idempotency-Key',
    over: shared({}),
    before: () => Promise.resolve(),
    beside: (client) => [1, 2, 3].map(() => () => client.direct('ann', {}, 'same')),
  },
  {
    name: 'a lead evaluated again, and the same person beside it',
    over: shared({ caps: [cap(1)] }),
    async before(client, world) {
      await client.direct('ann', { tcpa_consent: false });
      await world.only(() => client.direct('ann'));
    },
    beside(client) {
      const [first] = client.acknowledged.values();
      return [() => client.direct('ann', { svc_lead_id: first?.id })];
    },
  },
  ...(['accepted', 'rejected'] as const).map((outcome): Story => ({
    name: `a lead that is asked about while its buyer calls back: ${outcome}`,
    over: shared({ delivery: { ...soon, follow_up: FOLLOW_UP } }),
    later: outcome,
    before: (client) => client.direct('ann'),
    beside: (client, world) => [1, 2].map(() => () => callBack(client, world, outcome)),
  })),
  ...(['accepted', 'rejected'] as const).map((outcome): Story => ({
    name: `a buyer that calls back before its own answer is stored: ${outcome}`,
    over: shared({ delivery: { ...soon, follow_up: FOLLOW_UP } }),
    later: outcome,
    before: (client, world) => world.only(() => client.direct('ann')),
    beside: (client, world) => [1, 2].map(() => () => callBack(client, world, outcome)),
  })),
  ...(['accepted', 'rejected'] as const).map((outcome): Story => ({
    name: `an operator settles a lead that is asked about while its buyer calls back: ${outcome}`,
    over: shared({ delivery: { ...soon, follow_up: FOLLOW_UP } }),
    later: outcome,
    before: (client) => client.direct('ann'),
    beside: (client, world) => [
      () => callBack(client, world, outcome),
      () => settleFirst(client, world, outcome),
    ],
  })),
  ...(['accepted', 'rejected'] as const).map((outcome): Story => ({
    name: `an operator settles a lead whose answer comes late: ${outcome}`,
    over: shared({ delivery: { ...soon, timeout_ms: 1_000 } }),
    says: outcome,
    before: (client, world) => world.only(() => client.direct('ann')),
    beside: (client, world) => [1, 2].map(() => () => settleFirst(client, world, outcome)),
  })),
  {
    name: 'a call with fallbacks in the hands of several workers',
    over: fallingBack({
      [IDS.shared]: { status: 'paused' },
      [IDS.exclusive]: { caps: [cap(0)], delivery: soon },
      [IDS.trueExclusive]: { delivery: soon },
    }),
    before: (client, world) => world.only(() => postWithFallbacks(client)),
  },
  {
    name: 'one person in two calls with fallbacks, a cap of one, buyers that may be down',
    over: fallingBack({
      [IDS.shared]: {
        caps: [cap(1)],
        delivery: { ...soon, breaker: { failures: 1, open_for_ms: 5_000, offer_while_open: false } },
      },
      [IDS.exclusive]: { delivery: soon },
    }),
    before: (client, world) =>
      world.only(async () => {
        for (const _ of [1, 2]) await postWithFallbacks(client);
      }),
  },
  {
    name: 'a call with fallbacks, and its first lead submitted again',
    over: fallingBack({ [IDS.shared]: { caps: [cap(0)], delivery: soon } }),
    before: (client, world) => world.only(() => postWithFallbacks(client)),
    beside(client) {
      const [first] = client.acknowledged.values();
      return [1, 2].map(() => () => client.direct('ann', { svc_lead_id: first?.id, fallbacks: FALLBACKS }));
    },
  },
  {
    name: "two partners' answers and the end of a search",
    over: { moreOffers: [{ ...partnerOffer(), id: 'd0000000-0000-4000-8000-000000000005' }] },
    before: (client, world) => world.only(() => client.search('ann')),
  },
  {
    name: 'a search that is run again while it runs',
    over: {},
    before: (client, world) => world.only(() => client.search('ann')),
    beside(client) {
      const [first] = client.acknowledged.values();
      return [() => client.search('ann', { svc_lead_id: first?.id })];
    },
  },
];

/** The buyer calls back when it has the lead, and not at all when it takes too long to come. */
async function callBack(client: Client, world: World, outcome: 'accepted' | 'rejected'): Promise<void> {
  const [lead] = client.acknowledged.values();
  const has = (): boolean => world.received.some(({ lead_id }) => lead_id === lead?.id);
  for (let turns = 0; turns < 60 && !has(); turns += 1) await world.wait();
  if (!lead || !has()) return;
  if (outcome === 'accepted') world.buys(lead.id);
  await world.callBack(lead.id, outcome);
}

/** An operator settles the lead as its buyer has decided. */
async function settleFirst(client: Client, world: World, outcome: 'accepted' | 'rejected'): Promise<void> {
  const [lead] = client.acknowledged.values();
  if (lead) await operatorSettles(world, lead.id, outcome);
}

function partnerOffer() {
  const offer = testCatalogue().offers.get(IDS.partner);
  if (!offer) throw new Error('the test catalogue has no partner');
  return { ...offer, handle: 'partner 2' };
}

const behaviour = fc.constantFrom<Behaviour>(
  ...(['accepted', 'accepted', 'rejected', 'duplicate', 'retry', 'never_sent', 'hangs_up', 'lost'] as const),
);
const time = fc.constantFrom(1_100, 6_000, 31_000, 41_000, 70_000);
const partnerAnswer = {
  kind: 'answered',
  results: [{ reference: 'p-1', name: 'Online BA', programs: [], questions: [] }],
  faults: [],
} as const;

/** Tells the story in the order that the scheduler chooses. */
async function tell(
  { over, later, says, before, beside }: Story,
  scheduler: fc.Scheduler,
  chance: {
    readonly behaviours: readonly Behaviour[];
    readonly times: readonly number[];
    readonly copies: number;
  },
): Promise<string[]> {
  const { behaviours, times, copies } = chance;
  const deliver = (n: number, m: number): Behaviour =>
    behaviours[(n * 3 + m) % behaviours.length] ?? 'accepted';
  const world = createWorld({
    catalogue: testCatalogue(over),
    script: {
      deliver: later ? () => 'pending' : says ? () => says : deliver,
      ...(later ? { followUp: () => later } : {}),
      askPartner: () => partnerAnswer,
    },
  });
  const client = createClient(world);
  await before(client, world);
  const take = (what: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), what);
  await scheduler.waitFor(world.race({ take, copies, times, beside: beside?.(client, world) ?? [] }));
  await world.settle();
  return violationsOf(world, client);
}

describe(`interleavings of the use cases (STEPS_SEED=${SEED})`, () => {
  for (const story of STORIES)
    it(story.name, async () => {
      const chance = fc.record({
        behaviours: fc.array(behaviour, { minLength: 1, maxLength: 6 }),
        times: fc.array(time, { maxLength: 5 }),
        copies: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), chance, async (scheduler, chosen) => {
          expect((await tell(story, scheduler, chosen)).join('\n')).to.equal('');
        }),
        { numRuns: RUNS, seed: SEED, ...(PATH === undefined ? {} : { path: PATH }), endOnFailure: false },
      );
    }).timeout(Math.max(300_000, RUNS * 200));
});
