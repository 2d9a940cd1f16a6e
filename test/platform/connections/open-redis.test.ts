import { once } from 'node:events';
import { expect } from 'chai';
import { closeRedis, openRedis } from '../../../src/platform/connections/redis.js';
import { privateServices, silentLog } from '../../support/services.js';

/** Nothing of this process runs for so long, as on a machine that gives it nothing. */
const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

describe('openRedis', () => {
  it('takes the answer that came while this process stood still for a second', async () => {
    const services = privateServices();
    const redis = openRedis(services.redisUrl, 'caller', silentLog);
    try {
      await once(redis, 'ready');
      const asked = redis.ping();
      standStill(1_000);
      expect(await asked).to.equal('PONG');
    } finally {
      closeRedis(redis);
      await services.close();
    }
  });
});
