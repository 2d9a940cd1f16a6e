import type { Redis } from 'ioredis';
import type { Limit } from '../../core/limits.js';
import { guardOutages } from '../outage.js';

/** A limit that can't be asked must not hold a call up: it is answered 503. */
const CALL_LIMIT_MS = 500;

/**
 * The generic cell rate algorithm: a token bucket kept as one number, the time at which the bucket is full again.
 * A call moves it by one interval; it is let through unless that would lie more than `burst` intervals ahead.
 *
 * KEYS: the bucket. ARGV: interval in µs (a decimal number), burst, now in µs ('' for the server's clock), ms that the
 * key is kept beyond the time at which the bucket is full.
 * Returns: 1 or 0, calls left, µs until one more call is let through, µs until the bucket is full.
 */
const TAKE = `
local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local capacity = interval * burst
local stored = tonumber(redis.call('GET', KEYS[1]) or now)
-- A clock that was set back and a lowered limit must not lock a key out for longer than an empty bucket does.
local full_at = math.min(math.max(stored, now), now + capacity)
-- Times are stored in whole µs: without the one µs of tolerance a call could come late by rounding.
local allowed = full_at + interval - now <= capacity + 1
if allowed then full_at = full_at + interval end
if allowed or stored > full_at then
  redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000) + ARGV[4])
end
local left = math.max(0, math.floor((capacity - (full_at - now) + 1) / interval))
local wait = math.max(0, full_at + interval - now - capacity)
return { allowed and 1 or 0, left, math.ceil(wait), math.ceil(full_at - now) }
`;

interface Taken {
  readonly allowed: boolean;
  /** Calls that would be let through now. */
  readonly remaining: number;
  /** Whole seconds until one more call is let through, at least 1 when this one was refused, else 0 or more. */
  readonly retryAfterSeconds: number;
  /** Milliseconds until one more call is let through, rounded up. */
  readonly nextInMs: number;
  /** Milliseconds until the whole burst is there again, rounded up. */
  readonly fullInMs: number;
}

export interface Gcra {
  /**
   * Takes one from the bucket, in one Redis call; a refused call takes nothing. `nowMs`: simulated time, else
   * Redis' clock, which all processes share. Throws an OutageError within half a second when Redis is away.
   */
  take(bucket: string, limit: Limit, nowMs?: number): Promise<Taken>;
}

interface GcraCommand {
  gcraTake(
    key: string,
    intervalUs: number,
    burst: number,
    nowUs: number | '',
    keptMs: number,
  ): Promise<[0 | 1, number, number, number]>;
}

/** For rounding. */
const KEPT_MS = 1;
/** Keys expire by Redis' clock, which goes on while a simulated time stands. */
const KEPT_SIMULATED_MS = 3_600_000;

/** Buckets under `<prefix>:limit:`. A bucket that is full has no key. A call that takes longer than `limitMs` is an outage. */
export function createGcra(redis: Redis, prefix: string, limitMs = CALL_LIMIT_MS): Gcra {
  redis.defineCommand('gcraTake', { numberOfKeys: 1, lua: TAKE });
  const commands = redis as Redis & GcraCommand;
  return guardOutages(
    'Redis',
    {
      async take(bucket: string, { per_minute, burst }: Limit, nowMs?: number): Promise<Taken> {
        const now = nowMs === undefined ? '' : nowMs * 1_000;
        const reply = await commands.gcraTake(
          `${prefix}:limit:${bucket}`,
          60_000_000 / per_minute,
          burst,
          now,
          nowMs === undefined ? KEPT_MS : KEPT_SIMULATED_MS,
        );
        const [allowed, remaining, nextInUs, fullInUs] = reply;
        const seconds = Math.ceil(nextInUs / 1_000_000);
        return {
          allowed: allowed === 1,
          remaining,
          retryAfterSeconds: allowed === 1 ? seconds : Math.max(1, seconds),
          nextInMs: Math.ceil(nextInUs / 1_000),
          fullInMs: Math.ceil(fullInUs / 1_000),
        };
      },
    },
    limitMs,
  );
}
