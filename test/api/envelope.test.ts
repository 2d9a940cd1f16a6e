import { expect } from 'chai';
import { directBody, PATHS, searchBody, startApi, type Answered, type TestApi } from '../support/api.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

interface Case {
  readonly what: string;
  readonly call: (api: TestApi) => Promise<Answered>;
  readonly http: number;
  readonly code: string;
  readonly field?: string;
}

/** Each request has the fault that is named and another one that comes later in the order of the checks. */
const ORDER: readonly Case[] = [
  {
    what: 'an unknown path comes before a missing key',
    call: (api) => api.call('post', '/api/v1/engine/nothing', { key: null }),
    http: 404,
    code: 'NOT_FOUND',
  },
  {
    what: 'a broken escape is an unknown path',
    call: (api) => api.get(`${PATHS.results}/%zz`, { key: null }),
    http: 404,
    code: 'NOT_FOUND',
  },
  {
    what: 'paths are exact',
    call: (api) => api.post(`${PATHS.search}/`, searchBody()),
    http: 404,
    code: 'NOT_FOUND',
  },
  {
    what: 'a missing key comes before the method',
    call: (api) => api.call('delete', PATHS.search, { key: null }),
    http: 401,
    code: 'AUTH_REQUIRED',
  },
  {
    what: 'the method comes before the body',
    call: (api) => api.call('put', PATHS.search, { body: '{' }),
    http: 405,
    code: 'MALFORMED_REQUEST',
  },
  {
    what: 'the form comes before the fields',
    call: (api) => api.post(PATHS.search, '{}', { headers: { 'Content-Type': 'text/plain' } }),
    http: 400,
    code: 'MALFORMED_REQUEST',
  },
  {
    what: 'the fields come before ownership',
    call: (api) => api.post(PATHS.search, searchBody({ svc_affiliate_id: UNKNOWN, tracking: {} })),
    http: 400,
    code: 'REQUIRED_FIELD_MISSING',
    field: 'tracking.ip_address',
  },
  {
    what: 'the affiliate comes before the campaign',
    call: (api) =>
      api.post(PATHS.search, searchBody({ svc_affiliate_id: UNKNOWN, svc_campaign_id: UNKNOWN })),
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_affiliate_id',
  },
  {
    what: 'the campaign comes before the offer',
    call: (api) => api.post(PATHS.leads, directBody({ svc_campaign_id: UNKNOWN, svc_offer_id: UNKNOWN })),
    http: 403,
    code: 'FORBIDDEN',
    field: 'svc_campaign_id',
  },
  {
    what: 'an id in the path that is no UUID is not found',
    call: (api) => api.get(`${PATHS.results}/1`),
    http: 404,
    code: 'NOT_FOUND',
    field: 'svc_lead_id',
  },
];

describe('api: envelope and order of the checks', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  for (const { what, call, http, code, field } of ORDER)
    it(what, async () => {
      const { status, body, headers } = await call(api);
      expect({ status, code: body.code, field: body.field }).to.deep.equal({ status: http, code, field });
      expect(body).to.include({ success: false, retryable: false, status: 'invalid' });
      expect(body.reason)
        .to.be.a('string')
        .that.matches(/^[A-Z]/);
      expect(body.message).to.be.a('string');
      expect(body.request_id).to.equal(headers['x-request-id']);
    });

  for (const [path, method] of [
    [PATHS.search, 'POST'],
    [PATHS.leads, 'POST'],
    [PATHS.dupeCheck, 'POST'],
    [`${PATHS.results}/${UNKNOWN}`, 'GET, HEAD'],
    [`${PATHS.leads}/${UNKNOWN}`, 'GET, HEAD'],
  ] as const)
    it(`405 tells the methods of ${path}`, async () => {
      const { status, headers, body } = await api.call('options', path);
      expect(status).to.equal(405);
      expect(headers['allow']).to.equal(method);
      expect(body.message).to.equal(`Use ${method.split(',')[0] ?? ''} on this address.`);
    });

  it('keeps a fit X-Request-Id and replaces any other', async () => {
    const idOf = async (sent: string): Promise<string> =>
      (await api.get('/x', { headers: { 'X-Request-Id': sent } })).body.request_id;
    expect(await idOf('abc.DEF_12-3')).to.equal('abc.DEF_12-3');
    for (const unfit of ['short', 'a'.repeat(129), 'has space in it', 'has%escape'])
      expect(await idOf(unfit)).to.match(/^[0-9a-f-]{36}$/);
  });

  it('sends no header that tells what it is made of, and none for browsers', async () => {
    const { headers } = await api.post(PATHS.search, searchBody(), {
      headers: { Origin: 'https://example.com' },
    });
    expect(headers).to.not.have.any.keys('x-powered-by', 'etag', 'access-control-allow-origin');
    expect(headers['cache-control']).to.equal('no-store');
  });
});
