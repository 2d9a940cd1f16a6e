import { expect } from 'chai';
import { createErasureNumber } from '../../../src/platform/redis/erasures.js';
import { openRedis } from '../../../src/platform/redis/redis.js';
import { flakyRedis } from '../../support/flaky-redis.js';
import { privateServices, silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

describe('the number of the last erasure in Redis', () => {
  const services = privateServices();
  after(() => services.close());

  it('is the highest, whatever comes last', async () => {
    const { remember, last } = createErasureNumber(services.redis(), services.redisPrefix);
    expect(await last()).to.equal(0);
    await Promise.all([5, 10, 9].map((number) => remember(number)));
    await remember(3);
    expect(await last()).to.equal(10);
  });

  it('is an outage while Redis is away', async () => {
    const flaky = await flakyRedis(services.redisUrl);
    const redis = openRedis(flaky.url, 'caller', silentLog);
    await until(() => redis.status === 'ready', 'redis is there');
    await flaky.goAway();
    const { remember, last } = createErasureNumber(redis, services.redisPrefix);
    for (const call of [() => remember(1), last]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect((error as Error).name).to.equal('OutageError');
    }
    redis.disconnect();
    await flaky.close();
  });
});
