import { expect } from 'chai';
import { createAuthentication } from '../../src/api/access/authentication.js';
import { createRateLimit } from '../../src/api/access/rate-limit.js';
import { createWrongKeys } from '../../src/api/access/wrong-keys.js';
import { createApp } from '../../src/api/app.js';
import { createHttpServer } from '../../src/api/http/http-server.js';
import type { Limit, Operation } from '../../src/core/limits.js';
import { closeRedis, openRedis } from '../../src/platform/connections/redis.js';
import { createGcra } from '../../src/platform/limits/gcra.js';
import { createWaiters } from '../../src/platform/queues/wake.js';
import { callApi, PATHS, startApi, type Answered, type TestApi } from '../support/api.js';
import { openServer, type OpenServer } from '../support/open-server.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
const T0 = Date.UTC(2026, 10, 21, 17);
const AT_ONCE = 25;

/** At a time (ms), so many calls at once: how many are let through, and what the others are told to wait (s). */
type Step = readonly [at: number, calls: number, allowed: number, wait?: number];

/** The specification's table (dupe-check is ours), then overrides of a key. */
const TABLE: readonly (readonly [
  operation: Operation,
  limit: Limit | 'the table’s',
  steps: readonly Step[],
])[] = [
  [
    'search',
    'the table’s',
    [
      [0, 12, 10, 1],
      [999, 1, 0, 1],
      [1_000, 2, 1, 1],
      [6_000, 6, 5, 1],
      [60_000, 12, 10, 1],
    ],
  ],
  [
    'results',
    'the table’s',
    [
      [0, 603, 600, 1],
      [99, 1, 0, 1],
      [100, 2, 1, 1],
      [1_100, 12, 10, 1],
    ],
  ],
  [
    'submit',
    'the table’s',
    [
      [0, 123, 120, 1],
      [499, 1, 0, 1],
      [500, 2, 1, 1],
      [10_500, 22, 20, 1],
    ],
  ],
  [
    'dupe_check',
    'the table’s',
    [
      [0, 22, 20, 1],
      [499, 1, 0, 1],
      [500, 2, 1, 1],
      [60_500, 22, 20, 1],
    ],
  ],
  [
    'search',
    { per_minute: 600, burst: 50 },
    [
      [0, 52, 50, 1],
      [100, 2, 1, 1],
    ],
  ],
  [
    'submit',
    { per_minute: 6, burst: 2 },
    [
      [0, 3, 2, 10],
      [1, 1, 0, 10],
      [1_000, 1, 0, 9],
      [8_999, 1, 0, 2],
      [9_000, 1, 0, 1],
      [9_999, 1, 0, 1],
      [10_000, 2, 1, 10],
    ],
  ],
  [
    'results',
    { per_minute: 1, burst: 1 },
    [
      [0, 2, 1, 60],
      [59_000, 1, 0, 1],
      [59_999, 1, 0, 1],
      [60_000, 2, 1, 60],
    ],
  ],
  [
    'dupe_check',
    { per_minute: 7, burst: 3 },
    [
      [0, 4, 3, 9],
      [8_571, 1, 0, 1],
      [8_572, 2, 1, 9],
    ],
  ],
];

