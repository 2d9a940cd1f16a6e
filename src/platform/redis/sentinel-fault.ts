import type { Redis } from 'ioredis';
import type { SentinelAddress } from './redis-address.js';

type Asked = Pick<SentinelAddress, 'master' | 'hosts'>;

/** What a Sentinel's own words mean, in a few words for operators. Any other error is one of the way to it. */
const ANSWERS: readonly (readonly [words: RegExp, fault: (asked: Asked) => string])[] = [
  [/NOAUTH|WRONGPASS/, ({ hosts }) => `a Sentinel of ${hosts} refuses the password (sentinel_password)`],
  [/NOPERM/, ({ hosts }) => `a Sentinel of ${hosts} does not let its default user ask for the master`],
  [
    /got an invalid reply|No such master/,
    ({ master, hosts }) => `a Sentinel of ${hosts} names no master "${master}"`,
  ],
];

const faults = new WeakMap<Redis, string>();

/** Why no master is known, in a few words for operators. Undefined: there is one, or nobody asks Sentinels. */
export const sentinelFault = (redis: Redis): string | undefined => faults.get(redis);

/** How the driver says that it asked all of them, and begins anew. */
const ROUND_IS_OVER = /^All sentinels are unreachable/;

/**
 * Keeps why the Sentinels led to no master, until they do. What one answered in a round counts until the end of the next
 * one: then they may all be silent.
 */
export function watchSentinels(redis: Redis, asked: SentinelAddress): void {
  let ofRound: string | undefined;
  redis.on('sentinelError', ({ message }: Error) => {
    ofRound = faultAfter(message, asked, ofRound);
    if (!faults.has(redis) || isAnswer(message)) faults.set(redis, ofRound);
  });
  redis.on('error', ({ message }: Error) => {
    if (!ROUND_IS_OVER.test(message)) return;
    if (ofRound !== undefined) faults.set(redis, ofRound);
    ofRound = undefined;
  });
  redis.on('ready', () => {
    ofRound = undefined;
    faults.delete(redis);
  });
}

const isAnswer = (message: string): boolean => ANSWERS.some(([words]) => words.test(message));

/** The fault after one more Sentinel led to no master. That one does not answer says less than what another answered. */
export function faultAfter(message: string, asked: Asked, known: string | undefined): string {
  const answer = ANSWERS.find(([words]) => words.test(message));
  return answer?.[1](asked) ?? known ?? `no Sentinel of ${asked.hosts} answers`;
}
