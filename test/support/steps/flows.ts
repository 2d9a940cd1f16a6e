import type { Cap } from '../../../src/core/catalogue/types.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../catalogue.js';
import type { Behaviour, BuyersScript } from './recording-buyers.js';
import { CALLBACK_FLOWS } from './callback-flows.js';
import { CAP_FLOWS } from './cap-flows.js';
import { FALLBACK_FLOWS } from './fallback-flows.js';
import { IDENTITY_FLOWS } from './identity-flows.js';
import { PAUSE_FLOWS } from './pause-flows.js';
import { PERSON_FLOWS } from './person-flows.js';
import { PRICE_FLOWS } from './price-flows.js';
import { RETURN_FLOWS } from './return-flows.js';
import { VERIFY_FLOWS } from './verify-flows.js';
import { resultOf } from './client.js';
import type { Flow } from './flow.js';

const cap = (over: Partial<Cap>): Cap => ({
  id: 'cap',
  scope: 'offer',
  window: 'day',
  limit: 2,
  time_zone: 'America/New_York',
  ...over,
});
const { delivery } = testOffer();
const CAPS: CatalogueOverrides = {
  buyer: { caps: [cap({ id: 'buyer month', scope: 'buyer', window: 'month', limit: 3 })] },
  campaign: { caps: [cap({ id: 'campaign total', scope: 'campaign', window: 'total', limit: 4 })] },
};
const shared = (over: object): CatalogueOverrides => ({
  ...CAPS,
  offers: { [IDS.shared]: { caps: [cap({ id: 'offer day' })], ...over } },
});
const NO_PARTNER: CatalogueOverrides = { ...shared({}), lines: { [IDS.partner]: null } };
const partnerResult = { reference: 'p-1', name: 'Online BA', programs: [], questions: [] };
const follow_up = { url: 'http://127.0.0.1:1/${reference}', every_ms: 60_000, for_ms: 150_000 };

const outcomes: readonly [string, BuyersScript, object?][] = [
  ['accepted', {}],
  ['rejected', { deliver: () => 'rejected' }],
  ['called a duplicate by the buyer', { deliver: () => 'duplicate' }],
  ['pending, then accepted', later('accepted'), { delivery: { ...delivery, follow_up } }],
  ['pending, then rejected', later('pending', 'rejected'), { delivery: { ...delivery, follow_up } }],
  ['pending, asked long enough', later('lost', 'pending', 'retry'), { delivery: { ...delivery, follow_up } }],
  ['retry, then accepted', { deliver: nth('retry', 'accepted') }],
  ['taken, and the buyer hangs up', { deliver: nth('hangs_up') }],
  [
    'never sent, then failed',
    { deliver: () => 'never_sent' },
    { delivery: { ...delivery, window_ms: 3_000 } },
  ],
  ['never sent, then accepted', { deliver: nth('never_sent', 'never_sent', 'accepted') }],
  [
    'down after the first try, then accepted',
    { deliver: nth('never_sent', 'never_sent', 'accepted') },
    { delivery: { ...delivery, breaker: { failures: 1, open_for_ms: 5_000, offer_while_open: false } } },
  ],
  [
    'down until the delivery window is over',
    { deliver: () => 'never_sent' },
    {
      delivery: {
        ...delivery,
        window_ms: 8_000,
        breaker: { failures: 1, open_for_ms: 5_000, offer_while_open: false },
      },
    },
  ],
  [
    'lost on the way to an idempotent buyer',
    { deliver: nth('hangs_up', 'lost', 'accepted') },
    { delivery: { ...delivery, idempotent: true } },
  ],
];

/** The n-th time the n-th of these, then the last one. */
function nth(...behaviours: readonly [Behaviour, ...Behaviour[]]): (n: number) => Behaviour {
  return (n) => behaviours[n - 1] ?? behaviours[behaviours.length - 1] ?? behaviours[0];
}

