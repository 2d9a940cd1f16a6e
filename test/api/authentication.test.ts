import { expect } from 'chai';
import { IDS, testCatalogue } from '../support/catalogue.js';
import { PATHS, searchBody, startApi, type TestApi } from '../support/api.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

describe('api: authentication', () => {
  let api: TestApi;
  let other: string;
  before(async () => {
    api = await startApi({ wrongKeysPerMinute: 100_000, wrongKeysBurst: 100_000, refreshMs: 100 });
    other = await api.issueKey();
  });
  after(() => api.close());

  /** `KEY` and `OTHER` stand for valid keys. */
  const HEADERS: readonly (readonly [what: string, headers: Record<string, string>, code: string])[] = [
    ['no header', {}, 'AUTH_REQUIRED'],
    ['Bearer', { Authorization: 'Bearer KEY' }, 'NOT_FOUND'],
    ['any case of the scheme', { Authorization: 'bEARER KEY' }, 'NOT_FOUND'],
    ['X-API-Key', { 'X-API-Key': 'KEY' }, 'NOT_FOUND'],
    ['both: Bearer wins', { Authorization: 'Bearer wrong', 'X-API-Key': 'KEY' }, 'AUTH_INVALID'],
    ['both valid', { Authorization: 'Bearer OTHER', 'X-API-Key': 'KEY' }, 'NOT_FOUND'],
    ['an empty Authorization is not sent', { Authorization: '', 'X-API-Key': 'KEY' }, 'NOT_FOUND'],
    ['another scheme is not sent', { Authorization: 'Basic KEY', 'X-API-Key': 'KEY' }, 'NOT_FOUND'],
    ['another scheme alone', { Authorization: 'Basic KEY' }, 'AUTH_REQUIRED'],
    ['Bearer without a key', { Authorization: 'Bearer ' }, 'AUTH_REQUIRED'],
    ['a mistyped key', { Authorization: 'Bearer KEYx' }, 'AUTH_INVALID'],
    ['an empty X-API-Key', { 'X-API-Key': '' }, 'AUTH_REQUIRED'],
  ];
  for (const [what, headers, code] of HEADERS)
    it(`${what} → ${code}`, async () => {
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        value.replace('KEY', api.key).replace('OTHER', other),
      ]);
      const { status, body } = await api.get(`${PATHS.results}/${UNKNOWN}`, {
        key: null,
        headers: Object.fromEntries(sent),
      });
      expect(body.code).to.equal(code);
      expect(status).to.equal(code === 'NOT_FOUND' ? 404 : 401);
      expect(body.reason).to.equal(
        { AUTH_REQUIRED: 'Missing API key', AUTH_INVALID: 'Invalid API key' }[code] ?? 'Not found',
      );
    });

  it('does not read a key from the URL', async () => {
    const { body } = await api.get(`${PATHS.results}/${UNKNOWN}?api_key=${api.key}`, { key: null });
    expect(body.code).to.equal('AUTH_REQUIRED');
  });

  it('refuses unknown, expired and revoked keys', async () => {
    const codeOf = async (key: string): Promise<string> =>
      (await api.get(`${PATHS.results}/${UNKNOWN}`, { key })).body.code;
    expect(await codeOf(await api.issueKey({ expires_at: new Date(Date.now() - 1_000) }))).to.equal(
      'AUTH_INVALID',
    );
    expect(await codeOf(`svc_live_${'a'.repeat(38)}`)).to.equal('AUTH_INVALID');
    const revoked = await api.issueKey();
    await api.revokeKey(revoked);
    expect(await codeOf(revoked)).to.equal('AUTH_INVALID');
  });

  it('refuses the keys of an affiliate that is disabled', async () => {
    api.setCatalogue(testCatalogue({ affiliate: { status: 'disabled' } }));
    expect((await api.post(PATHS.search, searchBody())).body.code).to.equal('AUTH_INVALID');
    api.setCatalogue(testCatalogue());
    expect((await api.post(PATHS.search, searchBody())).status).to.equal(200);
  });

  it('refuses an operation that the key does not have', async () => {
    const key = await api.issueKey({ operations: ['results'] });
    for (const path of [PATHS.search, PATHS.leads, PATHS.dupeCheck]) {
      const { status, body } = await api.post(path, {}, { key });
      expect([status, body.code, body.reason]).to.deep.equal([403, 'FORBIDDEN', 'Not permitted']);
    }
    expect((await api.get(`${PATHS.leads}/${UNKNOWN}`, { key })).status).to.equal(404);
  });

  it('answers 404 where the pre-check is switched off for the affiliate', async () => {
    api.setCatalogue(testCatalogue({ affiliate: { dupe_check: false } }));
    const { status, body } = await api.post(PATHS.dupeCheck, { email: 'a@example.com' });
    expect([status, body.code]).to.deep.equal([404, 'NOT_FOUND']);
    api.setCatalogue(testCatalogue());
  });

  it('makes every search of a test key a test', async () => {
    const key = await api.issueKey({ is_test: true });
    const { body } = await api.post(PATHS.search, searchBody({ svc_is_test_lead: false }), { key });
    const search = await api.platform.searches.read(body.svc_lead_id);
    expect(search).to.include({ is_test: true, affiliate_id: IDS.affiliate });
  });
});
