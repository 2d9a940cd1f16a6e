import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { DEFAULT_LIMITS, type Limit } from '../../../../src/core/limits/limits.js';
import { openRedis } from '../../../../src/platform/redis/redis.js';
import { createGcra } from '../../../../src/platform/redis/limits/gcra.js';
import { type RateLimiter } from '../../../../src/app/ports/rate-limiter.js';
import { flakyRedis } from '../../../support/flaky-redis.js';
import { privateServices, silentLog } from '../../../support/services.js';
import { until } from '../../../support/until.js';

/** For what is not about time. */
const PATIENT_MS = 30_000;
const ready = (redis: Redis): Promise<void> => until(() => redis.status === 'ready', 'redis is there');

const T0 = Date.UTC(2026, 10, 21, 17, 0, 0);

describe('token buckets', () => {
  const services = privateServices();
  let gcra: RateLimiter;
  let next = 0;
  const bucket = (): string => `bucket-${(next += 1)}`;
  const take = (name: string, limit: Limit, at?: number) => gcra.take([{ name, limit }], at);

  before(async () => {
    await ready(services.redis());
    gcra = createGcra(services.redis(), services.redisPrefix, PATIENT_MS);
  });
  after(() => services.close());

  /** limit, then steps: at (ms), calls at once, how many of them are let through, retry after (s). */
  const tables: [string, Limit, [number, number, number, number][]][] = [
    [
      'search',
      DEFAULT_LIMITS.search,
      [
        [0, 12, 10, 1],
        [999, 1, 0, 1],
        [1_000, 2, 1, 1],
        [1_001, 1, 0, 1],
        [6_000, 1, 1, 0],
        [60_000, 11, 10, 1],
      ],
    ],
    [
      'results',
      DEFAULT_LIMITS.results,
      [
        [0, 601, 600, 1],
        [99, 1, 0, 1],
        [100, 2, 1, 1],
        [1_000, 10, 9, 1],
        [61_000, 601, 600, 1],
      ],
    ],
    [
      'one a minute',
      { per_minute: 1, burst: 1 },
      [
        [0, 1, 1, 60],
        [0, 1, 0, 60],
        [1, 1, 0, 60],
        [1_000, 1, 0, 59],
        [59_999, 1, 0, 1],
        [60_000, 1, 1, 60],
      ],
    ],
    [
      'a rate that no millisecond divides',
      { per_minute: 7, burst: 3 },
      [
        [0, 4, 3, 9],
        [8_571, 1, 0, 1],
        [8_572, 1, 1, 9],
        [60_000, 4, 3, 9],
      ],
    ],
  ];
  for (const [name, limit, steps] of tables)
    it(`${name}: ${limit.per_minute} a minute, burst ${limit.burst}`, async () => {
      const own = bucket();
      for (const [at, calls, allowed, retryAfter] of steps) {
        const taken = [];
        for (let i = 0; i < calls; i += 1) taken.push(await take(own, limit, T0 + at));
        const last = taken[calls - 1]!;
        const seen = [at, calls, taken.filter((one) => one.allowed).length, last.retryAfterSeconds];
        expect(seen).to.deep.equal([at, calls, allowed, retryAfter]);
      }
    });

  it('let in exactly the rate in the long run, however often they are asked', async () => {
    const own = bucket();
    let allowed = 0;
    for (let at = 0; at < 60_000; at += 250)
      if ((await take(own, DEFAULT_LIMITS.search, T0 + at)).allowed) allowed += 1;
    expect(allowed).to.equal(10 + 59);
  });

  it('say when one more call is allowed, and it is', async () => {
    const limit = { per_minute: 50, burst: 2 };
    const own = bucket();
    let at = T0;
    for (let i = 0; i < 30; i += 1) {
      const taken = await take(own, limit, at);
      if (taken.allowed) continue;
      expect(taken.nextInMs).to.be.above(0);
      expect((await take(own, limit, at + taken.nextInMs - 1)).allowed).to.be.false;
      at += taken.nextInMs;
      expect((await take(own, limit, at)).allowed).to.be.true;
    }
  });

  it('share one bucket between processes', async () => {
    const connections = Array.from({ length: 4 }, () => services.redis().duplicate());
    const processes = connections.map((connection) =>
      createGcra(connection, services.redisPrefix, PATIENT_MS),
    );
    await Promise.all(connections.map(ready));
    const own = bucket();
    const calls = Array.from({ length: 40 }, (_, i) =>
      processes[i % 4]!.take([{ name: own, limit: { per_minute: 1, burst: 7 } }]),
    );
    expect((await Promise.all(calls)).filter(({ allowed }) => allowed)).to.have.length(7);
    for (const connection of connections) connection.disconnect();
  });

  it('go on with the same bucket when the limit changes', async () => {
    const own = bucket();
    for (let i = 0; i < 10; i += 1) await take(own, { per_minute: 60, burst: 10 }, T0);
    const raised = [1, 2, 3].map(() => take(own, { per_minute: 60, burst: 12 }, T0));
    expect((await Promise.all(raised)).map(({ allowed }) => allowed)).to.deep.equal([true, true, false]);
    const lowered = await take(own, { per_minute: 6, burst: 1 }, T0);
    expect(lowered).to.include({ allowed: false, retryAfterSeconds: 10 });
  });

  it('do not lock a key out when the clock is set back', async () => {
    const own = bucket();
    for (let i = 0; i < 10; i += 1) await take(own, DEFAULT_LIMITS.search, T0 + 3_600_000);
    expect(await take(own, DEFAULT_LIMITS.search, T0)).to.include({
      allowed: false,
      retryAfterSeconds: 1,
    });
    expect((await take(own, DEFAULT_LIMITS.search, T0 + 1_000)).allowed).to.be.true;
  });

  it('leave no key behind once they are full', async () => {
    const own = bucket();
    await take(own, { per_minute: 60_000, burst: 1 });
    expect(await services.redis().pttl(`{${services.redisPrefix}:limits}:${own}`)).to.be.within(-2, 3);
  });

  it('do not run out by Redis’ clock while a simulated time stands', async () => {
    const own = bucket();
    await take(own, { per_minute: 60_000, burst: 1 }, T0);
    expect(await services.redis().pttl(`{${services.redisPrefix}:limits}:${own}`)).to.be.above(60_000);
  });

  it('throw when Redis is away or answers nothing, and wait for nobody', async () => {
    const flaky = await flakyRedis(services.redisUrl);
    const redis = openRedis(flaky.url, 'listener', silentLog);
    await ready(redis);
    const own = createGcra(redis, services.redisPrefix);
    const answers = () =>
      own.take([{ name: bucket(), limit: DEFAULT_LIMITS.search }]).then(
        () => true,
        () => false,
      );
    await until(answers, 'Redis answers');
    const hang = (): Promise<void> => {
      flaky.hang();
      return Promise.resolve();
    };
    for (const fail of [hang, () => flaky.goAway()]) {
      await fail();
      const error: unknown = await own
        .take([{ name: bucket(), limit: DEFAULT_LIMITS.search }])
        .catch((reason: unknown) => reason);
      expect((error as Error).name).to.equal('OutageError');
    }
    redis.disconnect();
    await flaky.close();
  });
});
