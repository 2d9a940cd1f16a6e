import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';

/** A benchmark's own database and Redis prefix. */
export interface Workspace {
  readonly name: string;
  readonly mongoUrl: string;
  readonly redisUrl: string;
  readonly db: mongo.Db;
  /** Drops the database, if it is not kept, and deletes the prefix's keys. */
  clear(): Promise<void>;
}

/** Throws if the services are not set: `npm run bench` starts them. `kept`: the name of a database that stays. */
export async function openPlace(env: NodeJS.ProcessEnv, kept?: string): Promise<Workspace> {
  const { MONGO_URL, REDIS_URL: redisUrl } = env;
  if (!MONGO_URL || !redisUrl)
    throw new Error('MONGO_URL and REDIS_URL are not set (npm run bench sets them)');
  const name = kept ?? `lk_bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(MONGO_URL);
  url.pathname = `/${name}`;
  const client = await new mongo.MongoClient(url.href, { serverSelectionTimeoutMS: 10_000 }).connect();
  return {
    name,
    mongoUrl: url.href,
    redisUrl,
    db: client.db(),
    async clear() {
      if (kept === undefined) await client.db().dropDatabase();
      await client.close();
      await deleteKeys(redisUrl, name);
    },
  };
}

/** Deletes the keys of a prefix. */
async function deleteKeys(redisUrl: string, name: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for await (const keys of redis.scanStream({ match: `*${name}*`, count: 1_000 }) as AsyncIterable<string[]>)
    if (keys.length > 0) await redis.unlink(keys);
  redis.disconnect();
}
