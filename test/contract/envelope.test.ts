import { expect } from 'chai';
import { OutageError } from '../../src/platform/outage.js';
import {
  directBody,
  newPerson,
  PATHS,
  resultBody,
  searchBody,
  type Answered,
  type Sent,
} from '../support/api.js';
import { deliveryTo, idOf, startContract, type Contract } from '../support/contract.js';
import { CODES, expectAnswer, type ExpectedAnswer } from '../support/envelope.js';
import { until } from '../support/until.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
const campaign = idOf('campaign', 'edu');
const QUESTION = { name: 'visit', type: 'text', required: true };

const file = (url: string) => ({
  affiliates: { northwind: {} },
  buyers: {
    closed: {
      holidays: [-1, 0, 1, 2].map((days) =>
        new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
      ),
    },
  },
  offers: {
    plain: {},
    'wi-only': { eligibility: [{ field: 'address.state', in: ['IL'] }] },
    asking: { questions: [QUESTION], required_fields: ['address.city'] },
    paused: { status: 'paused' },
    closed: { buyer: 'closed' },
    capped: { caps: [{ window: 'total', limit: 1 }] },
    rejecting: deliveryTo(url, '/rejects'),
    duplicating: deliveryTo(url, '/duplicate'),
    later: deliveryTo(url, '/later'),
    unreached: deliveryTo('http://127.0.0.1:1', '/', { window: '1s' }),
  },
  campaigns: {
    edu: {
      offers: [
        ...['plain', 'wi-only', 'asking', 'paused', 'closed', 'capped', 'rejecting', 'duplicating', 'later'],
        'unreached',
      ].map((offer) => ({ offer, payout: 20 })),
    },
    other: {},
  },
});

let world: Contract;
const post = (path: string, body: unknown, sent?: Sent): Promise<Answered> =>
  world.api.post(path, body, sent);
const own = { svc_campaign_id: campaign };
const search = (over: object = {}, sent?: Sent) => post(PATHS.search, searchBody({ ...own, ...over }), sent);
const direct = (offer: string, over: object = {}, sent?: Sent) =>
  post(PATHS.leads, directBody({ ...own, svc_offer_id: idOf('offer', offer), ...over }), sent);
/** A second lead of the same person. */
async function twice(offer: string): Promise<Answered> {
  const lead = newPerson();
  await direct(offer, { lead });
  return direct(offer, { lead });
}
async function ofResult(over: object): Promise<Answered> {
  const { body } = await search();
  return post(PATHS.leads, resultBody(body.svc_lead_id, 'none', { ...own, ...over }));
}
/** While the app meets this whenever it looks at campaigns. */
async function meeting(error: Error, call: () => Promise<Answered>): Promise<Answered> {
  const catalogue = world.api.platform.catalogue.current();
  world.api.setCatalogue({
    ...catalogue,
    get campaigns(): never {
      throw error;
    },
  });
  try {
    return await call();
  } finally {
    world.api.setCatalogue(catalogue);
  }
}
async function limited(): Promise<Answered> {
  const key = await world.api.issueKey({ limits: { search: { per_minute: 1, burst: 1 } } });
  await search({}, { key });
  return search({}, { key });
}

interface Row extends ExpectedAnswer {
  readonly when: string;
  readonly call: () => Promise<Answered>;
}

