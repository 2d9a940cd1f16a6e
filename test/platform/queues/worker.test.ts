import { setTimeout as sleep } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { Queue } from 'bullmq';
import { expect } from 'chai';
import type { SubmitJob } from '../../../src/app/ports/queues.js';
import { createLogger } from '../../../src/platform/process/logger.js';
import { isOutage, OutageError } from '../../../src/app/outage.js';
import { createQueues, type QueueProducers } from '../../../src/platform/queues/producer.js';
import { queueKeyPrefix } from '../../../src/platform/queues/jobs.js';
import { type RunningWorker, startWorker, type WorkerRequest } from '../../../src/platform/queues/worker.js';
import { forget } from '../../support/ledger.js';
import { flakyRedis } from '../../support/flaky-redis.js';
import { privateServices, silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

const job = (lead_id: string): SubmitJob => ({ lead_id, submission: 1, request_id: 'r' });

describe('workers', () => {
  const services = privateServices();
  let queues: QueueProducers;
  let workers: RunningWorker[] = [];
  let lines: string[] = [];
  const log = createLogger(
    { logLevel: 'info' },
    'test',
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString());
        done();
      },
    }),
  );

  const start = (over: Partial<WorkerRequest<'submit'>>): RunningWorker => {
    const worker = startWorker({
      name: 'submit',
      settings: services.settings,
      concurrency: 4,
      log,
      catalogue: { reach: () => Promise.resolve() },
      process: () => Promise.resolve(),
      ...over,
    });
    workers.push(worker);
    return worker;
  };
  /** Asks the producer again as long as the machine is too busy for its time limit, which is not the point here. */
  const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
    let answer: { readonly value: T } | undefined;
    const isAnswered = async (): Promise<boolean> => {
      answer = await ask().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (!isOutage(error)) throw error;
          return undefined;
        },
      );
      return answer !== undefined;
    };
    await until(isAnswered, 'the queues answer');
    return answer!.value;
  };
  const add = (...jobs: SubmitJob[]): Promise<void> => patiently(() => queues.submit(jobs));
  const depth = async () => (await patiently(() => queues.depth())).submit;
  const isEmpty = async (): Promise<boolean> => {
    const { waiting, active, delayed } = await depth();
    return waiting + active + delayed === 0;
  };

  before(() => {
    queues = createQueues(services.settings, silentLog, () => 3);
  });
  after(async () => {
    await queues.close();
    await services.close();
  });
  beforeEach(() => {
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.drain()));
    workers = [];
    expect(await isEmpty()).to.be.true;
  });

  it('take a job again whose record comes back in the same submission, after success and after a fault', async () => {
    const seen: SubmitJob[] = [];
    start({
      process: (one) => {
        seen.push(one);
        return seen.length === 2 ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
    });
    for (let times = 1; times <= 3; times += 1) {
      await until(isEmpty, 'the job is gone');
      await add({ ...job('same'), reply_to: 'web-1' });
      await until(() => seen.length === times, `run ${times}`);
    }
    expect(seen).to.deep.equal(Array(3).fill({ ...job('same'), reply_to: 'web-1', catalogue_version: 3 }));
    expect(lines).to.have.length(1);
    expect(JSON.parse(lines[0]!)).to.include({
      level: 'error',
      queue: 'submit',
      lead_id: 'same',
      submission: 1,
    });
  });

  for (const [how, end] of [
    ['done', () => ({})],
    ['to come back', () => ({ again_at: new Date(Date.now() + 60_000) })],
  ] as const)
    it(`warn of a job that Redis lost while it was in hand, ${how}: its record is kept`, async () => {
      const redis = services.redis();
      const prefix = queueKeyPrefix(services.redisPrefix, 'submit');
      start({
        process: async () => {
          for (const key of await redis.keys(`${prefix.replace(/[[\]*?]/g, '?')}:*`)) await redis.del(key);
          return end();
        },
      });
      await add(job('lost'));
      await until(() => lines.length > 0, 'it says so');
      await until(isEmpty, 'the job is gone');
      expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).to.include('warn');
      expect(lines.join('')).to.contain('Missing key');
      expect(lines.join('')).to.not.contain('"level":"error"');
    });

  it('run a job only when the catalogue that its adder had seen is in force', async () => {
    const seen: (number | string)[] = [];
    const reach = async (version: number): Promise<void> => {
      await sleep(20);
      seen.push(version);
      if (seen.length === 1) throw new OutageError('MongoDB', new Error('away'));
    };
    start({ catalogue: { reach }, process: ({ lead_id }) => Promise.resolve(void seen.push(lead_id)) });
    await add(job('unread'));
    await until(() => lines.length > 0, 'it says that the catalogue could not be read');
    expect(JSON.parse(lines[0]!)).to.include({ level: 'warn', lead_id: 'unread' });
    await add(job('read'));
    await until(() => seen.length === 3, 'the job ran');
    expect(seen).to.deep.equal([3, 3, 'read']);
  });

  it('bring a job back at the time it asks for', async () => {
    const runs: number[] = [];
    start({
      process: () => {
        runs.push(Date.now());
        return Promise.resolve(runs.length > 1 ? {} : { again_at: new Date(Date.now() + 300) });
      },
    });
    await add(job('later'));
    await until(() => runs.length === 2, 'second run');
    expect(runs[1]! - runs[0]!).to.be.at.least(290);
    await until(isEmpty, 'the job is gone');
    expect(lines).to.deep.equal([]);
  });

  it('keep a job for later apart from those that wait', async () => {
    const worker = start({ process: () => Promise.resolve({ again_at: new Date(Date.now() + 3_600_000) }) });
    await add(job('much later'));
    await until(async () => (await depth()).delayed === 1, 'delayed');
    expect(await depth()).to.deep.equal({ waiting: 0, active: 0, delayed: 1 });
    await worker.drain();
    await forget(services.redis(), services.redisPrefix);
  });

  it('bring a job back whose time has passed already', async () => {
    let runs = 0;
    start({ process: () => Promise.resolve((runs += 1) === 1 ? { again_at: new Date(0) } : {}) });
    await add(job('overdue'));
    await until(() => runs === 2, 'second run');
  });

  it('drop a job without a proper payload, telling its id and not its content', async () => {
    const seen: SubmitJob[] = [];
    start({
      process: (one) => {
        seen.push(one);
        return Promise.resolve();
      },
    });
    const raw = new Queue('submit', {
      connection: services.redis(),
      prefix: queueKeyPrefix(services.redisPrefix, 'submit'),
    });
    const bad = [
      {},
      { lead_id: 5, submission: 1 },
      { ...job('x'), submission: '1' },
      { email: 'ann@example.com' },
      'text',
      null,
    ];
    await raw.addBulk(
      bad.map((data, i) => ({ name: 'submit', data, opts: { jobId: `bad-${i}`, removeOnComplete: true } })),
    );
    await raw.add('submit', { ...job('good'), added_later: 1 }, { jobId: 'good', removeOnComplete: true });
    await until(() => seen.length === 1, 'the good one');
    await until(isEmpty, 'the bad ones are gone');
    expect(seen).to.deep.equal([job('good')]);
    expect(lines).to.have.length(bad.length);
    expect(lines.join('')).to.include('bad-3').and.not.include('ann@');
    await raw.close();
  });

  it('finish what they have in hand and take nothing new when they drain', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const worker = start({
      concurrency: 2,
      process: async ({ lead_id }) => {
        begun.push(lead_id);
        await finished;
        ended.push(lead_id);
      },
    });
    await add(...['a', 'b', 'c', 'd', 'e'].map(job));
    await until(() => worker.inHand() === 2, 'two in hand');
    const drained = worker.drain();
    finish();
    await drained;
    expect(ended.sort()).to.deep.equal(begun.sort());
    expect(begun).to.have.length(2);
    expect(await depth()).to.include({ waiting: 3, active: 0, delayed: 0 });
    start({});
    await until(isEmpty, 'the rest is done');
  });

  it('go on when Redis loses everything under a job in hand', async () => {
    const seen: string[] = [];
    start({
      process: async ({ lead_id }) => {
        seen.push(lead_id);
        if (lead_id === 'lost') await forget(services.redis(), services.redisPrefix);
      },
    });
    await add(job('lost'));
    await until(() => seen.length === 1, 'the one whose job is lost');
    await add(job('next'));
    await until(() => seen.length === 2, 'the next one');
  });

  it('wait for a Redis that is away, go on when it is back, and can be drained meanwhile', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const redis = await flakyRedis(services.redisUrl, 'away');
    const before = timers();
    const seen: string[] = [];
    const worker = start({
      settings: { ...services.settings, redisUrl: redis.url },
      process: ({ lead_id }) => {
        seen.push(lead_id);
        return Promise.resolve();
      },
    });
    await add(job('one'));
    await redis.comeBack();
    await until(() => seen.length === 1, 'the first after a late start');
    await redis.goAway();
    await add(job('two'));
    await redis.comeBack();
    await until(() => seen.length === 2, 'the second after an outage');
    await until(isEmpty, 'all done');
    await redis.goAway();
    // It is between two tries to connect then, and the library waits for ever for the end of its connection.
    await sleep(700);
    await worker.drain();
    await redis.close();
    await until(() => timers() <= before, 'nothing is left that keeps a program from ending');
  });
});
