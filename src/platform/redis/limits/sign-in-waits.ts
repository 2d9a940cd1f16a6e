import type { Redis } from 'ioredis';
import type { SignInWaits, WaitCounter } from '../../../app/ports/sign-in-ports.js';
import { SIGN_IN_WAITS } from '../../../core/people/sign-in-waits.js';
import { guardOutages } from '../../process/outage.js';

/** A check without an answer must not block a call: after this time the call gets a 503. */
const CALL_LIMIT_MS = 500;

/**
 * KEYS: the counters, hashes of `n` (failures) and `until` (ms). ARGV, for each: failures that cost nothing, first
 * wait, longest wait, ms for which it is kept. Returns the ms to wait. 0: all were counted.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
for i, key in ipairs(KEYS) do
  -- A clock that was set back must not lock anybody out for longer than the longest wait.
  wait = math.max(wait, math.min(tonumber(ARGV[4 * i - 1]), tonumber(redis.call('HGET', key, 'until') or 0) - now))
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  local free, first, most, kept = ARGV[4 * i - 3], ARGV[4 * i - 2], ARGV[4 * i - 1], ARGV[4 * i]
  local n = redis.call('HINCRBY', key, 'n', 1)
  local pause = 0
  if n >= tonumber(free) then pause = math.min(tonumber(most), first * 2 ^ math.min(30, n - free)) end
  redis.call('HSET', key, 'until', string.format('%.0f', now + pause))
  redis.call('PEXPIRE', key, kept)
end
return 0
`;

/** KEYS: the counters. Takes one failure back from each, and its wait. */
const GIVE_BACK = `
for _, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then
    if redis.call('HINCRBY', key, 'n', -1) <= 0 then redis.call('DEL', key)
    else redis.call('HSET', key, 'until', 0) end
  end
end
`;

interface Commands {
  signInTake(count: number, ...keysAndArguments: (string | number)[]): Promise<number>;
  signInGiveBack(count: number, ...keys: string[]): Promise<null>;
}

/** Counters under `{<prefix>:sign-in}:`, with one hash tag for a cluster. Their names are keyed hashes, so Redis holds no address of anybody. */
export function createSignInWaits(redis: Redis, prefix: string): SignInWaits {
  redis.defineCommand('signInTake', { lua: TAKE });
  redis.defineCommand('signInGiveBack', { lua: GIVE_BACK });
  const commands = redis as Redis & Commands;
  const keysOf = (counters: readonly WaitCounter[]): string[] =>
    counters.map(({ kind, name }) => `{${prefix}:sign-in}:${kind}:${name}`);
  return guardOutages(
    'Redis',
    {
      async take(counters: readonly WaitCounter[]) {
        const rules = counters.map(({ kind }) => SIGN_IN_WAITS[kind]);
        const ms = await commands.signInTake(
          counters.length,
          ...keysOf(counters),
          ...rules.flatMap(({ free, firstMs, mostMs, keptMs }) => [free, firstMs, mostMs, keptMs]),
        );
        return Math.ceil(ms / 1_000);
      },
      async giveBack(counters: readonly WaitCounter[]) {
        await commands.signInGiveBack(counters.length, ...keysOf(counters));
      },
    },
    CALL_LIMIT_MS,
  );
}
