import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { mintKey } from '../../src/core/keys/api-key.js';
import type { Operation } from '../../src/core/limits/limits.js';
import { directBody, PATHS, searchBody, startApi, type Answered, type TestApi } from '../support/api.js';
import { IDS, testCatalogue } from '../support/catalogue.js';
import { countLookUps } from '../support/key-look-ups.js';
import { rawCall } from '../support/raw-call.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-00000000ffff';
/** What a valid key gets at the address that these tests call: the search does not exist. */
const IN = 'NOT_FOUND';
const REASONS: Readonly<Record<string, string>> = {
  AUTH_REQUIRED: 'Missing API key',
  AUTH_INVALID: 'Invalid API key',
  [IN]: 'Not found',
};

/** `KEY` and `OTHER` stand for valid keys. */
const HEADERS: readonly (readonly [what: string, headers: readonly string[], code: string])[] = [
  ['no header', [], 'AUTH_REQUIRED'],
  ['Bearer', ['Authorization: Bearer KEY'], IN],
  ['the scheme in lower case', ['Authorization: bearer KEY'], IN],
  ['the scheme in any case', ['Authorization: bEaReR KEY'], IN],
  ['blanks around the key', ['Authorization:   Bearer    KEY  '], IN],
  ['a tab before the key', ['Authorization: Bearer\tKEY'], IN],
  ['the header in any case', ['AUTHORIZATION: Bearer KEY'], IN],
  ['X-API-Key', ['X-API-Key: KEY'], IN],
  ['X-API-Key in any case, with blanks', ['x-api-key:  KEY '], IN],
  ['both: Bearer wins when it is wrong', ['Authorization: Bearer wrong', 'X-API-Key: KEY'], 'AUTH_INVALID'],
  ['both: Bearer wins when it is right', ['Authorization: Bearer KEY', 'X-API-Key: wrong'], IN],
  ['both: the order does not matter', ['X-API-Key: KEY', 'Authorization: Bearer wrong'], 'AUTH_INVALID'],
  ['both valid', ['Authorization: Bearer OTHER', 'X-API-Key: KEY'], IN],
  ['an empty Authorization counts as not sent', ['Authorization:', 'X-API-Key: KEY'], IN],
  ['another scheme counts as not sent', ['Authorization: Basic KEY', 'X-API-Key: KEY'], IN],
  ['a key without a scheme counts as not sent', ['Authorization: KEY', 'X-API-Key: KEY'], IN],
  ['an empty Authorization alone', ['Authorization:'], 'AUTH_REQUIRED'],
  ['another scheme alone', ['Authorization: Basic KEY'], 'AUTH_REQUIRED'],
  ['a key without a scheme alone', ['Authorization: KEY'], 'AUTH_REQUIRED'],
  ['Bearer without a key', ['Authorization: Bearer '], 'AUTH_REQUIRED'],
  ['Bearer without a key, beside X-API-Key', ['Authorization: Bearer', 'X-API-Key: KEY'], IN],
  ['a scheme that begins like it', ['Authorization: BearerX KEY'], 'AUTH_REQUIRED'],
  ['an empty X-API-Key', ['X-API-Key:'], 'AUTH_REQUIRED'],
  ['a scheme in X-API-Key', ['X-API-Key: Bearer KEY'], 'AUTH_INVALID'],
  ['two words after Bearer', ['Authorization: Bearer KEY KEY'], 'AUTH_INVALID'],
  ['a cookie', ['Cookie: api_key=KEY'], 'AUTH_REQUIRED'],
];

const MISTYPED: readonly (readonly [what: string, change: (key: string) => string])[] = [
  ['one character more', (key) => `${key}x`],
  ['one character less', (key) => key.slice(0, -1)],
  ['another first random character', (key) => key.slice(0, 9) + other(key[9]) + key.slice(10)],
  ['another last character', (key) => key.slice(0, -1) + other(key.at(-1))],
  ['two neighbours swapped', swapped],
  ['another case', (key) => key.toUpperCase()],
  ['live instead of test and back', (key) => key.replace('svc_live_', 'svc_test_')],
  ['no prefix', (key) => key.slice(9)],
  ['another prefix', (key) => key.replace('svc_', 'sk_')],
  ['something else altogether', () => 'password'],
  ['ten thousand characters', (key) => key.repeat(225)],
];