/** What a call can be answered with: the codes of decisions §1 and every row of the specification's table of errors. */
const ROWS: readonly Row[] = [
  { when: 'search', http: 200, code: 'OK', call: () => search() },
  {
    when: 'results',
    http: 200,
    code: 'OK',
    call: async () => world.api.get(`${PATHS.results}/${(await search()).body.svc_lead_id}`),
  },
  {
    when: 'dupe-check',
    http: 200,
    code: 'OK',
    status: 'accepted',
    call: () => post(PATHS.dupeCheck, { zip: '53703' }),
  },
  {
    when: 'lead accepted',
    http: 200,
    code: 'ACCEPTED',
    reason: 'Lead accepted',
    call: () => direct('plain'),
  },
  { when: 'the buyer says later', http: 200, code: 'PENDING', call: () => direct('later') },
  {
    when: "outside the buyer's hours",
    http: 200,
    code: 'PENDING',
    status: 'saved',
    call: () => direct('closed'),
  },
  {
    when: 'test lead',
    http: 200,
    code: 'TEST_LEAD_HELD',
    call: () => direct('plain', { svc_is_test_lead: true }),
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
    call: () => direct('duplicating'),
  },
  { when: 'not eligible', http: 200, code: 'NOT_ELIGIBLE', source: 'service', call: () => direct('wi-only') },
  {
    when: 'cap reached',
    http: 200,
    code: 'CAP_REACHED',
    source: 'service',
    call: async () => {
      await direct('capped');
      return direct('capped');
    },
  },
  {
    when: 'the school refuses',
    http: 200,
    code: 'BUYER_REJECTED',
    reason: 'Outside our area - Client',
    source: 'buyer',
    call: () => direct('rejecting'),
  },
  {
    when: 'offer paused',
    http: 200,
    code: 'OFFER_UNAVAILABLE',
    reason: 'Offer is not active',
    source: 'service',
    call: () => direct('paused'),
  },
  {
    when: 'answer missing',
    http: 200,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'visit',
    source: 'service',
    call: () => direct('asking'),
  },
  {
    when: 'required lead field missing',
    http: 200,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'lead.address.city',
    source: 'service',
    call: () => direct('asking', { visit: 'Yes' }),
  },
  {
    when: 'answer invalid',
    http: 200,
    code: 'INVALID_FIELD',
    field: 'visit',
    source: 'service',
    call: () => direct('asking', { visit: 5 }),
  },
  {
    when: 'consent not given',
    http: 200,
    code: 'INVALID_FIELD',
    reason: 'Consent was not given',
    field: 'tcpa_consent',
    source: 'service',
    call: () => direct('plain', { tcpa_consent: false }),
  },
  {
    when: 'the buyer was never reached',
    http: 200,
    code: 'DELIVERY_FAILED',
    source: 'service',
    call: async () => {
      const { body } = await direct('unreached', {}, { headers: { 'X-Request-Id': 'never-reached' } });
      const read = () => world.api.get(`${PATHS.leads}/${body.svc_lead_id}`);
      await until(async () => (await read()).body.code !== 'PENDING', 'the lead is given up', 10_000);
      return read();
    },
  },
  {
    when: 'field missing',
    http: 400,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'lead',
    call: () => search({ lead: null }),
  },
  {
    when: 'field invalid',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'lead.personal.email',
    call: () => search({ lead: { personal: { email: 'x' } } }),
  },
  {
    when: 'campaign not the client’s',
    http: 400,
    code: 'NOT_FOUND',
    field: 'svc_campaign_id',
    reason: 'Campaign not found or not active',
    call: () => search({ svc_campaign_id: UNKNOWN }),
  },
  {
    when: 'no usable lead field',
    http: 400,
    code: 'MALFORMED_REQUEST',
    call: () => post(PATHS.dupeCheck, { zip: 'x' }),
  },
  {
    when: 'offer_id not a UUID',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'offer_id',
    call: () => post(PATHS.dupeCheck, { offer_id: 'x', zip: '53703' }),
  },
  { when: 'not JSON', http: 400, code: 'MALFORMED_REQUEST', call: () => post(PATHS.search, '{') },
  {
    when: 'no key',
    http: 401,
    code: 'AUTH_REQUIRED',
    reason: 'Missing API key',
    call: () => search({}, { key: null }),
  },
  {
    when: 'unknown key',
    http: 401,
    code: 'AUTH_INVALID',
    reason: 'Invalid API key',
    call: () => search({}, { key: `svc_live_${'a'.repeat(38)}` }),
  },
  {
    when: 'affiliate not the key’s',
    http: 403,
    code: 'FORBIDDEN',
    reason: 'Not permitted',
    field: 'svc_affiliate_id',
    call: () => search({ svc_affiliate_id: UNKNOWN }),
  },
  {
    when: 'key without the operation',
    http: 403,
    code: 'FORBIDDEN',
    reason: 'Not permitted',
    call: async () => search({}, { key: await world.api.issueKey({ operations: ['results'] }) }),
  },
  {
    when: 'lead already submitted',
    http: 403,
    code: 'FORBIDDEN',
    reason: 'Lead already submitted',
    field: 'svc_lead_id',
    call: async () => direct('plain', { svc_lead_id: (await direct('plain')).body.svc_lead_id }),
  },
  {
    when: 'result of another campaign',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_campaign_id',
    error: 'result_campaign_mismatch',
    call: async () => {
      const { body } = await search();
      const svc_result_id = String(body.offers[0]?.['svc_result_id']);
      return post(
        PATHS.leads,
        resultBody(body.svc_lead_id, svc_result_id, { svc_campaign_id: idOf('campaign', 'other') }),
      );
    },
  },
  {
    when: 'unknown result',
    http: 404,
    code: 'NOT_FOUND',
    field: 'svc_result_id',
    error: 'search_result_not_found',
    call: () => ofResult({}),
  },
  {
    when: 'unknown search',
    http: 404,
    code: 'NOT_FOUND',
    field: 'svc_lead_id',
    call: () => world.api.get(`${PATHS.results}/${UNKNOWN}`),
  },
  { when: 'unknown path', http: 404, code: 'NOT_FOUND', call: () => world.api.get('/api/v2/engine/search') },
  { when: 'wrong method', http: 405, code: 'MALFORMED_REQUEST', call: () => world.api.get(PATHS.dupeCheck) },
  {
    when: 'search_lead_id missing',
    http: 409,
    code: 'MALFORMED_REQUEST',
    field: 'search_lead_id',
    call: () => ofResult({ search_lead_id: null }),
  },
  {
    when: 'body over 16 KB',
    http: 413,
    code: 'MALFORMED_REQUEST',
    call: () => post(PATHS.dupeCheck, { zip: '53703', pad: 'x'.repeat(16_384) }),
  },
  { when: 'over the rate limit', http: 429, code: 'RATE_LIMITED', call: limited },
  {
    when: 'an error of ours',
    http: 500,
    code: 'INTERNAL_ERROR',
    reason: 'Internal error',
    call: () => meeting(new Error('the secret cause'), () => search()),
  },
  {
    when: 'a service away',
    http: 503,
    code: 'UNAVAILABLE',
    reason: 'Service unavailable',
    call: () => meeting(new OutageError('MongoDB', new Error('the secret cause')), () => search()),
  },
];

