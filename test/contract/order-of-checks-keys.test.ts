import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { openApi, type OpenApi } from '../../src/api/open-api.js';
import { mintKey, isApiKey } from '../../src/core/keys/api-key.js';
import { createKeyCache } from '../../src/platform/mongo/keys/key-cache.js';
import { createKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { callApi, PATHS, startApi, type Answered, type TestApi } from '../support/api.js';
import { countLookUps } from '../support/key-look-ups.js';
import { until } from '../support/until.js';

const PATH = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
const MAX_WRONG = 3;
const MAX_LOOK_UPS = 8;
const BUSY_WAIT = 4;

/** A process whose list of keys stays as it was at its start. */
interface Web {
  call(key: string | null): Promise<Answered>;
  wrong(times: number): Promise<void>;
  /** Begins as many look-ups as there may be; they end when the function that is answered is called. */
  keepBusy(): Promise<() => Promise<unknown>>;
}

interface Row {
  /** Steps of ADR 32: the one that answers, and one behind it. */
  readonly steps: string;
  readonly what: string;
  readonly code: 'AUTH_REQUIRED' | 'AUTH_INVALID' | 'RATE_LIMITED' | 'NOT_FOUND';
  readonly lookUps: 0 | 1;
  /** What happened before. */
  readonly before: (web: Web) => Promise<unknown>;
  /** Whose: of a client that the process knows, one issued since it started, or of nobody. */
  readonly key: 'known' | 'new' | 'unknown' | 'mistyped' | null;
  /** In seconds; undefined: until the address has its share again. */
  readonly wait?: number;
}

const over = (web: Web) => web.wrong(MAX_WRONG);
const almostOver = (web: Web) => web.wrong(MAX_WRONG - 1);
const nothing = () => Promise.resolve();
const busy = (web: Web) => web.keepBusy();

const ROWS: readonly Row[] = [
  {
    ...{ steps: '1 before 3', what: 'no key, address over its limit' },
    ...{ before: over, key: null, code: 'AUTH_REQUIRED', lookUps: 0 },
  },
  {
    ...{ steps: '2 before 3', what: 'known key, address over its limit' },
    ...{ before: over, key: 'known', code: 'NOT_FOUND', lookUps: 0 },
  },
  {
    ...{ steps: '2 before 4', what: 'known key, too many look-ups' },
    ...{ before: busy, key: 'known', code: 'NOT_FOUND', lookUps: 0 },
  },
  {
    ...{ steps: '3 before 4', what: 'new key, address over its limit' },
    ...{ before: over, key: 'new', code: 'RATE_LIMITED', lookUps: 0 },
  },
  {
    ...{ steps: '3 before 5', what: 'mistyped key, address over its limit' },
    ...{ before: over, key: 'mistyped', code: 'RATE_LIMITED', lookUps: 0 },
  },
  {
    ...{ steps: '4 before 5', what: 'new key, address one short of its limit' },
    ...{ before: almostOver, key: 'new', code: 'NOT_FOUND', lookUps: 1 },
  },
  {
    ...{ steps: '4 before 5', what: 'unknown key, too many look-ups' },
    ...{ before: busy, key: 'unknown', code: 'RATE_LIMITED', lookUps: 0, wait: BUSY_WAIT },
  },
  {
    ...{ steps: '5', what: 'unknown key, nothing in its way' },
    ...{ before: nothing, key: 'unknown', code: 'AUTH_INVALID', lookUps: 1 },
  },
  {
    ...{ steps: '5', what: 'mistyped key, too many look-ups' },
    ...{ before: busy, key: 'mistyped', code: 'AUTH_INVALID', lookUps: 0 },
  },
];

describe('contract: order of the checks of a key', () => {
  let api: TestApi;
  const ends: (() => Promise<unknown>)[] = [];
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  let count = 0;
  async function start(): Promise<Web> {
    const store = createKeyStore(api.connection);
    const started = new Date();
    let hold: Promise<void> | undefined;
    let held = 0;
    const slowStore: Pick<typeof store, 'findByHash' | 'listValid'> = {
      listValid: (now) => store.listValid(now),
      async findByHash(hash) {
        held += 1;
        await hold;
        return store.findByHash(hash);
      },
    };
    const keys = createKeyCache(slowStore, { isKey: isApiKey, refreshMs: 1_000, clock: () => started });
    await keys.load();
    const { settings } = api.platform;
    const redisPrefix = `${settings.redisPrefix}-${(count += 1)}`;
    const own = { ...settings, redisPrefix, wrongKeysPerMinute: 1, wrongKeysBurst: MAX_WRONG };
    const one: OpenApi = openApi({ ...api.platform, keys, settings: own }, `web-keys-${count}`);
    ends.push(() => one.close());
    await one.ready;
    const call = (key: string | null) => callApi(one.app, 'get', PATH, { key });
    return {
      call,
      async wrong(times) {
        for (let n = 0; n < times; n += 1)
          expect((await call(`wrong-${n}`)).body.code).to.equal('AUTH_INVALID');
      },
      async keepBusy() {
        let release = (): void => undefined;
        hold = new Promise((resolve) => (release = resolve));
        const calls = Array.from({ length: MAX_LOOK_UPS }, () => keys.lookUp(mintKey(false, randomBytes)));
        await until(() => held === MAX_LOOK_UPS, 'all look-ups are under way');
        const end = (): Promise<unknown> => {
          release();
          return Promise.all(calls);
        };
        ends.push(end);
        return end;
      },
    };
  }

  for (const { steps, what, before: prepare, key, code, lookUps, wait } of ROWS)
    it(`${steps}: ${what} → ${code}`, async () => {
      const known = await api.issueKey();
      const web = await start();
      await prepare(web);
      const sent = {
        known: () => known,
        new: () => api.issueKey(),
        unknown: () => mintKey(false, randomBytes),
        mistyped: () => 'mistyped',
      };
      const value = key === null ? null : await sent[key]();
      const told = await countLookUps(api.connection, () =>
        countLookUps(api.platform.connection, () => web.call(value)),
      );
      const { status, body, headers } = told.result.result;
      expect([body.code, told.lookUps + told.result.lookUps]).to.deep.equal([code, lookUps]);
      if (code !== 'RATE_LIMITED') return;
      expect(status).to.equal(429);
      if (wait === undefined) expect(Number(headers['retry-after'])).to.be.above(BUSY_WAIT);
      else expect(headers['retry-after']).to.equal(String(wait));
    });

  it('only step 5 counts: neither a look-up that was not made, nor one that found the key', async () => {
    const web = await start();
    await web.wrong(MAX_WRONG - 1);
    const end = await web.keepBusy();
    for (let n = 0; n < MAX_WRONG; n += 1)
      expect((await web.call(mintKey(false, randomBytes))).headers['retry-after']).to.equal(
        String(BUSY_WAIT),
      );
    await end();
    expect((await web.call(await api.issueKey())).body.code).to.equal('NOT_FOUND');
    await web.wrong(1);
    expect((await web.call('wrong')).body.code).to.equal('RATE_LIMITED');
  });
});
