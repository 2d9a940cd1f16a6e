import type { Redis } from 'ioredis';

const keyOf = (prefix: string): string => `${prefix}:erasures`;

/** The number of the last erasure, kept outside the database that a backup may replace. It only grows. */
export async function rememberErasure(redis: Redis, prefix: string, number: number): Promise<void> {
  if (number > (await lastErasure(redis, prefix))) await redis.set(keyOf(prefix), String(number));
}

export const lastErasure = async (redis: Redis, prefix: string): Promise<number> =>
  Number((await redis.get(keyOf(prefix))) ?? 0);
