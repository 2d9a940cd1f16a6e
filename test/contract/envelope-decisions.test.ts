import { expect } from 'chai';
import { newPerson, PATHS, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { CODES, expectAnswer, type ExpectedAnswer } from '../support/envelope.js';
import { until } from '../support/until.js';

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const offers = (url: string): Readonly<Record<string, object>> => ({
  plain: {},
  'il-only': { eligibility: [{ field: 'address.state', in: ['IL'] }] },
  asking: { questions: [{ name: 'visit', type: 'text', required: true }], required_fields: ['address.city'] },
  paused: { status: 'paused' },
  closed: { buyer: 'closed' },
  capped: { caps: [{ window: 'total', limit: 1 }] },
  rejecting: deliveryTo(url, '/rejects'),
  duplicating: deliveryTo(url, '/duplicate'),
  later: deliveryTo(url, '/later'),
  unreached: deliveryTo('http://127.0.0.1:1', '/', { window: '1s' }),
});

let world: Contract;

/** A second lead of the same person. */
async function twice(offer: string): Promise<Answered> {
  const lead = newPerson();
  await world.direct('edu', offer, { lead });
  return world.direct('edu', offer, { lead });
}

interface Row extends ExpectedAnswer {
  readonly when: string;
  readonly call: () => Promise<Answered>;
}

/** docs/contract.md#answers: what the operations answer when they do their work, by code. */
const ROWS: readonly Row[] = [
  { when: 'search', http: 200, code: 'OK', call: () => world.search('edu') },
  {
    when: 'results',
    http: 200,
    code: 'OK',
    call: async () => world.results((await world.search('edu')).body.svc_lead_id),
  },
  {
    when: 'dupe-check',
    http: 200,
    code: 'OK',
    status: 'accepted',
    call: () => world.api.post(PATHS.dupeCheck, { zip: '53703' }),
  },
  {
    when: 'lead accepted',
    http: 200,
    code: 'ACCEPTED',
    reason: 'Lead accepted',
    call: () => world.direct('edu', 'plain'),
  },
  { when: 'the buyer says later', http: 200, code: 'PENDING', call: () => world.direct('edu', 'later') },
  {
    when: "outside the buyer's hours",
    http: 200,
    code: 'PENDING',
    status: 'saved',
    call: () => world.direct('edu', 'closed'),
  },
  {
    when: 'test lead',
    http: 200,
    code: 'TEST_LEAD_HELD',
    call: () => world.direct('edu', 'plain', { svc_is_test_lead: true }),
  },
  {
    when: 'duplicate that the service holds',
    http: 200,
    code: 'DUPLICATE',
    reason: 'Duplicate lead - Offer',
    source: 'service',
    call: () => twice('plain'),
  },
  {
    when: "duplicate in the school's system",
    http: 200,
    code: 'DUPLICATE',
    reason: 'Known to us - Client',
    source: 'buyer',
    call: () => world.direct('edu', 'duplicating'),
  },
  {
    when: 'not eligible',
    http: 200,
    code: 'NOT_ELIGIBLE',
    source: 'service',
    call: () => world.direct('edu', 'il-only'),
  },
  {
    when: 'cap reached',
    http: 200,
    code: 'CAP_REACHED',
    source: 'service',
    call: async () => {
      await world.direct('edu', 'capped');
      return world.direct('edu', 'capped');
    },
  },
  {
    when: 'the school refuses',
    http: 200,
    code: 'BUYER_REJECTED',
    reason: 'Outside our area - Client',
    source: 'buyer',
    call: () => world.direct('edu', 'rejecting'),
  },
  {
    when: 'offer paused',
    http: 200,
    code: 'OFFER_UNAVAILABLE',
    reason: 'Offer is not active',
    source: 'service',
    call: () => world.direct('edu', 'paused'),
  },
  {
    when: 'answer missing',
    http: 200,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'visit',
    source: 'service',
    call: () => world.direct('edu', 'asking'),
  },
  {
    when: 'required lead field missing',
    http: 200,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'lead.address.city',
    source: 'service',
    call: () => world.direct('edu', 'asking', { visit: 'Yes' }),
  },
  {
    when: 'answer invalid',
    http: 200,
    code: 'INVALID_FIELD',
    field: 'visit',
    source: 'service',
    call: () => world.direct('edu', 'asking', { visit: 5 }),
  },
  {
    when: 'consent not given',
    http: 200,
    code: 'INVALID_FIELD',
    reason: 'Consent was not given',
    field: 'tcpa_consent',
    source: 'service',
    call: () => world.direct('edu', 'plain', { tcpa_consent: false }),
  },
  {
    when: 'the buyer was never reached',
    http: 200,
    code: 'DELIVERY_FAILED',
    source: 'service',
    call: async () => {
      const { body } = await world.direct(
        'edu',
        'unreached',
        {},
        { headers: { 'X-Request-Id': 'never-reached' } },
      );
      const read = () => world.lead(body.svc_lead_id);
      await until(async () => (await read()).body.code !== 'PENDING', 'the lead is given up');
      return read();
    },
  },
];

describe('contract: envelope of answers and decisions', () => {
  before(async () => {
    world = await startContract((url) => ({
      buyers: { closed: { holidays: [-1, 0, 1, 2].map(daysFromNow) } },
      offers: offers(url),
      campaigns: { edu: { offers: Object.keys(offers(url)).map((offer) => ({ offer, payout: 20 })) } },
    }));
    world.buyer.says('/rejects', { result: 'rejected', reason: 'Outside our area.' });
    world.buyer.says('/duplicate', { result: 'duplicate', reason: 'Known to us' });
    world.buyer.says('/later', { result: 'pending' });
  });
  after(() => world.close());

  it('every decision code has a row', () => {
    expect(new Set(ROWS.map(({ code }) => code))).to.have.all.keys(CODES.decisions);
  });

  for (const { when, call, ...expected } of ROWS)
    it(`${when}: ${expected.http} ${expected.code}`, async () => {
      const answer = await call();
      expectAnswer(answer, expected);
      if (!('accepted' in answer.body)) return;
      const accepted = expected.code === 'ACCEPTED';
      expect(answer.body).to.include({ accepted, payout: accepted ? 20 : 0 });
      expect(answer.body['disposition']).to.be.an('object');
      expect(answer.body.svc_lead_id).to.match(/^[0-9a-f-]{36}$/);
    });

  it('a submit that takes longer than the wait is answered 202 PENDING, and decided later', async () => {
    const release = world.buyer.hold();
    const { settings } = world.api.platform;
    const { submitWaitMs } = settings;
    Object.assign(settings, { submitWaitMs: 300 });
    try {
      const answer = await world.direct('edu', 'plain');
      expectAnswer(answer, { http: 202, code: 'PENDING' });
      release();
      const read = () => world.lead(answer.body.svc_lead_id);
      await until(async () => (await read()).body.code === 'ACCEPTED', 'the lead is accepted');
    } finally {
      release();
      Object.assign(settings, { submitWaitMs });
    }
  });
});
