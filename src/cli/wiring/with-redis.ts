import type { Redis } from 'ioredis';
import { closeRedis, openRedis } from '../../platform/redis/redis.js';
import { startStallTolerantTimeout } from '../../platform/process/stall-tolerant-timeout.js';
import { createLogger } from '../../platform/process/logger.js';
import { readSettings } from '../../platform/process/settings.js';
import { CliError } from '../cli-error.js';
import { unreachableMessage } from './unreachable-message.js';

const MAX_WAIT_MS = 5_000;

/** Runs `use` with a connection to the Redis of `REDIS_URL` and closes it. A CliError when nothing answers there. */
export async function withRedis<T>(
  env: NodeJS.ProcessEnv,
  use: (redis: Redis, prefix: string) => Promise<T>,
): Promise<T> {
  const { redisUrl, redisPrefix } = redisSettings(env);
  const redis = openRedis(redisUrl, 'operator', createLogger({ logLevel: 'silent' }, 'cli'));
  try {
    await ready(redis, unreachableMessage('Redis', new URL(redisUrl).host, 'REDIS_URL', env));
    return await use(redis, redisPrefix);
  } finally {
    closeRedis(redis);
  }
}

/** Reads these settings by the schema of all: the operator's machine need not have the others. */
const redisSettings = ({ REDIS_URL, REDIS_PREFIX }: NodeJS.ProcessEnv) =>
  readSettings({ REDIS_URL, REDIS_PREFIX, IDENTITY_SECRET: 'not used by the command line'.padEnd(32) });

function ready(redis: Redis, otherwise: string): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = startStallTolerantTimeout(MAX_WAIT_MS, () => {
      redis.off('ready', found);
      reject(new CliError(otherwise));
    });
    const found = (): void => {
      stop();
      resolve();
    };
    redis.once('ready', found);
  });
}