function later(...answers: readonly [Behaviour, ...Behaviour[]]): BuyersScript {
  return { deliver: () => 'pending', followUp: nth(...answers) };
}

const CLOSED_TILL_MONDAY = {
  time_zone: 'America/New_York',
  delivery_hours: [{ days: [1, 2, 3, 4, 5], from: 480, to: 1200 }],
};

const refusals: readonly [string, CatalogueOverrides, object][] = [
  ['consent', {}, { tcpa_consent: false }],
  ['an unknown program', {}, { program_id: 'law' }],
  ['a question', {}, { svc_offer_id: IDS.exclusive }],
  ['a required field', {}, { lead: { personal: { email: 'ann@example.com' } } }],
  [
    'eligibility',
    shared({ eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['TX'] } }] }),
    {},
  ],
  ['a paused offer', shared({ status: 'paused' }), {}],
  ['a full cap', shared({ caps: [cap({ id: 'offer day', limit: 0 })] }), {}],
  ['a full cap of the buyer', { buyer: { caps: [cap({ id: 'none', scope: 'buyer', limit: 0 })] } }, {}],
  ['being a test', {}, { svc_is_test_lead: true }],
];

const searches: readonly Flow[] = [
  { name: 'search: direct offers only', over: NO_PARTNER, act: (client) => client.search('ann') },
  {
    name: 'search: with a partner that answers',
    over: shared({}),
    script: { askPartner: () => ({ kind: 'answered', results: [partnerResult], faults: [] }) },
    act: async (client) => client.results(await client.search('ann')),
  },
  {
    name: 'search: with a partner that fails',
    over: shared({}),
    script: { askPartner: () => ({ kind: 'failed', detail: 'a time-out', health: 'down' }) },
    act: async (client) => client.results(await client.search('ann')),
  },
  {
    name: 'search: again under its id',
    over: shared({}),
    async act(client) {
      const first = await client.search('ann');
      if (first) await client.search('ann', { svc_lead_id: first.id });
    },
  },
];

const formB: readonly Flow[] = [
  ...outcomes.map(([name, script, over = {}]): Flow => ({
    name: `form B: ${name}`,
    over: shared(over),
    script,
    act: (client) => client.direct('ann'),
  })),
  {
    name: 'form B: saved for hours, then delivered',
    over: { ...shared({}), buyer: { ...CAPS.buyer, ...CLOSED_TILL_MONDAY } },
    act: (client) => client.direct('ann'),
  },
  ...refusals.map(([name, over, body]): Flow => ({
    name: `form B: refused by ${name}`,
    over: { ...shared({}), ...over },
    act: (client) => client.direct('ann', body),
  })),
  {
    name: 'form B: the same person again',
    over: shared({}),
    async act(client) {
      await client.direct('ann');
      await client.direct('ann');
    },
  },
  {
    name: 'form B: the same person again while the first is repeated, then rejected',
    over: shared({}),
    script: { deliver: (n, m) => (m === 1 ? nth('never_sent', 'rejected')(n) : 'accepted') },
    async act(client) {
      await client.direct('ann');
      await client.direct('ann');
    },
  },
  {
    name: 'form B: two persons, one place',
    over: shared({ caps: [cap({ id: 'offer day', limit: 1 })] }),
    async act(client) {
      await client.direct('ann');
      await client.direct('robert');
    },
  },
  {
    name: 'form B: two persons, one at a time and one a minute',
    over: shared({ delivery: { ...delivery, max_in_flight: 1, throttle: { per_minute: 1 } } }),
    async act(client) {
      await client.direct('ann');
      await client.direct('robert');
    },
  },
  {
    name: 'form B: evaluated again after a refusal',
    over: shared({}),
    async act(client, world) {
      const first = await client.direct('ann', { lead: { personal: { email: 'ann@example.com' } } });
      await world.settle();
      if (first) await client.direct('ann', { svc_lead_id: first.id });
    },
  },
  {
    name: 'form B: evaluated again after a failure, while the first submission still owes',
    over: shared({ delivery: { ...delivery, window_ms: 1_000 } }),
    script: { deliver: nth('never_sent', 'never_sent', 'accepted') },
    async act(client, world) {
      const first = await client.direct('ann');
      await world.settle();
      if (first) await client.direct('ann', { svc_lead_id: first.id });
    },
  },
  {
    name: 'form B: evaluated again after a buyer had it and always said "try again"',
    over: shared({ delivery: { ...delivery, window_ms: 1_000 } }),
    script: { deliver: nth('retry', 'accepted') },
    async act(client, world) {
      const first = await client.direct('ann');
      await world.settle();
      if (first) await client.direct('ann', { svc_lead_id: first.id });
    },
  },
];

