import { Redis } from 'ioredis';
import mongoose from 'mongoose';

const PATIENCE_MS = 3_000;

/** Drops the demo's own database and Redis keys. Best effort: a server that is gone has nothing left to remove. */
export async function removeData(mongoUrl: string, redisUrl: string, prefix: string): Promise<void> {
  await Promise.allSettled([dropDatabase(mongoUrl), removeKeys(redisUrl, prefix)]);
}

async function dropDatabase(url: string): Promise<void> {
  const connection = mongoose.createConnection(url, { serverSelectionTimeoutMS: PATIENCE_MS });
  try {
    await connection.asPromise();
    await connection.dropDatabase();
  } finally {
    await connection.close(true);
  }
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: PATIENCE_MS, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }))
      if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  } finally {
    redis.disconnect();
  }
}
