import type { Redis } from 'ioredis';
import type { SentinelAddress } from './redis-address.js';

type Asked = Pick<SentinelAddress, 'master' | 'hosts'>;

/** What a Sentinel's own words mean, in a few words for operators. Any other error is one of the way to it. */
const ANSWERS: readonly (readonly [words: RegExp, fault: (asked: Asked) => string])[] = [
  [
    /NOAUTH|WRONGPASS|NOPERM/,
    ({ hosts }) => `a Sentinel of ${hosts} refuses the password (sentinel_password)`,
  ],
  [
    /got an invalid reply|No such master/,
    ({ master, hosts }) => `a Sentinel of ${hosts} names no master "${master}"`,
  ],
];

const faults = new WeakMap<Redis, string>();

/** Why no master is known, in a few words for operators. Undefined: there is one, or nobody asks Sentinels. */
export const sentinelFault = (redis: Redis): string | undefined => faults.get(redis);

/** Keeps why the Sentinels led to no master, until they do. */
export function watchSentinels(redis: Redis, asked: SentinelAddress): void {
  redis.on('sentinelError', ({ message }: Error) => {
    faults.set(redis, faultAfter(message, asked, faults.get(redis)));
  });
  redis.on('ready', () => faults.delete(redis));
}

/** The fault after one more Sentinel led to no master. That one does not answer says less than what another answered. */
export function faultAfter(message: string, asked: Asked, known: string | undefined): string {
  const answer = ANSWERS.find(([words]) => words.test(message));
  return answer?.[1](asked) ?? known ?? `no Sentinel of ${asked.hosts} answers`;
}