/** Ann has searched, and every partner has answered; the results of these offers are submitted, one after the other. */
const submits = (...offers: readonly string[]): Pick<Flow, 'before' | 'act'> => ({
  before: async (client) => client.results(await client.search('ann')),
  async act(client, world) {
    const [found] = client.acknowledged.values();
    const results = world.searches.all.get(found?.id ?? '')?.results ?? [];
    const answers = { campus_visit: 'yes', program_id: 'bsn' };
    for (const offer of offers)
      await client.result(found, resultOf(results, offer), offer === IDS.exclusive ? answers : {});
  },
});

const formA: readonly Flow[] = [
  ...outcomes.map(([name, script, over = {}]): Flow => ({
    name: `form A: ${name}`,
    over: { ...shared(over), lines: { [IDS.partner]: null } },
    script,
    ...submits(IDS.shared),
  })),
  {
    name: 'form A: saved for hours, then delivered',
    over: { ...NO_PARTNER, buyer: { ...CAPS.buyer, ...CLOSED_TILL_MONDAY } },
    ...submits(IDS.shared),
  },
  {
    name: "form A: a partner's result",
    over: shared({}),
    script: { askPartner: () => ({ kind: 'answered', results: [partnerResult], faults: [] }) },
    ...submits(IDS.partner),
  },
  {
    name: 'form A: an exclusive offer, then what it excludes and what it does not',
    over: NO_PARTNER,
    ...submits(IDS.exclusive, IDS.trueExclusive, IDS.shared),
  },
  {
    name: 'form A: one submission is the limit, the first is rejected',
    over: { ...NO_PARTNER, campaign: { ...CAPS.campaign, max_accepted_submissions: 1 } },
    script: { deliver: (_n, m) => (m === 1 ? 'rejected' : 'accepted') },
    ...submits(IDS.exclusive, IDS.shared, IDS.trueExclusive),
  },
  {
    name: 'form A: searched again after a refused submit',
    over: NO_PARTNER,
    async act(client) {
      const found = await client.search('ann');
      const [result] = await client.results(found);
      await client.result(found, result, { tcpa_consent: false });
      const again = found && (await client.search('ann', { svc_lead_id: found.id }));
      await client.result(again, resultOf(await client.results(again), IDS.shared));
    },
  },
];

export const FINISHED = '; finished with its news';

/** The same, with a sweeper that finishes leads: it leaves the sweep nothing, unless it is struck. */
const finished = (flows: readonly Flow[]): Flow[] =>
  flows.map((flow) => ({ ...flow, name: `${flow.name}${FINISHED}`, finishes: true }));

export const FLOWS: readonly Flow[] = [
  ...finished(formA.filter(({ name }) => /accepted|excludes/.test(name))),
  ...finished(RETURN_FLOWS),
  ...searches,
  ...formB,
  ...formA,
  ...CALLBACK_FLOWS,
  ...RETURN_FLOWS,
  ...CAP_FLOWS,
  ...PAUSE_FLOWS,
  ...Object.values(PRICE_FLOWS),
  ...IDENTITY_FLOWS,
  ...PERSON_FLOWS,
  ...FALLBACK_FLOWS,
  ...VERIFY_FLOWS,
];
export const catalogueOf = ({ over = {} }: Flow) => testCatalogue(over);
