import type { Redis } from 'ioredis';
import { SettingsError } from '../process/settings-error.js';
import { certificateFault } from './redis-tls.js';

/** What a server answers to a user or a password that it does not take, and to none where it wants one. */
const REFUSES = /^(WRONGPASS|NOAUTH)/;

const refusing = new WeakSet<Redis>();

/** What to do about a user or a password that Redis does not take. Undefined: it takes them, or nobody was there. */
export const passwordFault = (redis: Redis): string | undefined =>
  refusing.has(redis) ? 'Redis refuses the user or the password in REDIS_URL: correct them' : undefined;

/** Keeps that fault until Redis is there (no error). */
export function notePassword(redis: Redis, error?: Error): void {
  if (error === undefined) refusing.delete(redis);
  else if (REFUSES.test(error.message)) refusing.add(redis);
}

/**
 * Rejects with a SettingsError as soon as Redis refuses the password, or its certificate is not taken: no waiting helps. Never
 * resolves.
 */
export const redisRefused = (redis: Redis): Promise<never> =>
  new Promise((_resolve, reject) => {
    const look = (): void => {
      const fault = certificateFault(redis) ?? passwordFault(redis);
      if (fault !== undefined) reject(new SettingsError(`Settings: ${fault}.`));
    };
    redis.on('error', look);
    redis.on('node error', look);
    look();
  });
