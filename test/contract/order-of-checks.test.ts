import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  callApi,
  directBody,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type Answered,
  type Sent,
  type TestApi,
} from '../support/api.js';
import { testAffiliate, testCampaign, testCatalogue } from '../support/catalogue.js';
import { expectAnswer, type ExpectedAnswer } from '../support/envelope.js';
import { storedResult, storedSearch } from '../support/stored-search.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
const ONE = { per_minute: 1, burst: 1 };
const TEXT = { 'Content-Type': 'text/plain' };
const LARGE = { zip: '53703', pad: 'x'.repeat(16_384) };
const secondCampaign = randomUUID();
const catalogue = testCatalogue({
  moreCampaigns: [testCampaign({ id: secondCampaign, handle: 'second', affiliate: testAffiliate() })],
});

let api: TestApi;
const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, sent: Sent = {}) =>
  callApi(api.url, method, path, { key: api.key, ...sent });
const post = (path: string, body: unknown, sent: Sent = {}) => call('post', path, { ...sent, body });

/** With a key whose only search was just answered. */
async function exhausted(then: (sent: Sent) => Promise<Answered>): Promise<Answered> {
  const key = await api.issueKey({ limits: { search: ONE, dupe_check: ONE } });
  await post(PATHS.search, {}, { key });
  await post(PATHS.dupeCheck, {}, { key });
  return then({ key });
}
async function withDupeCheckOff(then: () => Promise<Answered>): Promise<Answered> {
  api.setCatalogue(testCatalogue({ affiliate: { dupe_check: false } }));
  return then().finally(() => {
    api.setCatalogue(catalogue);
  });
}
/** A submit of a stored search's result. */
async function result(over: object): Promise<Answered> {
  const search = storedSearch({ results: [storedResult()] });
  await api.storeSearch(search);
  return post(PATHS.leads, resultBody(search.id, search.results[0]?.id ?? '', over));
}

interface Row extends ExpectedAnswer {
  /** The steps of docs/contract.md#order-of-the-checks: the fault that is answered, and one behind it. */
  readonly steps: string;
  readonly what: string;
  readonly call: () => Promise<Answered>;
}

