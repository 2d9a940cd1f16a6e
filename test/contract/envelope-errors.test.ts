import { expect } from 'chai';
import { OutageError } from '../../src/app/outage.js';
import { PATHS, resultBody, type Answered } from '../support/api.js';
import { idOf, startContract, type Contract } from '../support/contract.js';
import { CODES, expectAnswer, type ExpectedAnswer } from '../support/envelope.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

let world: Contract;

async function ofResult(over: object): Promise<Answered> {
  const { svc_lead_id } = (await world.search('edu')).body;
  const own = { svc_campaign_id: idOf('campaign', 'edu') };
  return world.api.post(PATHS.leads, resultBody(svc_lead_id, 'none', { ...own, ...over }));
}

/** While the app meets this whenever it looks at campaigns. */
async function meeting(error: Error): Promise<Answered> {
  const catalogue = world.api.platform.catalogue.current();
  world.api.setCatalogue({
    ...catalogue,
    get campaigns(): never {
      throw error;
    },
  });
  try {
    return await world.search('edu');
  } finally {
    world.api.setCatalogue(catalogue);
  }
}
async function limited(): Promise<Answered> {
  const key = await world.api.issueKey({ limits: { search: { per_minute: 1, burst: 1 } } });
  await world.search('edu', {}, { key });
  return world.search('edu', {}, { key });
}

interface Row extends ExpectedAnswer {
  readonly when: string;
  readonly call: () => Promise<Answered>;
}

/** Every row of docs/contract.md#order-of-the-checks and docs/contract.md#authentication. */
const ROWS: readonly Row[] = [
  {
    when: 'field missing',
    http: 400,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'lead',
    call: () => world.search('edu', { lead: null }),
  },
  {
    when: 'field invalid',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'lead.personal.email',
    call: () => world.search('edu', { lead: { personal: { email: 'x' } } }),
  },
  {
    when: 'campaign not the client’s',
    http: 400,
    code: 'NOT_FOUND',
    field: 'svc_campaign_id',
    reason: 'Campaign not found or not active',
    call: () => world.search('edu', { svc_campaign_id: UNKNOWN }),
  },
  {
    when: 'no usable lead field',
    http: 400,
    code: 'MALFORMED_REQUEST',
    call: () => world.api.post(PATHS.dupeCheck, { zip: 'x' }),
  },
  {
    when: 'offer_id not a UUID',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'offer_id',
    call: () => world.api.post(PATHS.dupeCheck, { offer_id: 'x', zip: '53703' }),
  },
  { when: 'not JSON', http: 400, code: 'MALFORMED_REQUEST', call: () => world.api.post(PATHS.search, '[') },
  {
    when: 'no key',
    http: 401,
    code: 'AUTH_REQUIRED',
    reason: 'Missing API key',
    call: () => world.search('edu', {}, { key: null }),
  },
  {
    when: 'unknown key',
    http: 401,
    code: 'AUTH_INVALID',
    reason: 'Invalid API key',
    call: () => world.search('edu', {}, { key: `svc_live_${'a'.repeat(38)}` }),
  },
  {
    when: 'affiliate not the key’s',
    http: 403,
    code: 'FORBIDDEN',
    reason: 'Not permitted',
    field: 'svc_affiliate_id',
    call: () => world.search('edu', { svc_affiliate_id: UNKNOWN }),
  },
  {
    when: 'key without the operation',
    http: 403,
    code: 'FORBIDDEN',
    reason: 'Not permitted',
    call: async () => world.search('edu', {}, { key: await world.api.issueKey({ operations: ['results'] }) }),
  },
  {
    when: 'lead already submitted',
    http: 403,
    code: 'FORBIDDEN',
    reason: 'Lead already submitted',
    field: 'svc_lead_id',
    call: async () =>
      world.direct('edu', 'plain', { svc_lead_id: (await world.direct('edu', 'plain')).body.svc_lead_id }),
  },
  {
    when: 'result of another campaign',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_campaign_id',
    error: 'result_campaign_mismatch',
    call: async () => {
      const { body } = await world.search('edu');
      const svc_result_id = String(body.offers[0]?.['svc_result_id']);
      return world.api.post(
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
    call: () => world.results(UNKNOWN),
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
    call: () => world.api.post(PATHS.dupeCheck, { zip: '53703', pad: 'x'.repeat(16_384) }),
  },
  { when: 'over the rate limit', http: 429, code: 'RATE_LIMITED', call: limited },
  {
    when: 'an error of ours',
    http: 500,
    code: 'INTERNAL_ERROR',
    reason: 'Internal error',
    call: () => meeting(new Error('the secret cause')),
  },
  {
    when: 'a service away',
    http: 503,
    code: 'UNAVAILABLE',
    reason: 'Service unavailable',
    call: () => meeting(new OutageError('MongoDB', new Error('the secret cause'))),
  },
];

describe('contract: envelope of errors', () => {
  before(async () => {
    world = await startContract(() => ({
      offers: { plain: {} },
      campaigns: { edu: { offers: [{ offer: 'plain', payout: 20 }] }, other: {} },
    }));
  });
  after(() => world.close());

  it('every code that is no decision has a row', () => {
    expect(ROWS.map(({ code }) => code)).to.include.members(CODES.errors);
  });

  for (const { when, call, ...expected } of ROWS)
    it(`${when}: ${expected.http} ${expected.code}`, async () => {
      const answer = await call();
      expectAnswer(answer, expected);
      expect(answer.text).to.not.contain('secret cause');
      expect(answer.body).to.not.have.any.keys('svc_lead_id', 'offers', 'accepted', 'payout', 'stack');
    });

  it('a fit X-Request-Id is kept, any other replaced, on successes and errors', async () => {
    const idOfAnswer = async (sent: string, path: string): Promise<string> => {
      const answer = await world.api.get(path, { headers: { 'X-Request-Id': sent } });
      expect(answer.headers['x-request-id']).to.equal(answer.body.request_id);
      return answer.body.request_id;
    };
    const { svc_lead_id } = (await world.search('edu')).body;
    for (const path of [`${PATHS.results}/${svc_lead_id}`, '/nothing']) {
      for (const fit of ['abc.DEF_12-3', '12345678', 'a'.repeat(128)])
        expect(await idOfAnswer(fit, path)).to.equal(fit);
      for (const unfit of ['1234567', 'a'.repeat(129), 'has space in it', 'has%escape', 'ümlaut-id'])
        expect(await idOfAnswer(unfit, path)).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it('sends no header that tells what it is made of, none for browsers, and nothing that may be cached', async () => {
    const { headers } = await world.search('edu', {}, { headers: { Origin: 'https://example.com' } });
    expect(headers).to.not.have.any.keys('x-powered-by', 'etag', 'access-control-allow-origin');
    expect(headers['cache-control']).to.equal('no-store');
  });
});
