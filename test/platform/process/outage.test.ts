import { expect } from 'chai';
import { mongo } from 'mongoose';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import { EDGE_LIMITS, openMongo, type Mongo } from '../../../src/platform/mongo/mongo.js';
import { closeRedis, openRedis } from '../../../src/platform/redis/redis.js';
import { guardOutages, guardWith, isDriverOutage } from '../../../src/platform/process/outage.js';
import { OutageError } from '../../../src/app/outage.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { flakyServer, type FlakyServer } from '../../support/flaky-server.js';
import { privateServices, silentLog } from '../../support/services.js';
import { fakeClock } from '../../support/fake-clock.js';
import { until } from '../../support/until.js';

const serverError = (code: number, message = 'x') => new mongo.MongoServerError({ message, code });
const replyError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

describe('isDriverOutage', () => {
  const cases: readonly [string, unknown, boolean][] = [
    ['FerretDB without PostgreSQL', serverError(1, 'pool.go:101: terminating connection'), true],
    ['a code nobody listed', serverError(91), true],
    ['no primary', serverError(10_107), true],
    ['interrupted at shutdown', serverError(11_600), true],
    ['interrupted by somebody', serverError(11_601), true],
    ['a deadlock of FerretDB', serverError(16_908_292, 'deadlock detected'), true],
    ['an assertion that speaks of one', serverError(16_908_292, 'no deadlock detected'), false],
    ['a bad value', serverError(2), false],
    ['a duplicate key', serverError(11_000), false],
    ['a pipeline that cannot be parsed', serverError(40_324), false],
    ['a network error', new mongo.MongoNetworkError('x'), true],
    ['a closed client', new mongo.MongoNotConnectedError('x'), true],
    ['a bad argument', new mongo.MongoInvalidArgumentError('x'), false],
    ['Redis is loading', replyError('LOADING Redis is loading the dataset in memory'), true],
    ['Redis is full', replyError('OOM command not allowed'), true],
    ['Redis has no client left', replyError('ERR max number of clients reached'), true],
    ['a Lua error', replyError('ERR user_script:1: oops'), false],
    ['a wrong type', replyError('WRONGTYPE Operation against a key'), false],
    ['a closed connection', new Error('Connection is closed.'), true],
    [
      'a silent connection',
      new Error("Socket timeout. Expecting data, but didn't receive any in 30000ms."),
      true,
    ],
    ['no Sentinel', new Error('All sentinels are unreachable. Retrying from scratch after 250ms.'), true],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    ['itself', new OutageError('Redis', undefined), true],
    ['a bug', new TypeError('x is undefined'), false],
    ['no error at all', 'ECONNREFUSED', false],
  ];
  for (const [what, error, expected] of cases)
    it(`${what}: ${expected}`, () => {
      expect(isDriverOutage(error)).to.equal(expected);
    });
});