describe('contract: limits in simulated time', function () {
  this.timeout(60_000);
  let api: TestApi;
  let server: OpenServer;
  let now = T0;
  const releases: (() => Promise<void> | void)[] = [];
  before(async () => {
    api = await startApi();
    const { platform } = api;
    const { redis, settings, log, keys, catalogue } = platform;
    const clock = (): Date => new Date(now);
    const gcra = createGcra(redis, settings.redisPrefix);
    const listener = openRedis(settings.redisUrl, 'listener', log);
    const waiters = createWaiters(listener, settings.redisPrefix, 'web-timed');
    // The real app, whose buckets see the test's time instead of Redis' own.
    const app = createApp(
      { platform, waiters, processId: 'web-timed', clock },
      {
        authenticate: createAuthentication(
          keys,
          catalogue,
          createWrongKeys('wrong-keys', redis, settings, log, clock),
        ),
        takeFromBucket: createRateLimit({ take: (bucket, limit) => gcra.take(bucket, limit, now) }, clock),
        calledLead: () => Promise.reject(new Error('no callbacks here')),
      },
    );
    server = await openServer(createHttpServer(app, log));
    releases.push(
      () => server.close(),
      () => waiters.close(),
      () => {
        closeRedis(listener);
      },
      () => api.close(),
    );
  });
  after(async () => {
    for (const release of releases) await release();
  });
  beforeEach(() => {
    now = T0;
  });

  const CALLS: Readonly<Record<Operation, (key: string) => Promise<Answered>>> = {
    search: (key) => callApi(server.url, 'post', PATHS.search, { key, body: {} }),
    results: (key) => callApi(server.url, 'get', `${PATHS.results}/${UNKNOWN}`, { key }),
    submit: (key) => callApi(server.url, 'post', PATHS.leads, { key, body: {} }),
    dupe_check: (key) => callApi(server.url, 'post', PATHS.dupeCheck, { key, body: {} }),
  };
  async function burst(operation: Operation, key: string, calls: number): Promise<Answered[]> {
    const answers: Answered[] = [];
    while (answers.length < calls) {
      const some = Array.from({ length: Math.min(AT_ONCE, calls - answers.length) });
      answers.push(...(await Promise.all(some.map(() => CALLS[operation](key)))));
    }
    return answers;
  }
  const keyWith = (operation: Operation, limit: Limit | 'the table’s'): Promise<string> =>
    api.issueKey({ limits: typeof limit === 'string' ? {} : { [operation]: limit } });

  for (const [operation, limit, steps] of TABLE)
    it(`${operation}: ${typeof limit === 'string' ? limit : `${limit.per_minute} a minute, burst ${limit.burst}`}`, async () => {
      const key = await keyWith(operation, limit);
      for (const [at, calls, allowed, wait] of steps) {
        now = T0 + at;
        const answers = await burst(operation, key, calls);
        const refused = answers.filter(({ status }) => status === 429);
        expect(calls - refused.length, `let through at ${at} ms`).to.equal(allowed);
        for (const { body, headers } of refused) {
          expect(body['retry_after_seconds'], `at ${at} ms`).to.equal(wait);
          expect(headers['retry-after']).to.equal(String(wait));
        }
      }
    });

  it('Retry-After is right to the second: that long, and no second less', async () => {
    for (const per_minute of [1, 3, 7, 13, 29]) {
      const key = await keyWith('results', { per_minute, burst: 2 });
      now = T0;
      for (let round = 0; round < 4; round += 1) {
        const [refused] = (await burst('results', key, 3)).filter(({ status }) => status === 429);
        const seconds = Number(refused?.body['retry_after_seconds']);
        now += (seconds - 1) * 1_000;
        if (seconds > 1) expect((await CALLS.results(key)).status, `${per_minute}, too early`).to.equal(429);
        now += 1_000;
        expect((await CALLS.results(key)).status, `${per_minute}, in time`).to.equal(404);
        now += 777;
      }
    }
  });

  it('a 429 takes nothing: whoever hammers is let in as soon as one who waits', async () => {
    const key = await keyWith('search', 'the table’s');
    await burst('search', key, 10);
    for (now = T0; now < T0 + 1_000; now += 100)
      for (const { status } of await burst('search', key, 5)) expect(status).to.equal(429);
    now = T0 + 1_000;
    expect((await burst('search', key, 2)).map(({ status }) => status).sort()).to.deep.equal([400, 429]);
  });

  it('each key and each operation has a bucket of its own', async () => {
    const limits = { search: { per_minute: 1, burst: 1 }, submit: { per_minute: 1, burst: 1 } };
    const [one, two] = [await api.issueKey({ limits }), await api.issueKey({ limits })];
    for (const key of [one, two])
      for (const operation of ['search', 'submit'] as const)
        expect((await burst(operation, key, 2)).map(({ status }) => status).sort()).to.deep.equal([400, 429]);
    for (const operation of ['results', 'dupe_check'] as const)
      expect((await CALLS[operation](one)).status).to.not.equal(429);
  });

  it('reading a lead counts as results, and the other way round', async () => {
    const key = await keyWith('results', { per_minute: 1, burst: 2 });
    const read = () => callApi(server.url, 'get', `${PATHS.leads}/${UNKNOWN}`, { key });
    expect([(await read()).status, (await CALLS.results(key)).status]).to.deep.equal([404, 404]);
    expect([(await read()).status, (await CALLS.results(key)).status]).to.deep.equal([429, 429]);
  });

  it('the answer: envelope, both waits, and no RateLimit header that would describe something else', async () => {
    const key = await keyWith('search', { per_minute: 6, burst: 1 });
    const answers = await burst('search', key, 2);
    const { body, headers } = answers.find(({ status }) => status === 429)!;
    expect(body).to.include({
      ...{ code: 'RATE_LIMITED', status: 'rejected', reason: 'Too many requests' },
      ...{ success: false, retryable: true, retry_after_seconds: 10 },
    });
    expect(body.request_id).to.equal(headers['x-request-id']);
    for (const answer of answers)
      expect(Object.keys(answer.headers).filter((name) => /ratelimit/i.test(name))).to.deep.equal([]);
  });
});
