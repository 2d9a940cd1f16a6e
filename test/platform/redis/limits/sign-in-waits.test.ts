import { expect } from 'chai';
import { SIGN_IN_WAITS } from '../../../../src/core/people/sign-in-waits.js';
import { createSignInWaits } from '../../../../src/platform/redis/limits/sign-in-waits.js';
import { privateServices } from '../../../support/services.js';
import { until } from '../../../support/until.js';

describe('waits after failed sign-ins', () => {
  const services = privateServices();
  before(() => until(() => services.redis().status === 'ready', 'redis is there'));
  after(() => services.close());

  it('are no longer than the longest one when the clock was set back', async () => {
    const redis = services.redis();
    const waits = createSignInWaits(redis, services.redisPrefix);
    const counter = { kind: 'pair', name: 'ann' } as const;
    expect(await waits.take([counter])).to.equal(0);
    // Stored by a clock that was a day ahead.
    const key = `{${services.redisPrefix}:sign-in}:pair:ann`;
    await redis.hset(key, 'until', Date.now() + 86_400_000);
    expect(await waits.take([counter])).to.equal(SIGN_IN_WAITS.pair.mostMs / 1_000);
  });
});
