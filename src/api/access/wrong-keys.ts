import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { secondsUntil } from '../../core/limits/limits.js';
import type { Log } from '../../platform/process/logger.js';
import type { Settings } from '../../platform/process/settings.js';
import { rateLimited } from '../faults.js';
import { runMiddleware } from './rate-limit.js';

/** Limits AUTH_INVALID answers for each client address. Only wrong keys count. */
export interface WrongKeys {
  /** Throws RATE_LIMITED when the address has had its share of wrong keys: no unknown key is looked up for it. */
  refuseWhenOver(request: Request): Promise<void>;
  /** Counts one; throws RATE_LIMITED when it is one too many. */
  count(request: Request, response: Response): Promise<void>;
}

type WrongKeySettings = Pick<Settings, 'redisPrefix' | 'wrongKeysPerMinute' | 'wrongKeysBurst'>;

/** `what` is counted by itself: wrong API keys, or wrong tokens of callbacks. */
export function createWrongKeys(
  what: 'wrong-keys' | 'wrong-tokens',
  redis: Redis,
  settings: WrongKeySettings,
  log: Log,
  clock: () => Date,
): WrongKeys {
  const { redisPrefix, wrongKeysPerMinute, wrongKeysBurst } = settings;
  const refuse = (resetTime: Date | undefined): Error => {
    const now = clock();
    return rateLimited(secondsUntil(resetTime ?? now, now));
  };
  const warn = (err: unknown): void => {
    log.warn({ err, what }, 'what is wrong can not be counted');
  };
  const limiter = rateLimit({
    store: new RedisStore({ prefix: `${redisPrefix}:${what}:`, sendCommand: sender(redis) }),
    // A burst at once, and over many windows so many a minute.
    windowMs: Math.ceil((wrongKeysBurst / wrongKeysPerMinute) * 60_000),
    limit: wrongKeysBurst,
    keyGenerator: addressOf,
    handler: (request, _response, next) => {
      next(refuse((request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime));
    },
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    logger: { error: warn, warn },
  });
  return {
    async refuseWhenOver(request) {
      const counted = await limiter.getKey(addressOf(request));
      if (counted && counted.totalHits >= wrongKeysBurst) throw refuse(counted.resetTime);
    },
    count: (request, response) => runMiddleware(limiter, request, response),
  };
}

/** IPv6 clients own whole networks, so they are counted by network. */
const addressOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown');

/**
 * The store keeps what its first SCRIPT LOAD gave for ever, also a failure. A script's name is its own SHA-1, so it
 * is answered without Redis when Redis is away at start; NOSCRIPT makes the store load it later.
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