describe('contract: envelope', function () {
  this.timeout(20_000);
  before(async () => {
    world = await startContract(file);
    world.buyer.says('/rejects', { result: 'rejected', reason: 'Outside our area.' });
    world.buyer.says('/duplicate', { result: 'duplicate', reason: 'Known to us' });
    world.buyer.says('/later', { result: 'pending' });
  });
  after(() => world.close());

  it('every code has a row', () => {
    expect(CODES.filter((code) => !ROWS.some((row) => row.code === code))).to.deep.equal([]);
  });

  for (const { when, call, ...expected } of ROWS)
    it(`${when}: ${expected.http} ${expected.code}`, async () => {
      const answer = await call();
      expectAnswer(answer, expected);
      expect(answer.text).to.not.contain('secret cause');
      if ('accepted' in answer.body) {
        expect(answer.body).to.include({
          accepted: expected.code === 'ACCEPTED',
          payout: expected.code === 'ACCEPTED' ? 20 : 0,
        });
        expect(answer.body['disposition']).to.be.an('object');
      }
    });

  it('a submit that takes longer than the wait is answered 202 PENDING, and decided later', async () => {
    const release = world.buyer.hold();
    const { settings } = world.api.platform;
    const waited = settings.submitWaitMs;
    Object.assign(settings, { submitWaitMs: 300 });
    try {
      const answer = await direct('plain');
      expectAnswer(answer, { http: 202, code: 'PENDING' });
      release();
      const read = () => world.api.get(`${PATHS.leads}/${answer.body.svc_lead_id}`);
      await until(async () => (await read()).body.code === 'ACCEPTED', 'the lead is accepted');
    } finally {
      release();
      Object.assign(settings, { submitWaitMs: waited });
    }
  });

  it('a fit X-Request-Id is kept, any other replaced, on successes and errors', async () => {
    const idOfAnswer = async (sent: string, path: string): Promise<string> => {
      const answer = await world.api.get(path, { headers: { 'X-Request-Id': sent } });
      expect(answer.headers['x-request-id']).to.equal(answer.body.request_id);
      return answer.body.request_id;
    };
    const { svc_lead_id } = (await search()).body;
    for (const path of [`${PATHS.results}/${svc_lead_id}`, '/nothing']) {
      for (const fit of ['abc.DEF_12-3', '12345678', 'a'.repeat(128)])
        expect(await idOfAnswer(fit, path)).to.equal(fit);
      for (const unfit of ['1234567', 'a'.repeat(129), 'has space in it', 'has%escape', 'ümlaut-id'])
        expect(await idOfAnswer(unfit, path)).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it('sends no header that tells what it is made of, none for browsers, and nothing that may be cached', async () => {
    const { headers } = await search({}, { headers: { Origin: 'https://example.com' } });
    expect(headers).to.not.have.any.keys('x-powered-by', 'etag', 'access-control-allow-origin');
    expect(headers['cache-control']).to.equal('no-store');
  });
});