const ROWS: readonly Row[] = [
  {
    steps: '1 before 2',
    what: 'unknown path, no key',
    http: 404,
    code: 'NOT_FOUND',
    call: () => post('/api/v1/engine/nothing', {}, { key: null }),
  },
  {
    steps: '1 before 2',
    what: 'broken escape, no key',
    http: 404,
    code: 'NOT_FOUND',
    call: () => call('get', `${PATHS.results}/%zz`, { key: null }),
  },
  {
    steps: '1 before 5',
    what: 'unknown path, a method nobody has',
    http: 404,
    code: 'NOT_FOUND',
    call: () => call('delete', '/api/v1/engine'),
  },
  {
    steps: '2 before 3',
    what: 'no key, dupe-check switched off',
    http: 401,
    code: 'AUTH_REQUIRED',
    call: () => withDupeCheckOff(() => post(PATHS.dupeCheck, {}, { key: null })),
  },
  {
    steps: '2 before 5',
    what: 'wrong key, wrong method',
    http: 401,
    code: 'AUTH_INVALID',
    call: () => call('put', PATHS.search, { key: 'wrong' }),
  },
  {
    steps: '2 before 6',
    what: 'no key, not JSON',
    http: 401,
    code: 'AUTH_REQUIRED',
    call: () => post(PATHS.search, '{', { key: null }),
  },
  {
    steps: '2 before 8',
    what: 'no key, an id that is no UUID',
    http: 401,
    code: 'AUTH_REQUIRED',
    call: () => call('get', `${PATHS.results}/1`, { key: null }),
  },
  {
    steps: '3 (allowed) before 3 (switched on)',
    what: 'operation not allowed, and switched off',
    http: 403,
    code: 'FORBIDDEN',
    call: () =>
      withDupeCheckOff(async () =>
        post(PATHS.dupeCheck, {}, { key: await api.issueKey({ operations: ['search'] }) }),
      ),
  },
  {
    steps: '3 before 4',
    what: 'dupe-check switched off, over the limit',
    http: 404,
    code: 'NOT_FOUND',
    call: () => exhausted((sent) => withDupeCheckOff(() => post(PATHS.dupeCheck, {}, sent))),
  },
  {
    steps: '3 before 5',
    what: 'operation not allowed, wrong method',
    http: 403,
    code: 'FORBIDDEN',
    call: async () => call('put', PATHS.search, { key: await api.issueKey({ operations: ['results'] }) }),
  },
  {
    steps: '4 before 5',
    what: 'over the limit, wrong method',
    http: 429,
    code: 'RATE_LIMITED',
    call: () => exhausted((sent) => call('put', PATHS.search, sent)),
  },
  {
    steps: '4 before 6',
    what: 'over the limit, not JSON',
    http: 429,
    code: 'RATE_LIMITED',
    call: () => exhausted((sent) => post(PATHS.search, '{', sent)),
  },
  {
    steps: '5 before 6',
    what: 'wrong method, too large',
    http: 405,
    code: 'MALFORMED_REQUEST',
    call: () => call('put', PATHS.dupeCheck, { body: LARGE }),
  },
  {
    steps: '6 (size) before 6 (form)',
    what: 'too large, no JSON',
    http: 413,
    code: 'MALFORMED_REQUEST',
    call: () => post(PATHS.dupeCheck, 'x'.repeat(16_385), { headers: TEXT }),
  },
  {
    steps: '6 before 7',
    what: 'too large, a field at fault',
    http: 413,
    code: 'MALFORMED_REQUEST',
    call: () => post(PATHS.dupeCheck, { ...LARGE, offer_id: 'x' }),
  },
  {
    steps: '6 before 7',
    what: 'another content type, fields missing',
    http: 400,
    code: 'MALFORMED_REQUEST',
    call: () => post(PATHS.search, '{}', { headers: TEXT }),
  },
  {
    steps: '7 before 8',
    what: 'search: last field at fault, affiliate foreign',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'svc_is_test_lead',
    call: () => post(PATHS.search, searchBody({ svc_affiliate_id: UNKNOWN, svc_is_test_lead: 'yes' })),
  },
  {
    steps: '7 before 8',
    what: 'form A: tracking at fault, result unknown',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'tracking.ip_address',
    call: () => post(PATHS.leads, resultBody(UNKNOWN, 'x', { tracking: { ip_address: 'x' } })),
  },
  {
    steps: '7 before 8',
    what: 'form B: lead id no UUID, offer unknown',
    http: 400,
    code: 'INVALID_FIELD',
    field: 'svc_lead_id',
    call: () => post(PATHS.leads, directBody({ svc_offer_id: UNKNOWN, svc_lead_id: 'x' })),
  },
  {
    steps: '7 before 8',
    what: 'dupe-check: nothing usable, offer foreign',
    http: 400,
    code: 'MALFORMED_REQUEST',
    call: () => post(PATHS.dupeCheck, { offer_id: UNKNOWN }),
  },
  {
    steps: '8: affiliate before campaign (search)',
    what: 'both foreign',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_affiliate_id',
    call: () => post(PATHS.search, searchBody({ svc_affiliate_id: UNKNOWN, svc_campaign_id: UNKNOWN })),
  },
  {
    steps: '8: campaign before search id',
    what: 'both unknown',
    http: 400,
    code: 'NOT_FOUND',
    field: 'svc_campaign_id',
    call: () => post(PATHS.search, searchBody({ svc_campaign_id: UNKNOWN, svc_lead_id: UNKNOWN })),
  },
  {
    steps: '8: affiliate before result',
    what: 'both foreign',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_affiliate_id',
    call: () => post(PATHS.leads, resultBody(UNKNOWN, 'x', { svc_affiliate_id: UNKNOWN })),
  },
  {
    steps: '8: result before its campaign',
    what: 'result unknown, campaign unknown',
    http: 404,
    code: 'NOT_FOUND',
    field: 'svc_result_id',
    error: 'search_result_not_found',
    call: () => post(PATHS.leads, resultBody(UNKNOWN, 'x', { svc_campaign_id: UNKNOWN })),
  },
  {
    steps: '8: affiliate before campaign (form B)',
    what: 'both foreign',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_affiliate_id',
    call: () => post(PATHS.leads, directBody({ svc_affiliate_id: UNKNOWN, svc_campaign_id: UNKNOWN })),
  },
  {
    steps: '8: campaign before offer',
    what: 'both unknown',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_campaign_id',
    call: () => post(PATHS.leads, directBody({ svc_campaign_id: UNKNOWN, svc_offer_id: UNKNOWN })),
  },
  {
    steps: '8: offer before lead',
    what: 'both unknown',
    http: 404,
    code: 'NOT_FOUND',
    field: 'svc_offer_id',
    call: () => post(PATHS.leads, directBody({ svc_offer_id: UNKNOWN, svc_lead_id: UNKNOWN })),
  },
  {
    steps: '8 before 9',
    what: 'form A: another campaign, no consent',
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_campaign_id',
    error: 'result_campaign_mismatch',
    call: () => result({ svc_campaign_id: secondCampaign, tcpa_consent: null }),
  },
  {
    steps: '8 before 9',
    what: 'form B: unknown lead, no consent',
    http: 404,
    code: 'NOT_FOUND',
    field: 'svc_lead_id',
    call: () => post(PATHS.leads, directBody({ svc_lead_id: UNKNOWN, tcpa_consent: false })),
  },
];

describe('contract: order of the checks', () => {
  before(async () => {
    api = await startApi({}, catalogue);
  });
  after(() => api.close());

  it('names every step but the last as the one that is answered', () => {
    const answered = new Set(ROWS.map(({ steps }) => steps.charAt(0)));
    expect([...answered].join('')).to.equal('12345678');
  });

  for (const { steps, what, call: make, ...expected } of ROWS)
    it(`${steps}: ${what} → ${expected.http} ${expected.code}`, async () => {
      expectAnswer(await make(), expected);
    });
});
