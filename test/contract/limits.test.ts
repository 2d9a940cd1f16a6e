import { expect } from 'chai';
import type { Limit, Operation } from '../../src/core/limits/limits.js';
import { callApi, PATHS } from '../support/api.js';
import { startTimedApi, T0, type TimedApi } from '../support/timed-api.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

/** At a time (ms), so many calls at once: how many are let through, and what the others are told to wait (s). */
type Step = readonly [at: number, calls: number, allowed: number, wait?: number];

/** The table of docs/contract.md#limits, then overrides of a key. */
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

describe('contract: limits in simulated time', () => {
  let timed: TimedApi;
  before(async () => {
    timed = await startTimedApi();
  });
  after(() => timed.close());
  beforeEach(() => {
    timed.now = T0;
  });
  const burst: TimedApi['burst'] = (...of) => timed.burst(...of);
  const call: TimedApi['call'] = (...of) => timed.call(...of);
  const keyWith = (operation: Operation, limit: Limit | 'the table’s'): Promise<string> =>
    timed.api.issueKey({ limits: typeof limit === 'string' ? {} : { [operation]: limit } });

  for (const [operation, limit, steps] of TABLE)
    it(`${operation}: ${typeof limit === 'string' ? limit : `${limit.per_minute} a minute, burst ${limit.burst}`}`, async () => {
      const key = await keyWith(operation, limit);
      for (const [at, calls, allowed, wait] of steps) {
        timed.now = T0 + at;
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
      timed.now = T0;
      for (let submission = 0; submission < 4; submission += 1) {
        const [refused] = (await burst('results', key, 3)).filter(({ status }) => status === 429);
        const seconds = Number(refused?.body['retry_after_seconds']);
        timed.now += (seconds - 1) * 1_000;
        if (seconds > 1)
          expect((await call('results', key)).status, `${per_minute}, too early`).to.equal(429);
        timed.now += 1_000;
        expect((await call('results', key)).status, `${per_minute}, in time`).to.equal(404);
        timed.now += 777;
      }
    }
  });

  it('a 429 takes nothing: whoever hammers is let in as soon as one who waits', async () => {
    const key = await keyWith('search', 'the table’s');
    await burst('search', key, 10);
    for (timed.now = T0; timed.now < T0 + 1_000; timed.now += 100)
      for (const { status } of await burst('search', key, 5)) expect(status).to.equal(429);
    timed.now = T0 + 1_000;
    expect((await burst('search', key, 2)).map(({ status }) => status).sort()).to.deep.equal([400, 429]);
  });

  it('each key and each operation has a bucket of its own', async () => {
    const limits = { search: { per_minute: 1, burst: 1 }, submit: { per_minute: 1, burst: 1 } };
    const [one, two] = [await timed.api.issueKey({ limits }), await timed.api.issueKey({ limits })];
    for (const key of [one, two])
      for (const operation of ['search', 'submit'] as const)
        expect((await burst(operation, key, 2)).map(({ status }) => status).sort()).to.deep.equal([400, 429]);
    for (const operation of ['results', 'dupe_check'] as const)
      expect((await call(operation, one)).status).to.not.equal(429);
  });

  it('reading a lead counts as results, and the other way round', async () => {
    const key = await keyWith('results', { per_minute: 1, burst: 2 });
    const read = () => callApi(timed.url, 'get', `${PATHS.leads}/${UNKNOWN}`, { key });
    expect([(await read()).status, (await call('results', key)).status]).to.deep.equal([404, 404]);
    expect([(await read()).status, (await call('results', key)).status]).to.deep.equal([429, 429]);
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
