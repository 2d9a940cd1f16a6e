import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { mintKey, isApiKey } from '../../src/core/keys/api-key.js';
import { openApi, type OpenApi } from '../../src/api/open-api.js';
import { createKeyCache } from '../../src/platform/mongo/keys/key-cache.js';
import { createKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import type { Settings } from '../../src/platform/process/settings.js';
import { callApi, PATHS, startApi, type Answered, type TestApi } from '../support/api.js';
import { testCatalogue } from '../support/catalogue.js';
import { countLookUps } from '../support/key-look-ups.js';
import { until } from '../support/until.js';

const PATH = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
const OVER = 'RATE_LIMITED';
/** In a window of two minutes: with the rate as it comes two would be forgotten after two seconds. */
const TWO = { wrongKeysPerMinute: 1, wrongKeysBurst: 2 };

/** Limits for each client address: 60 a minute, burst 30, where the settings say nothing else. */
describe('contract: authentication, wrong keys', () => {
  let api: TestApi;
  const opened: OpenApi[] = [];
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  afterEach(async () => {
    api.setCatalogue(testCatalogue());
    for (const one of opened.splice(0)) await one.close();
  });

  let count = 0;
  /** A process that has just started, with counters of its own. */
  async function start(settings: Partial<Settings> = {}) {
    const redisPrefix = `${api.platform.settings.redisPrefix}-${(count += 1)}`;
    const keys = createKeyCache(createKeyStore(api.platform.connection), {
      isKey: isApiKey,
      refreshMs: 1_000,
      clock: () => new Date(),
    });
    await keys.load();
    const platform = {
      ...api.platform,
      keys,
      settings: { ...api.platform.settings, redisPrefix, ...settings },
    };
    const one = openApi(platform, `web-${count}`);
    opened.push(one);
    await one.ready;
    const call = (key: string | null, headers: Record<string, string> = {}): Promise<Answered> =>
      callApi(one.app, 'get', PATH, { key, headers });
    const wrong = async (times: number, headers?: Record<string, string>): Promise<string[]> => {
      const codes: string[] = [];
      for (let i = 0; i < times; i += 1) codes.push((await call(`wrong-${i}`, headers)).body.code);
      return codes;
    };
    return { call, wrong, platform };
  }
  const invalid = (times: number): string[] => Array<string>(times).fill('AUTH_INVALID');

  it('thirty at once are answered AUTH_INVALID, then 429 with the seconds to wait', async () => {
    const { call, wrong } = await start();
    expect(await wrong(31)).to.deep.equal([...invalid(30), OVER]);
    const { status, body, headers } = await call('wrong');
    expect([status, body.status, body.reason]).to.deep.equal([429, 'rejected', 'Too many requests']);
    expect(body).to.include({ success: false, retryable: true });
    expect(body['retry_after_seconds']).to.be.within(1, 30);
    expect(headers['retry-after']).to.equal(String(body['retry_after_seconds']));
  });

  it('unknown keys of the right form count like mistyped ones', async () => {
    const { call } = await start({ wrongKeysPerMinute: 1, wrongKeysBurst: 3 });
    for (let i = 0; i < 3; i += 1)
      expect((await call(mintKey(false, randomBytes))).body.code).to.equal('AUTH_INVALID');
    expect((await call(mintKey(false, randomBytes))).body.code).to.equal(OVER);
  });

  it('over it no unknown key is looked up, and a new one works soon all the same', async () => {
    const { call, wrong } = await start(TWO);
    await wrong(2);
    const key = await api.issueKey();
    const { lookUps, result } = await countLookUps(api.platform.connection, () => call(key));
    expect([result.body.code, lookUps]).to.deep.equal([OVER, 0]);
    await until(async () => (await call(key)).body.code === 'NOT_FOUND', 'the new key works');
    expect((await call(mintKey(false, randomBytes))).body.code).to.equal(OVER);
  });

  it('only failures count: neither calls without a key nor valid ones, known or not', async () => {
    const { call, wrong } = await start(TWO);
    for (let i = 0; i < 5; i += 1) {
      expect((await call(null)).body.code).to.equal('AUTH_REQUIRED');
      expect((await call(await api.issueKey())).body.code).to.equal('NOT_FOUND');
      expect((await call(api.key)).body.code).to.equal('NOT_FOUND');
    }
    expect(await wrong(3)).to.deep.equal(['AUTH_INVALID', 'AUTH_INVALID', OVER]);
  });

  it('valid keys are never affected, whoever shares their address, also in a process that was just started', async () => {
    const redisPrefix = `${api.platform.settings.redisPrefix}-restart`;
    const { wrong } = await start({ redisPrefix, ...TWO });
    expect((await wrong(3)).at(-1)).to.equal(OVER);
    const { call } = await start({ redisPrefix, ...TWO });
    for (let i = 0; i < 3; i += 1) expect((await call(api.key)).body.code).to.equal('NOT_FOUND');
    expect((await call('wrong')).body.code).to.equal(OVER);
  });

  it('keys of a disabled affiliate count as wrong', async () => {
    const { call } = await start(TWO);
    api.setCatalogue(testCatalogue({ affiliate: { status: 'disabled' } }));
    const codes: string[] = [];
    for (let i = 0; i < 3; i += 1) codes.push((await call(api.key)).body.code);
    expect(codes).to.deep.equal(['AUTH_INVALID', 'AUTH_INVALID', OVER]);
  });

  it('processes share the count', async () => {
    const redisPrefix = `${api.platform.settings.redisPrefix}-shared`;
    const [one, two] = [await start({ redisPrefix, ...TWO }), await start({ redisPrefix, ...TWO })];
    await one.wrong(1);
    await two.wrong(1);
    expect([await one.wrong(1), await two.wrong(1)]).to.deep.equal([[OVER], [OVER]]);
  });

  it('after the wait it goes on', async () => {
    const { call, wrong } = await start({ wrongKeysPerMinute: 120, wrongKeysBurst: 3 });
    await until(async () => (await wrong(1))[0] === OVER, 'over it');
    await until(async () => (await call('wrong')).body.code === 'AUTH_INVALID', 'the window is over');
  });

  it('forty at the same moment: no more than thirty are answered AUTH_INVALID', async () => {
    const { call } = await start();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => call(`wrong-${i}`)));
    expect(answers.filter(({ status }) => status === 401)).to.have.length(30);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(10);
  });

  const forwarded = (...addresses: string[]) => ({ 'X-Forwarded-For': addresses.join(', ') });
  const PROXIES: readonly (readonly [
    what: string,
    trustProxy: Settings['trustProxy'],
    first: Record<string, string>,
    second: Record<string, string>,
    shared: boolean,
  ])[] = [
    ['no proxy is believed', false, forwarded('203.0.113.1'), forwarded('203.0.113.2'), true],
    ['one proxy: the address it adds', 1, forwarded('203.0.113.1'), forwarded('203.0.113.2'), false],
    [
      'one proxy: what the client wrote before it does not choose',
      1,
      forwarded('198.51.100.1', '203.0.113.1'),
      forwarded('198.51.100.2', '203.0.113.1'),
      true,
    ],
    [
      'proxies by address: what stands before a stranger does not choose',
      ['loopback'],
      forwarded('198.51.100.1', '203.0.113.1', '127.0.0.9'),
      forwarded('198.51.100.2', '203.0.113.1'),
      true,
    ],
    [
      'proxies by address: the sender is none of them',
      ['10.0.0.0/8'],
      forwarded('203.0.113.1'),
      forwarded('203.0.113.2'),
      true,
    ],
    [
      'IPv6 clients are counted by network',
      1,
      forwarded('2001:db8:0:1::1'),
      forwarded('2001:db8:0:1:ffff::2'),
      true,
    ],
    ['IPv6 clients of different networks', 1, forwarded('2001:db8:1::1'), forwarded('2001:db8:2::1'), false],
    ['other headers are not read', 1, { 'X-Real-IP': '203.0.113.1' }, { Forwarded: 'for=203.0.113.2' }, true],
  ];
  for (const [what, trustProxy, first, second, shared] of PROXIES)
    it(`${what} → ${shared ? 'one count' : 'two counts'}`, async () => {
      const { wrong } = await start({ trustProxy, ...TWO });
      expect(await wrong(3, first)).to.deep.equal(['AUTH_INVALID', 'AUTH_INVALID', OVER]);
      expect(await wrong(1, second)).to.deep.equal([shared ? OVER : 'AUTH_INVALID']);
    });
});
