import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { mintOperatorKey } from '../../src/core/operators/operator-key.js';
import { PERMISSIONS } from '../../src/core/operators/permissions.js';
import { PATHS, startApi } from '../support/api.js';
import { LEADS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { until } from '../support/until.js';

const PATH = `${LEADS}/00000000-0000-4000-8000-00000000ffff`;

describe('operator API: keys', () => {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi({ wrongKeysPerMinute: 100_000, wrongKeysBurst: 100_000 });
  });
  after(() => api.close());
  const codeWith = async (key: string | null, headers: Record<string, string> = {}): Promise<string> =>
    (await api.get(PATH, { key, headers })).body.code;

  it('takes a key as Bearer or X-API-Key', async () => {
    expect(await codeWith(api.key)).to.equal('NOT_FOUND');
    expect(await codeWith(null, { 'X-API-Key': api.key })).to.equal('NOT_FOUND');
    expect(await codeWith(null)).to.equal('AUTH_REQUIRED');
  });

  it('refuses an unknown key, and one that has expired', async () => {
    expect(await codeWith(mintOperatorKey(randomBytes))).to.equal('AUTH_INVALID');
    expect(await codeWith('wrong')).to.equal('AUTH_INVALID');
    const expired = await api.issueKey(PERMISSIONS, { expires_at: new Date(Date.now() - 1) });
    expect(await codeWith(expired)).to.equal('AUTH_INVALID');
  });

  it('refuses a key from the moment on at which it expires', async () => {
    let [key, aheadMs] = ['', 750];
    // As far ahead as it takes this machine to ask in time.
    await until(async () => {
      aheadMs *= 2;
      key = await api.issueKey(PERMISSIONS, { expires_at: new Date(Date.now() + aheadMs) });
      return (await codeWith(key)) === 'NOT_FOUND';
    }, 'it is taken before');
    await until(async () => (await codeWith(key)) === 'AUTH_INVALID', 'it has expired');
  });

  it('takes a new key at once, and refuses a revoked one soon', async () => {
    const key = await api.issueKey(PERMISSIONS);
    expect(await codeWith(key)).to.equal('NOT_FOUND');
    await api.revokeKey(key);
    await until(async () => (await codeWith(key)) === 'AUTH_INVALID', 'it is refused');
  });

  it('an affiliate’s key tells when it was last used, and one that nobody used does not', async () => {
    const web = await startApi();
    try {
      await web.issueKey();
      await web.call('get', `${PATHS.leads}/${PATH.slice(-36)}`);
      const keys = () => web.platform.stores.keys.list();
      await until(async () => (await keys()).some(({ used_at }) => used_at !== undefined), 'it is noted');
      const used = (await keys()).filter(({ used_at }) => used_at !== undefined);
      expect(used.map(({ prefix }) => web.key.startsWith(prefix))).to.deep.equal([true]);
    } finally {
      await web.close();
    }
  });

  it('affiliates’ keys are useless here, and operators’ keys there', async () => {
    const web = await startApi();
    try {
      // A key of either kind in both databases, as if one had been copied.
      const affiliates = await web.connection.collection('api_keys').find({}).toArray();
      await api.connection.collection('operator_keys').insertMany(affiliates);
      const operators = await api.connection.collection('operator_keys').find({ name: 'test' }).toArray();
      await web.connection.collection('api_keys').insertMany(operators);
      expect(await codeWith(web.key)).to.equal('AUTH_INVALID');
      for (const path of [`${PATHS.leads}/${PATH.slice(-36)}`, `${PATHS.results}/${PATH.slice(-36)}`])
        expect((await web.get(path, { key: api.key })).body.code).to.equal('AUTH_INVALID');
      for (const path of [PATHS.search, PATHS.leads, PATHS.dupeCheck])
        expect((await web.post(path, {}, { key: api.key })).body.code, path).to.equal('AUTH_INVALID');
      expect((await web.get(PATH, { key: api.key })).status, 'web has no operator API').to.equal(404);
      expect((await api.get(`${PATHS.leads}/${PATH.slice(-36)}`)).status, 'nor the other way').to.equal(404);
    } finally {
      await web.close();
    }
  });

  it('counts wrong keys by address, apart from those of web, and never a right one', async () => {
    const one = await startOperatorApi({ wrongKeysPerMinute: 1, wrongKeysBurst: 2 });
    try {
      const ask = async (key: string) => (await one.get(PATH, { key })).body.code;
      expect([await ask('a'), await ask('b'), await ask('c')]).to.deep.equal([
        'AUTH_INVALID',
        'AUTH_INVALID',
        'RATE_LIMITED',
      ]);
      expect(await ask(one.key)).to.equal('NOT_FOUND');
    } finally {
      await one.close();
    }
  });

  it('limits each key, and says when one more call is allowed', async () => {
    const key = await api.issueKey(PERMISSIONS);
    const answers: Awaited<ReturnType<typeof api.get>>[] = [];
    const refused = () => answers.filter(({ status }) => status === 429);
    // Five more are allowed each second.
    await until(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 75 }, () => api.get(PATH, { key })))));
      return refused().length > 0;
    }, 'a call is refused');
    expect(answers.length - refused().length).to.be.at.least(60);
    const [one] = refused();
    expect(one?.headers['retry-after']).to.equal(String(one?.body['retry_after_seconds']));
    expect(await codeWith(await api.issueKey(PERMISSIONS)), 'another key').to.equal('NOT_FOUND');
  });
});
