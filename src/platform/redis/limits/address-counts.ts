import { createHash } from 'node:crypto';
import type { Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { guardOutages } from '../../process/outage.js';

/** Counts of client addresses in fixed windows, under `<prefix>:<what>:`. Throws an OutageError when Redis is away. */
export function createAddressCounts(redis: Redis, prefix: string, what: string): Store {
  const { send } = guardOutages('Redis', { send: sender(redis) });
  return new RedisStore({ prefix: `${prefix}:${what}:`, sendCommand: send });
}

/**
 * The store keeps the result of its first SCRIPT LOAD forever, also a failure. A script's name is its own SHA-1, so
 * it is answered without Redis if Redis is away at start; NOSCRIPT makes the store load the script later.
 */
const sender =
  (redis: Redis) =>
  async (command: string, ...args: string[]): Promise<RedisReply> => {
    try {
      return (await redis.call(command, ...args)) as RedisReply;
    } catch (error) {
      if (command !== 'SCRIPT') throw error;
      return createHash('sha1')
        .update(args[1] ?? '')
        .digest('hex');
    }
  };
