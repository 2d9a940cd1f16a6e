import type { Redis } from 'ioredis';
import type { GateView } from '../../app/ports/destination-gate-view.js';
import type { LedgerView } from '../../app/ports/ledger-view.js';
import { createLogger } from '../../platform/process/logger.js';
import { startStallTolerantTimeout } from '../../platform/process/stall-tolerant-timeout.js';
import { readGates } from '../../platform/redis/destination-gate/read-gate.js';
import { whyUnsuitable } from '../../platform/redis/ledger/suitability.js';
import { refusePreRelease } from '../../platform/redis/ledger/pre-release.js';
import { createLedgerView } from '../../platform/redis/ledger/read-uses.js';
import { closeRedis, openRedis } from '../../platform/redis/redis.js';
import { readRedisAddress } from '../../platform/redis/redis-address.js';
import { redisRefused } from '../../platform/redis/redis-refusal.js';
import { CliError } from '../cli-error.js';
import { outageOf } from './outage-of.js';
import { settingsOf } from './settings-of.js';
import { unreachableMessage } from './unreachable-message.js';

/** What the commands read from Redis. Every method throws on an outage. */
export interface RedisView extends LedgerView {
  /** The destination gate's view by destination id. */
  destinationGates(ids: readonly string[], now: Date): Promise<ReadonlyMap<string, GateView>>;
  /** Why nothing can be sold with this Redis. Undefined: it can. */
  whyUnsuitable(): Promise<string | undefined>;
  /** Throws a SettingsError if a pre-release wrote the keys. */
  refusePreRelease(): Promise<void>;
}

/** Runs `use` with the Redis of `REDIS_URL`, and closes it. Throws a CliError if the server does not answer. */
export const withRedis = <T>(env: NodeJS.ProcessEnv, use: (redis: RedisView) => Promise<T>): Promise<T> =>
  withRedisConnection(env, (redis, prefix) =>
    use({
      ...createLedgerView(redis, prefix),
      destinationGates: (ids, now) => readGates(redis, prefix, ids, now),
      whyUnsuitable: () => whyUnsuitable(redis),
      refusePreRelease: () => refusePreRelease(redis, prefix),
    }),
  );

/** `withRedis` for the wiring, which needs the client itself. */
export async function withRedisConnection<T>(
  env: NodeJS.ProcessEnv,
  use: (redis: Redis, prefix: string) => Promise<T>,
): Promise<T> {
  const settings = settingsOf(env, /^(REDIS_.*|CONNECT_WAIT_MS)$/);
  const { redisUrl, redisPrefix, connectWaitMs } = settings;
  const redis = openRedis(redisUrl, 'operator', createLogger({ logLevel: 'silent' }, 'cli'), settings);
  const otherwise = unreachableMessage('Redis', readRedisAddress(redisUrl).hosts, 'REDIS_URL', env);
  try {
    await Promise.race([ready(redis, connectWaitMs, otherwise), redisRefused(redis)]);
    return await use(redis, redisPrefix);
  } catch (error) {
    throw outageOf('Redis', error);
  } finally {
    closeRedis(redis);
  }
}

function ready(redis: Redis, waitMs: number, otherwise: string): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = startStallTolerantTimeout(waitMs, () => {
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
