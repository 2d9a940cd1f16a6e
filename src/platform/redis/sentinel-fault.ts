import type { Redis } from 'ioredis';
import type { SentinelAddress } from './redis-address.js';

const faults = new WeakMap<Redis, string>();

/** Why no master is known, in a few words for operators. Undefined: there is one, or nobody asks Sentinels. */
export const sentinelFault = (redis: Redis): string | undefined => faults.get(redis);

/** Keeps why the Sentinels led to no master, until they do. */
export function watchSentinels(redis: Redis, { master, hosts }: SentinelAddress): void {
  redis.on('sentinelError', (error: Error) => {
    faults.set(
      redis,
      /got an invalid reply|No such master/.test(error.message)
        ? `a Sentinel of ${hosts} names no master "${master}"`
        : `no Sentinel of ${hosts} answers`,
    );
  });
  redis.on('ready', () => faults.delete(redis));
}