describe('guardOutages', () => {
  const away = (): Promise<number> => Promise.reject(new Error('Connection is closed.'));
  it('makes one error of every outage and leaves the rest', async () => {
    const guarded = guardOutages('Redis', {
      away,
      bug: () => Promise.reject(new TypeError('bug')),
      fine: (n: number) => Promise.resolve(n + 1),
      atOnce: () => {
        throw new Error('Connection is closed.');
      },
    });
    const error = await guarded.away().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(OutageError);
    expect((error as OutageError).service).to.equal('Redis');
    expect(await guarded.bug().catch((thrown: unknown) => thrown)).to.be.instanceOf(TypeError);
    expect(await guarded.fine(1)).to.equal(2);
    expect(() => guarded.atOnce()).to.throw(OutageError);
  });

  it('gives up what takes too long', async () => {
    const guarded = guardOutages('MongoDB', { hangs: () => new Promise<void>(() => undefined) }, 20);
    expect(await guarded.hangs().catch((thrown: unknown) => thrown)).to.be.instanceOf(OutageError);
  });

  it('waits for its turn while others are answered, and not for ever', async () => {
    const { silentMs, mostMs } = EDGE_LIMITS;
    const clock = await fakeClock();
    const guard = guardWith('MongoDB', EDGE_LIMITS);
    const others = guard({ ask: () => Promise.resolve() });
    const turn = guard({ come: (answer: Promise<string>) => answer });
    const never = new Promise<string>(() => undefined);
    /** What became of a call, as soon as something did. */
    const asking = (answer: Promise<string>) => {
      const call = { became: '' };
      turn.come(answer).then(
        (came) => (call.became = came),
        (error: unknown) => (call.became = (error as Error).name),
      );
      return call;
    };
    try {
      let come = (_: string): void => undefined;
      const [patient, hopeless] = [asking(new Promise((resolve) => (come = resolve))), asking(never)];
      for (let ms = 0; ms < mostMs - silentMs; ms += silentMs / 2) {
        await others.ask();
        await clock.pass(silentMs / 2);
      }
      expect([patient.became, hopeless.became]).to.deep.equal(['', '']);
      come('came');
      await clock.pass(10);
      expect([patient.became, hopeless.became]).to.deep.equal(['came', '']);
      for (let ms = 0; ms <= silentMs; ms += silentMs / 2) {
        await others.ask();
        await clock.pass(silentMs / 2);
      }
      expect(hopeless.became, 'though others are answered').to.equal('OutageError');

      const alone = asking(never);
      await clock.pass(silentMs - 100);
      expect(alone.became).to.equal('');
      await clock.pass(200);
      expect(alone.became, 'nobody is answered').to.equal('OutageError');
      expect(silentMs, 'within a second').to.be.below(1_000);
    } finally {
      await clock.restore();
    }
  });

  it('takes an answer that came while this process stood still', async () => {
    const guarded = guardOutages('MongoDB', { ask: () => answered }, 300);
    const answered = new Promise<string>((resolve) => {
      // Its turn comes after that of the timers, as that of a socket does.
      setTimeout(() => setImmediate(resolve, 'answer'), 5);
    });
    const asking = guarded.ask();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await asking).to.equal('answer');
  });

  it('guards what is iterated', async () => {
    const guarded = guardOutages('MongoDB', {
      // eslint-disable-next-line @typescript-eslint/require-await -- the generator's rejection is what is tested
      async *rows() {
        yield 1;
        throw new mongo.MongoNetworkError('gone');
      },
    });
    const seen: number[] = [];
    const reading = (async () => {
      for await (const row of guarded.rows()) seen.push(row);
    })();
    expect(await reading.catch((thrown: unknown) => thrown)).to.be.instanceOf(OutageError);
    expect(seen).to.deep.equal([1]);
  });
});

describe('a call while a service is away', () => {
  const services = privateServices();
  let server: FlakyServer | undefined;
  afterEach(() => server?.close());
  after(() => services.close());

  const isOut = (call: Promise<unknown>): Promise<boolean> => call.then(() => false, isDriverOutage);

  async function edge(start?: 'away'): Promise<{ mongo: Mongo; leads: LeadStore }> {
    server = await flakyServer(services.mongoUrl, start);
    const opened = openMongo(server.url, 'edge', silentLog);
    return {
      mongo: opened,
      leads: guardWith('MongoDB', EDGE_LIMITS)(createLeadStore(opened.connection)),
    };
  }

  it('MongoDB before it was ever there: at once, and the first call after it came works', async () => {
    const { mongo: link, leads } = await edge('away');
    const error: unknown = await leads.read('x').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(OutageError);
    const { message } = (error as OutageError).cause as Error;
    expect(message, 'not only when its time is up').to.not.match(/^no answer within/);
    await server?.comeBack();
    await link.opened;
    expect(await leads.read('x')).to.equal(null);
    await link.close();
  });

  for (const how of ['goAway', 'hang'] as const)
    it(`MongoDB after ${how}: an outage, also 30 calls at once, and it is found again`, async () => {
      const { mongo: link, leads } = await edge();
      await link.opened;
      await server?.[how]();
      for (const calls of [1, 30]) {
        const all = await Promise.all(Array.from({ length: calls }, () => isOut(leads.read('x'))));
        expect(all).to.deep.equal(all.map(() => true));
      }
      await server?.comeBack();
      await until(async () => !(await isOut(leads.read('x'))), 'MongoDB is found again');
      await link.close();
    });

  for (const how of ['goAway', 'hang'] as const)
    it(`Redis after ${how}: an outage, and it is found again`, async () => {
      server = await flakyServer(services.redisUrl);
      const redis = openRedis(server.url, 'caller', silentLog);
      await until(() => redis.status === 'ready', 'Redis is there');
      await server[how]();
      const read = () => redis.get(`${services.redisPrefix}:x`);
      for (const _ of [1, 2]) expect(await isOut(read())).to.equal(true);
      await server.comeBack();
      await until(async () => !(await isOut(read())), 'Redis is found again');
      closeRedis(redis);
    });

  it('closes while it still waits', async () => {
    const { mongo: link } = await edge('away');
    await link.close();
    await link.opened;
  });
});
