import type { Redis } from 'ioredis';
import { guardOutages } from '../process/outage.js';

/** One key, so it runs on a cluster too. Two processes at once leave the higher number. */
const RAISE = `
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end`;

/** The number of the last erasure, kept outside the database that a backup may replace. */
export interface ErasureNumber {
  /** It only grows. */
  readonly remember: (number: number) => Promise<void>;
  readonly last: () => Promise<number>;
}

/** In Redis. Its calls throw an OutageError if Redis is away. */
export function createErasureNumber(redis: Redis, prefix: string): ErasureNumber {
  const key = `${prefix}:erasures`;
  return guardOutages<ErasureNumber>('Redis', {
    async remember(number) {
      await redis.eval(RAISE, 1, key, String(number));
    },
    last: async () => Number((await redis.get(key)) ?? 0),
  });
}
