import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { redisCheck } from '../../src/platform/readiness.js';

describe('readiness: Redis', () => {
  const cases: readonly (readonly [info: string, wrong: string | undefined])[] = [
    ['# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\nlazyfree:0\r\n', undefined],
    ['maxmemory_policy:allkeys-lru\r\n', 'maxmemory-policy is allkeys-lru, not noeviction'],
    ['maxmemory_policy:volatile-ttl', 'maxmemory-policy is volatile-ttl, not noeviction'],
    ['# Memory\r\n', 'maxmemory-policy is unknown, not noeviction'],
  ];
  for (const [info, wrong] of cases)
    it(`${JSON.stringify(info)}: ${wrong ?? 'ready'}`, async () => {
      const redis = { info: () => Promise.resolve(info) } as unknown as Redis;
      expect(await redisCheck(redis)()).to.equal(wrong);
    });
});
