import { expect } from 'chai';
import { Registry } from 'prom-client';
import { createClockWatch, measureClock, serverClocks } from '../../../src/platform/process/clock-watch.js';
import { workWhileRight } from '../../../src/platform/process/run-process.js';
import { privateServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const NOON = Date.UTC(2026, 10, 20, 12);

/** A process whose clock is `ahead`, with servers whose clocks are right. */
function watched() {
  const state = { ahead: 0, redis: NOON as number | Error, mongodb: NOON as number | undefined };
  const said: string[] = [];
  const log = {
    warn: (_seen: object, words: string) => said.push(words),
    info: (_seen: object, words: string) => said.push(words),
  };
  const watch = createClockWatch({
    now: () => NOON + state.ahead,
    clocks: {
      Redis: () =>
        state.redis instanceof Error ? Promise.reject(state.redis) : Promise.resolve(state.redis),
      MongoDB: () => Promise.resolve(state.mongodb),
    },
    log: log as never,
  });
  return { state, said, watch };
}

describe('a process watches its clock', () => {
  it('says once when it is off, is wrong, and is right again; only a wrong one keeps it from work', async () => {
    const { state, said, watch } = watched();
    const seen: unknown[] = [];
    for (const ahead of [0, 2_000, 2_500, 3_000, 600_000, 600_500, -600_000, 0, 500]) {
      state.ahead = ahead;
      await watch.look();
      seen.push([watch.fault() !== undefined, watch.notes().length]);
    }
    expect(seen).to.deep.equal([
      ...[
        [false, 0],
        [false, 0],
        [false, 1],
        [false, 1],
      ],
      ...[
        [true, 0],
        [true, 0],
        [true, 0],
        [false, 0],
        [false, 0],
      ],
    ]);
    expect(said).to.deep.equal([
      'the clock is 2.5 s ahead of that of Redis: set it right',
      'the clock is 600 s ahead of that of Redis, and no work is taken until it is right',
      'the clock is right again',
    ]);
  });

  it('compares it with that of the database, where it tells', async () => {
    const { state, watch } = watched();
    state.mongodb = NOON + 40_000;
    await watch.look();
    expect(watch.fault()).to.equal(
      'the clock is 40 s behind that of MongoDB, and no work is taken until it is right',
    );
    const { state: silent, watch: other } = watched();
    silent.mongodb = undefined;
    await other.look();
    expect(other.difference()).to.deep.equal({ ms: 0, of: 'Redis' });
  });

  it('keeps what it knows while a server is away, and knows the time of Redis', async () => {
    const { state, watch } = watched();
    state.ahead = -600_000;
    await watch.look();
    state.redis = new Error('away');
    state.mongodb = undefined;
    await watch.look();
    expect(watch.difference()).to.deep.equal({ ms: -600_000, of: 'Redis' });
    expect(watch.sharedTime()).to.deep.equal(new Date(NOON));
  });

  it('measures it', async () => {
    const { state, watch } = watched();
    const metrics = new Registry();
    measureClock(metrics, watch);
    state.ahead = -2_500;
    await watch.look();
    expect(await metrics.metrics()).to.contain('leadkeep_clock_difference_seconds -2.5\n');
  });

  it('a worker ends its work while it is wrong, and begins anew when it is right', async () => {
    const { state, watch } = watched();
    const metrics = new Registry();
    const ready = async () => {
      await watch.look();
      const fault = watch.fault();
      return { ready: fault === undefined, checks: { clock: fault ?? 'ok' } };
    };
    const told: string[] = [];
    const log = { info: () => undefined, warn: () => undefined } as never;
    const begin = () => {
      // Prometheus's library takes a name once.
      measureClock(metrics, watch);
      told.push('begins');
      return Promise.resolve(() => {
        told.push('ends');
        return Promise.resolve();
      });
    };
    const stop = new AbortController();
    const onChange = (isWorking: boolean) => told.push(isWorking ? 'works' : 'waits');
    const working = workWhileRight(
      { ready, log, metrics, clockWatch: watch },
      begin,
      stop.signal,
      onChange,
      5,
    );
    const once = ['begins', 'works'];
    await until(() => told.length === 2, 'it works');
    state.ahead = 600_000;
    await watch.look();
    await until(() => told.length === 4, 'it ended');
    expect(told).to.deep.equal([...once, 'waits', 'ends']);
    state.ahead = 0;
    await until(() => told.length === 6, 'it works again');
    stop.abort();
    await working;
    expect(told).to.deep.equal([...once, 'waits', 'ends', ...once, 'waits', 'ends']);
  });
});

describe('the clocks of the servers', function () {
  this.timeout(60_000);
  const services = privateServices();
  after(() => services.close());

  it('are read from Redis and the database', async () => {
    const clocks = serverClocks(services.redis(), await services.connection());
    for (const read of Object.values(clocks)) {
      const before = Date.now();
      // FerretDB and MongoDB tell whole milliseconds.
      expect(await read()).to.be.within(before - 1, Date.now() + 1);
    }
  });
});
