import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openApi, type OpenApi } from '../../src/api/open-api.js';
import { openPlatform, type Platform } from '../../src/platform/process/platform.js';
import {
  callApi,
  directBody,
  PATHS,
  searchBody,
  startApi,
  type Answered,
  type Sent,
  type TestApi,
} from '../support/api.js';
import { testCatalogue } from '../support/catalogue.js';
import { flakyProxy, type FlakyProxy } from '../support/flaky-proxy.js';
import { until } from '../support/until.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
const ONCE = { per_minute: 1, burst: 1 };
const OFTEN = { per_minute: 1_000_000, burst: 1_000_000 };
const SHARED = { search: OFTEN, results: OFTEN, submit: OFTEN, dupe_check: OFTEN };

describe('contract: limits over calls, processes and outages', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  describe('what counts', () => {
    const big = 'x'.repeat(70_000);
    /** Answered after the limit was asked: each takes one. */
    const COUNTED: readonly (readonly [
      what: string,
      http: number,
      call: (sent: Sent) => Promise<Answered>,
    ])[] = [
      ['another method', 405, (sent) => api.call('put', PATHS.leads, sent)],
      ['OPTIONS', 405, (sent) => api.call('options', PATHS.leads, sent)],
      ['too large', 413, (sent) => api.post(PATHS.leads, { big }, sent)],
      ['not JSON', 400, (sent) => api.post(PATHS.leads, '{', sent)],
      [
        'another type',
        400,
        (sent) => api.post(PATHS.leads, '{}', { ...sent, headers: { 'Content-Type': 'text/plain' } }),
      ],
      ['a field', 400, (sent) => api.post(PATHS.leads, {}, sent)],
      [
        'a result without a search',
        409,
        (sent) => api.post(PATHS.leads, { ...directBody(), svc_result_id: 'x' }, sent),
      ],
      [
        'a campaign',
        403,
        (sent) => api.post(PATHS.leads, directBody({ svc_campaign_id: randomUUID() }), sent),
      ],
      ['an offer', 404, (sent) => api.post(PATHS.leads, directBody({ svc_offer_id: randomUUID() }), sent)],
      ['a lead', 202, (sent) => api.post(PATHS.leads, directBody(), sent)],
      [
        'an unfit Idempotency-Key',
        400,
        (sent) =>
          api.post(PATHS.leads, directBody(), { ...sent, headers: { 'Idempotency-Key': 'x'.repeat(300) } }),
      ],
    ];
    for (const [what, http, call] of COUNTED)
      it(`${what} (${http}) takes one`, async () => {
        const key = await api.issueKey({ limits: { submit: ONCE } });
        expect((await call({ key })).status).to.equal(http);
        expect((await api.post(PATHS.leads, {}, { key })).status).to.equal(429);
      });

    it('what is answered before the limit takes none: operation not allowed, pre-check switched off, unknown path', async () => {
      const key = await api.issueKey({ operations: ['dupe_check'], limits: { dupe_check: ONCE } });
      expect((await api.post(PATHS.search, {}, { key })).status).to.equal(403);
      expect((await api.post('/api/v1/engine/none', {}, { key })).status).to.equal(404);
      api.setCatalogue(testCatalogue({ affiliate: { dupe_check: false } }));
      expect((await api.post(PATHS.dupeCheck, {}, { key })).status).to.equal(404);
      api.setCatalogue(testCatalogue());
      expect((await api.post(PATHS.dupeCheck, {}, { key })).status).to.equal(400);
      expect((await api.post(PATHS.dupeCheck, {}, { key })).status).to.equal(429);
    });
  });

  it('many web processes share one bucket', async () => {
    const apis = Array.from({ length: 4 }, (_, n) => openApi(api.platform, `web-shared-${n}`));
    const key = await api.issueKey({ limits: { results: { per_minute: 1, burst: 7 } } });
    const path = `${PATHS.results}/${UNKNOWN}`;
    const calls = Array.from({ length: 40 }, (_, n) => callApi(apis[n % 4]!.app, 'get', path, { key }));
    const answers = await Promise.all(calls);
    for (const one of apis) await one.close();
    expect(answers.filter(({ status }) => status === 404)).to.have.length(7);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(33);
  });

  for (const [what, limits] of [
    ['a limit', undefined],
    ['a limit with its affiliate’s', SHARED],
  ] as const)
    it(`${what} costs one Redis command a call whose key the process knows`, async () => {
      api.setCatalogue(testCatalogue({ affiliate: limits ? { limits } : {} }));
      const key = await api.issueKey({ limits: { submit: ONCE, results: { per_minute: 600, burst: 600 } } });
      // Redis knows every script by now.
      await api.post(PATHS.dupeCheck, { email: 'nobody@example.com' }, { key });
      const commands: string[] = [];
      const { redis } = api.platform;
      const send = redis.sendCommand.bind(redis);
      redis.sendCommand = (...args: Parameters<typeof send>) => {
        commands.push(args[0].name.toLowerCase());
        return send(...args);
      };
      const spent = async (call: () => Promise<Answered>): Promise<[number, number]> => {
        const before = commands.length;
        const { status } = await call();
        return [status, commands.length - before];
      };
      try {
        await api.get(`${PATHS.results}/${UNKNOWN}`, { key });
        expect(await spent(() => api.get(`${PATHS.results}/${UNKNOWN}`, { key }))).to.deep.equal([404, 1]);
        expect(await spent(() => api.get(`${PATHS.leads}/${UNKNOWN}`, { key }))).to.deep.equal([404, 1]);
        const body = { email: 'nobody@example.com' };
        // The second is the ceiling of the day (ADR 31).
        expect(await spent(() => api.post(PATHS.dupeCheck, body, { key }))).to.deep.equal([200, 2]);
        expect(await spent(() => api.post(PATHS.search, {}, { key }))).to.deep.equal([400, 1]);
        expect(await spent(() => api.post(PATHS.leads, {}, { key }))).to.deep.equal([400, 1]);
        expect(await spent(() => api.post(PATHS.leads, {}, { key })), 'over it').to.deep.equal([429, 1]);
        expect(new Set(commands)).to.deep.equal(new Set(['evalsha']));
      } finally {
        redis.sendCommand = send;
        api.setCatalogue(testCatalogue());
      }
    });

  describe('Redis away', () => {
    let proxy: FlakyProxy;
    let platform: Platform;
    let web: OpenApi;
    before(async () => {
      const { settings, catalogue } = api.platform;
      proxy = await flakyProxy(settings.redisUrl);
      platform = await openPlatform({ ...settings, redisUrl: proxy.url }, 'web');
      await platform.started;
      web = openApi({ ...platform, catalogue }, 'web-cut');
      await web.ready;
    });
    after(async () => {
      await web.close();
      await platform.close();
      await proxy.close();
    });
    const get = (key: string): Promise<Answered> =>
      callApi(web.app, 'get', `${PATHS.results}/${UNKNOWN}`, { key });
    /** A key whose only call was let through; on a busy machine one may be answered 503, and have taken it. */
    const exhausted = async (): Promise<string> => {
      let key = '';
      await until(async () => {
        key = await api.issueKey({ limits: { results: ONCE } });
        return (await get(key)).status === 404;
      }, 'a call is let through');
      return key;
    };
    const CALLS: readonly (readonly [what: string, call: (key: string) => Promise<Answered>])[] = [
      ['search', (key) => callApi(web.app, 'post', PATHS.search, { key, body: searchBody() })],
      ['results', get],
      ['submit', (key) => callApi(web.app, 'post', PATHS.leads, { key, body: directBody() })],
      ['reading a lead', (key) => callApi(web.app, 'get', `${PATHS.leads}/${UNKNOWN}`, { key })],
      [
        'dupe-check',
        (key) => callApi(web.app, 'post', PATHS.dupeCheck, { key, body: { phone: '6085550100' } }),
      ],
    ];

    for (const [how, cut] of [
      ['gone', () => proxy.goAway()],
      [
        'hanging',
        () => {
          proxy.hang();
        },
      ],
    ] as const)
      it(`${how}: 503 on every operation, known key or not; then the limits hold on`, async () => {
        const key = await api.issueKey();
        await until(async () => (await get(key)).status === 404, 'the key is known');
        const [fresh, limited] = [await api.issueKey(), await exhausted()];
        await cut();
        for (const [what, call] of CALLS)
          for (const sent of [key, fresh, limited, 'wrong']) {
            const { status, body } = await call(sent);
            expect(status, what).to.equal(503);
            expect(body).to.include({
              ...{ code: 'UNAVAILABLE', status: 'failed', reason: 'Service unavailable' },
              ...{ success: false, retryable: true },
            });
          }
        expect((await callApi(web.app, 'get', PATHS.search, { key: null })).body.code).to.equal(
          'AUTH_REQUIRED',
        );
        await proxy.comeBack();
        await until(async () => (await get(key)).status === 404, 'Redis is back');
        let kept = 503;
        await until(async () => (kept = (await get(limited)).status) !== 503, 'it is answered');
        expect(kept, 'the bucket was kept').to.equal(429);
      });
  });
});
