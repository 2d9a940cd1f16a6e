import type { Redis } from 'ioredis';

const keyOf = (prefix: string): string => `${prefix}:erasures`;

/** One key, so it runs on a cluster too. Two processes at once leave the higher number. */
const RAISE = `
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end`;

/** The number of the last erasure, kept outside the database that a backup may replace. It only grows. */
export async function rememberErasure(redis: Redis, prefix: string, number: number): Promise<void> {
  await redis.eval(RAISE, 1, keyOf(prefix), String(number));
}

export const lastErasure = async (redis: Redis, prefix: string): Promise<number> =>
  Number((await redis.get(keyOf(prefix))) ?? 0);