describe('contract: authentication', () => {
  let api: TestApi;
  let second: string;
  before(async () => {
    api = await startApi({ wrongKeysPerMinute: 100_000, wrongKeysBurst: 100_000, refreshMs: 100 });
    second = await api.issueKey();
  });
  after(() => api.close());
  afterEach(() => {
    api.setCatalogue(testCatalogue());
  });

  const get = (key: string | null): Promise<Answered> => api.get(`${PATHS.results}/${UNKNOWN_ID}`, { key });

  for (const [what, lines, code] of HEADERS)
    it(`${what} → ${code}`, async () => {
      const headers = lines.map((line) => line.replaceAll('KEY', api.key).replaceAll('OTHER', second));
      const {
        status,
        body,
        headers: told,
      } = await rawCall(api.url, [`GET ${PATHS.results}/${UNKNOWN_ID} HTTP/1.1`, ...headers]);
      expect([status, body.code, body.status, body.reason]).to.deep.equal([
        code === IN ? 404 : 401,
        code,
        'invalid',
        REASONS[code],
      ]);
      expect(body).to.include({ success: false, retryable: false });
      if (status === 401) expect(told['www-authenticate']).to.match(/^Bearer/);
    });

  for (const [what, path] of [
    ['the query', `${PATHS.results}/${UNKNOWN_ID}?api_key=KEY&access_token=KEY`],
    ['the user part of an absolute address', `http://KEY@leadkeep${PATHS.results}/${UNKNOWN_ID}`],
  ] as const)
    it(`a key in ${what} is not read`, async () => {
      const { body } = await rawCall(api.url, [`GET ${path.replaceAll('KEY', api.key)} HTTP/1.1`]);
      expect(body.code).to.equal('AUTH_REQUIRED');
    });

  for (const [what, change] of MISTYPED)
    it(`mistyped: ${what} → AUTH_INVALID, without a look-up`, async () => {
      const { lookUps, result } = await countLookUps(api.platform.connection, () => get(change(api.key)));
      expect([result.status, result.body.code]).to.deep.equal([401, 'AUTH_INVALID']);
      expect(lookUps).to.equal(0);
    });

  it('unknown, of the right form → AUTH_INVALID, with one look-up', async () => {
    const key = mintKey(false, randomBytes);
    const { lookUps, result } = await countLookUps(api.platform.connection, () => get(key));
    expect([result.status, result.body.code]).to.deep.equal([401, 'AUTH_INVALID']);
    expect(lookUps).to.equal(1);
  });

  it('expired before it was ever used → AUTH_INVALID', async () => {
    const key = await api.issueKey({ expires_at: new Date(Date.now() - 1_000) });
    expect((await get(key)).body.code).to.equal('AUTH_INVALID');
  });

  it('revoked before it was ever used → AUTH_INVALID', async () => {
    const key = await api.issueKey();
    await api.revokeKey(key);
    expect((await get(key)).body.code).to.equal('AUTH_INVALID');
  });

  for (const status of ['disabled', 'retired'] as const)
    it(`the keys of an affiliate that is ${status} → AUTH_INVALID, on every operation`, async () => {
      api.setCatalogue(testCatalogue({ affiliate: { status } }));
      for (const path of [PATHS.search, PATHS.leads, PATHS.dupeCheck])
        expect((await api.post(path, {})).body.code).to.equal('AUTH_INVALID');
      expect((await get(api.key)).body.code).to.equal('AUTH_INVALID');
      api.setCatalogue(testCatalogue());
      expect((await get(api.key)).body.code).to.equal(IN);
    });

  const CALLS: readonly (readonly [operation: Operation, call: (key: string) => Promise<Answered>])[] = [
    ['search', (key) => api.post(PATHS.search, {}, { key })],
    ['results', (key) => api.get(`${PATHS.results}/${UNKNOWN_ID}`, { key })],
    ['results', (key) => api.get(`${PATHS.leads}/${UNKNOWN_ID}`, { key })],
    ['submit', (key) => api.post(PATHS.leads, {}, { key })],
    ['dupe_check', (key) => api.post(PATHS.dupeCheck, {}, { key })],
  ];
  for (const [index, [operation]] of CALLS.entries())
    it(`a key with ${operation} alone opens that alone (call ${index + 1})`, async () => {
      const key = await api.issueKey({ operations: [operation] });
      for (const [other, call] of CALLS) {
        const { status, body } = await call(key);
        if (other === operation) expect([400, 404]).to.include(status);
        else expect([status, body.code, body.reason]).to.deep.equal([403, 'FORBIDDEN', 'Not permitted']);
      }
    });

  it('a key without operations opens nothing', async () => {
    const key = await api.issueKey({ operations: [] });
    for (const [, call] of CALLS) expect((await call(key)).status).to.equal(403);
  });

  it('the affiliate id must be the key’s; it is only checked, and chooses nothing', async () => {
    for (const [path, body] of [
      [PATHS.search, searchBody({ svc_affiliate_id: UNKNOWN_ID })],
      [PATHS.leads, directBody({ svc_affiliate_id: UNKNOWN_ID })],
    ] as const) {
      const { status, body: answer } = await api.post(path, body);
      expect([status, answer.code, answer.field]).to.deep.equal([403, 'FORBIDDEN', 'svc_affiliate_id']);
    }
  });

  for (const svc_is_test_lead of [undefined, true, false])
    it(`a test key makes every search and submit a test, svc_is_test_lead ${String(svc_is_test_lead)}`, async () => {
      const key = await api.issueKey({ is_test: true });
      expect(key).to.match(/^svc_test_/);
      const search = await api.post(PATHS.search, searchBody({ svc_is_test_lead }), { key });
      expect(await api.platform.searches.read(search.body.svc_lead_id)).to.include({ is_test: true });
      const lead = await api.post(PATHS.leads, directBody({ svc_is_test_lead }), { key });
      expect(await api.platform.leads.read(lead.body.svc_lead_id)).to.include({
        is_test: true,
        affiliate_id: IDS.affiliate,
      });
    });

  it('only the hash and the first 20 characters of a key are stored', async () => {
    const key = await api.issueKey();
    expect(key).to.match(/^svc_live_[0-9A-Za-z]{38}$/);
    const stored = await api.connection.collection('api_keys').find().toArray();
    const text = JSON.stringify(stored);
    expect(text).to.contain(key.slice(0, 20)).and.not.contain(key.slice(0, 21));
  });
});

const other = (character: string | undefined): string => (character === 'a' ? 'b' : 'a');

/** The first two different neighbours of the random part change places. */
function swapped(key: string): string {
  const at = Array.from(key).findIndex((character, index) => index >= 9 && character !== key[index + 1]);
  return key.slice(0, at) + (key[at + 1] ?? '') + (key[at] ?? '') + key.slice(at + 2);
}
