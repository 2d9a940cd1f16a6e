import { Redis, type CommonRedisOptions } from 'ioredis';
import type { Log } from '../logger.js';

/**
 * `caller`: for commands that somebody waits for: nothing is queued while Redis is away, every command has a time
 * limit. `listener`: for BullMQ's workers and subscriptions: waits for Redis for ever.
 */
export type RedisFlavour = 'caller' | 'listener';

/**
 * `socketTimeout`: a connection that leaves a command unanswered for so long is given up and made anew. One that died
 * without a word (a host replaced, a firewall's memory) would be believed in for a quarter of an hour.
 */
const FLAVOURS: Readonly<Record<RedisFlavour, Omit<CommonRedisOptions, 'replyMapping'>>> = {
  // A command whose connection broke is not sent again by itself: its caller knows whether repeating is harmless.
  caller: {
    enableOfflineQueue: false,
    commandTimeout: 700,
    connectTimeout: 700,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    socketTimeout: 2_000,
  },
  // Longer than BullMQ ever asks Redis to wait with an answer (10 s).
  listener: { maxRetriesPerRequest: null, connectTimeout: 5_000, socketTimeout: 12_000 },
};

const SAY_EVERY_MS = 10_000;

/** A connection that finds Redis again by itself, within half a second of its return, and says when it is away. */
export function openRedis(url: string, flavour: RedisFlavour, log: Log): Redis {
  const redis = new Redis(url, {
    ...FLAVOURS[flavour],
    connectionName: `leadkeep-${flavour}`,
    retryStrategy: (times) => Math.min(50 * times, 500),
    // After a failover the old master answers READONLY: connect anew to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let saidAt: number | undefined;
  redis.on('error', (error: Error) => {
    if (saidAt !== undefined && performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ err: error }, 'waiting for Redis');
  });
  redis.on('ready', () => {
    if (saidAt !== undefined) log.info('Redis is there');
    saidAt = undefined;
  });
  return redis;
}

/** Ends a connection without waiting for a Redis that is away. */
export function closeRedis(redis: Redis): void {
  redis.disconnect();
}
