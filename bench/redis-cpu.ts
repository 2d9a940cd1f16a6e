import { Redis } from 'ioredis';

/** The CPU time of the Redis server since it started, by its own accounting, in seconds. Commands run on one core. */
export async function readRedisCpu(url: string): Promise<number> {
  const redis = new Redis(url);
  try {
    const used = (await redis.info('cpu')).matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm);
    return [...used].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  } finally {
    redis.disconnect();
  }
}
