import { createHash } from 'node:crypto';
import type { Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { mastersOf } from '../cluster-masters.js';
import { guardOutages } from '../../process/outage.js';

/**
 * Counts calls by client address in fixed windows, under `<prefix>:<what>:`. Throws an OutageError if Redis is away.
 */
export function createAddressCounts(redis: Redis, prefix: string, what: string): Store {
  const { send } = guardOutages('Redis', { send: sender(redis) });
  return new RedisStore({ prefix: `${prefix}:${what}:`, sendCommand: send });
}

/**
 * The store keeps the result of its first SCRIPT LOAD forever, even a failure. A script's name is its SHA-1, so this
 * computes the answer if Redis is away at start. A later NOSCRIPT error makes the store load the script.
 */
const sender =
  (redis: Redis) =>
  async (command: string, ...args: string[]): Promise<RedisReply> => {
    try {
      // A script is called by its name on the server of its key, so each one must know it.
      if (command === 'SCRIPT') {
        const told = mastersOf(redis).map((master) => master.call(command, ...args));
        return (await Promise.all(told))[0] as RedisReply;
      }
      return (await redis.call(command, ...args)) as RedisReply;
    } catch (error) {
      if (command !== 'SCRIPT') throw error;
      return createHash('sha1')
        .update(args[1] ?? '')
        .digest('hex');
    }
  };
