import { expect } from 'chai';
import { openApi, type OpenApi } from '../../src/api/open-api.js';
import { isApiKey } from '../../src/core/keys/api-key.js';
import { createKeyCache } from '../../src/platform/mongo/keys/key-cache.js';
import { createKeyStore } from '../../src/platform/mongo/keys/key-store.js';
import { type IssuedKey } from '../../src/app/ports/key-store.js';
import { openPlatform, type Platform } from '../../src/platform/process/platform.js';
import { OPERATIONS } from '../../src/core/limits/limits.js';
import { callApi, PATHS, startApi, type TestApi } from '../support/api.js';
import { IDS, testCatalogue } from '../support/catalogue.js';
import { until } from '../support/until.js';

const PATH = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
const T0 = Date.UTC(2026, 10, 21, 17);
const HOUR_MS = 3_600_000;

describe('contract: authentication, the life of a key', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ wrongKeysPerMinute: 100_000, wrongKeysBurst: 100_000 });
  });
  after(() => api.close());

  const codeOf = async ({ app }: Pick<OpenApi, 'app'>, key: string): Promise<string> =>
    (await callApi(app, 'get', PATH, { key })).body.code;

  describe('in simulated time', () => {
    let timed: OpenApi;
    let now = T0;
    const clock = (): Date => new Date(now);
    before(async () => {
      const keys = createKeyCache(createKeyStore(api.connection), {
        isKey: isApiKey,
        refreshMs: 1_000,
        clock,
      });
      timed = openApi({ ...api.platform, keys }, 'web-timed', clock);
      await timed.ready;
    });
    after(() => timed.close());
    beforeEach(() => {
      now = T0;
    });
    /** Lets a read beside the call come to its end. */
    const settled = async (key: string, code: string): Promise<void> =>
      until(async () => (await codeOf(timed, key)) === code, `${code} at ${now - T0} ms`);

    const issue = (expires_at?: Date): Promise<IssuedKey> =>
      createKeyStore(api.connection).issue(
        {
          affiliate_id: IDS.affiliate,
          is_test: false,
          operations: OPERATIONS,
          limits: {},
          ...(expires_at && { expires_at }),
        },
        clock(),
      );
    const expectCodes = async (key: string, steps: readonly (readonly [at: number, code: string])[]) => {
      for (const [at, code] of steps) {
        now = T0 + at;
        expect(await codeOf(timed, key), `${at} ms`).to.equal(code);
      }
    };

    it('an expiry date ends it at that moment, in a process that knows it and in one that does not', async () => {
      const known = (await issue(new Date(T0 + HOUR_MS))).key;
      const fresh = (await issue(new Date(T0 + HOUR_MS))).key;
      await expectCodes(known, [
        [0, 'NOT_FOUND'],
        [HOUR_MS - 1, 'NOT_FOUND'],
        [HOUR_MS, 'AUTH_INVALID'],
        [2 * HOUR_MS, 'AUTH_INVALID'],
      ]);
      await expectCodes(fresh, [[HOUR_MS, 'AUTH_INVALID']]);
    });

    it('a rotated key is valid for the overlap, and the new one from the beginning', async () => {
      const old = await issue();
      await expectCodes(old.key, [[0, 'NOT_FOUND']]);
      const next = await createKeyStore(api.connection).rotate(
        old.record,
        new Date(T0 + 24 * HOUR_MS),
        clock(),
      );
      await expectCodes(next?.key ?? '', [[0, 'NOT_FOUND']]);
      await expectCodes(old.key, [
        [24 * HOUR_MS - 1, 'NOT_FOUND'],
        [24 * HOUR_MS, 'AUTH_INVALID'],
      ]);
      await expectCodes(next?.key ?? '', [[24 * HOUR_MS, 'NOT_FOUND']]);
    });

    it('a rotation without overlap ends the old key within 5 s', async () => {
      const old = await issue();
      await expectCodes(old.key, [[0, 'NOT_FOUND']]);
      await createKeyStore(api.connection).rotate(old.record, clock(), clock());
      await expectCodes(old.key, [[4_999, 'AUTH_INVALID']]);
    });

    it('a key that would have ended before the overlap does not live longer by it', async () => {
      const old = await issue(new Date(T0 + HOUR_MS));
      await createKeyStore(api.connection).rotate(old.record, new Date(T0 + 24 * HOUR_MS), clock());
      await expectCodes(old.key, [[HOUR_MS, 'AUTH_INVALID']]);
    });

    it('a revocation ends it within 5 s, however busy or idle the key is', async () => {
      const store = createKeyStore(api.connection);
      const [busy, idle] = [await issue(), await issue()];
      for (const { key } of [busy, idle]) await expectCodes(key, [[0, 'NOT_FOUND']]);
      for (const { record } of [busy, idle]) await store.revoke(record.id, clock());
      now = T0 + 1_001;
      await settled(busy.key, 'AUTH_INVALID');
      await expectCodes(idle.key, [[4_999, 'AUTH_INVALID']]);
    });
  });

  it('ends with its affiliate, also in a process that stood still and has not read that yet', async () => {
    let current = testCatalogue();
    const reach = (): Promise<void> => {
      current = testCatalogue({ affiliate: { status: 'disabled' } });
      return Promise.resolve();
    };
    const catalogue = { ...api.platform.catalogue, current: () => current, reach };
    const stopped = openApi({ ...api.platform, catalogue }, 'web-stopped');
    await stopped.ready;
    expect(await codeOf(stopped, api.key)).to.equal('AUTH_INVALID');
    await stopped.close();
  });

  it('a revocation comes into force in two processes, however seldom they are to read the keys', async () => {
    const platforms: Platform[] = [];
    const apis: OpenApi[] = [];
    for (const name of ['web-one', 'web-two']) {
      const { settings, catalogue } = api.platform;
      const platform = await openPlatform({ ...settings, refreshMs: 3_600_000 }, 'web', {
        patience: 'operator',
      });
      platforms.push(platform);
      const opened = openApi({ ...platform, catalogue }, name);
      apis.push(opened);
      await opened.ready;
    }
    try {
      const key = await api.issueKey();
      for (const one of apis) expect(await codeOf(one, key)).to.equal('NOT_FOUND');
      await api.revokeKey(key);
      const refused = async (one: OpenApi) => (await codeOf(one, key)) === 'AUTH_INVALID';
      await Promise.all(apis.map((one) => until(() => refused(one), 'it is refused')));
    } finally {
      for (const one of apis) await one.close();
      for (const one of platforms) await one.close();
    }
  });
});
