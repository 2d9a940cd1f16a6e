import type { Redis } from 'ioredis';

/** Every key whose name contains `part` and everything that lies under it, as text. */
export async function redisContents(redis: Redis, part: string): Promise<string> {
  const found: string[] = [];
  for await (const keys of redis.scanStream({ match: `*${part}*`, count: 1_000 }) as AsyncIterable<string[]>)
    for (const key of keys) found.push(`${key} ${JSON.stringify(await read(redis, key))}`);
  return found.join('\n');
}

async function read(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1', 'WITHSCORES');
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'none':
      return null;
    default:
      throw new Error(`${key} is a ${type}, which nobody reads here`);
  }
}
