import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queues } from '../../../src/app/ports/queues.js';
import { createQueues } from '../../../src/platform/queues/producer.js';
import { flakyRedis } from '../../support/flaky-redis.js';
import { privateServices, silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

const submit = (n: number, submission = 1) => ({ lead_id: `lead-${n}`, submission, request_id: 'r' });

describe('producers of jobs', () => {
  const services = privateServices();
  const { redisPrefix } = services;
  after(() => services.close());

  const failure = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'it did not fail',
      (error: unknown) => (error as Error).name,
    );
  const works = (queues: Queues) => () =>
    queues.submit([submit(99)]).then(
      () => true,
      () => false,
    );

  it('add one job for each record and submission, and count them', async () => {
    const queues = createQueues(services.settings, silentLog, () => 0);
    await until(works(queues), 'connected');
    await queues.submit([]);
    await queues.submit([submit(1)]);
    await queues.submit([submit(1), submit(1, 2), submit(2)]);
    await queues.search([{ search_id: 's', run: 1, request_id: 'r', reply_to: 'web-1' }]);
    await queues.partner([
      { search_id: 's', run: 1, offer_id: 'a', request_id: 'r' },
      { search_id: 's', run: 1, offer_id: 'b', request_id: 'r' },
    ]);
    const none = { active: 0, delayed: 0 };
    const { search, partner, submit: submits } = await queues.depth();
    expect(search).to.include({ waiting: 1, ...none });
    expect(partner).to.include({ waiting: 2, ...none });
    expect(submits).to.include({ waiting: 4, ...none });
    await queues.close();
  });

  it('fail while Redis is away, from the start or later, and work again when it is back', async () => {
    const redis = await flakyRedis(services.redisUrl, 'away');
    const queues = createQueues({ redisUrl: redis.url, redisPrefix }, silentLog, () => 0);
    expect(await failure(queues.submit([submit(1)]))).to.equal('OutageError');
    await redis.comeBack();
    await until(works(queues), 'connected');
    await redis.goAway();
    expect(await failure(queues.submit([submit(1)]))).to.equal('OutageError');
    expect(await failure(queues.depth())).to.equal('OutageError');
    await redis.comeBack();
    await until(works(queues), 'connected again');
    await queues.close();
    await redis.close();
  });

  it('wait for a connection that is just finding Redis again', async () => {
    const redis = await flakyRedis(services.redisUrl);
    const queues = createQueues({ redisUrl: redis.url, redisPrefix }, silentLog, () => 0);
    // The connection looks for Redis every 250 ms: nearly every call comes before it does.
    const atOnce = async (): Promise<boolean> => {
      await until(works(queues), 'connected');
      await redis.goAway();
      await sleep(600);
      await redis.comeBack();
      return works(queues)();
    };
    await until(atOnce, 'a call right after the return of Redis is not lost');
    await queues.close();
    await redis.close();
  });

  it('give up when Redis answers nothing', async () => {
    const redis = await flakyRedis(services.redisUrl);
    const queues = createQueues({ redisUrl: redis.url, redisPrefix }, silentLog, () => 0);
    await until(works(queues), 'connected');
    redis.hang();
    expect(await failure(queues.submit([submit(1), submit(2)]))).to.equal('OutageError');
    await queues.close();
    await redis.close();
  });
});
