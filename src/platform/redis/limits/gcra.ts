import type { Redis } from 'ioredis';
import type { RateLimiter, Bucket, TokensTaken } from '../../../app/ports/rate-limiter.js';
import { guardOutages } from '../../process/outage.js';

/** A limit check without an answer must not block a call: after this time the call gets a 503. */
const CALL_LIMIT_MS = 500;

/**
 * The generic cell rate algorithm: a token bucket kept as one number, the time at which the bucket is full again. A
 * call moves that time by one interval. The call is refused if the new time would lie more than `burst` intervals
 * ahead in any of its buckets.
 *
 * KEYS: the buckets. ARGV: now in µs ('' for the server's clock), ms for which a key is kept after its bucket is
 * full, then for each bucket its interval in µs (a decimal number) and its burst.
 * Returns: 1 or 0, and the µs until one more call is allowed by all of them.
 */
const TAKE = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local allowed, buckets = true, {}
for n, key in ipairs(KEYS) do
  local interval, burst = tonumber(ARGV[1 + 2 * n]), tonumber(ARGV[2 + 2 * n])
  local capacity = interval * burst
  local stored = tonumber(redis.call('GET', key) or now)
  -- A clock that was set back and a lowered limit must not lock a key out for longer than an empty bucket does.
  local full_at = math.min(math.max(stored, now), now + capacity)
  -- Times are stored in whole µs: without the one µs of tolerance a call could come late by rounding.
  if full_at + interval - now > capacity + 1 then allowed = false end
  buckets[n] = { interval = interval, capacity = capacity, stored = stored, full_at = full_at }
end
local wait = 0
for n, key in ipairs(KEYS) do
  local interval, capacity, full_at = buckets[n].interval, buckets[n].capacity, buckets[n].full_at
  if allowed then full_at = full_at + interval end
  if allowed or buckets[n].stored > full_at then
    redis.call('SET', key, string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000) + ARGV[2])
  end
  wait = math.max(wait, full_at + interval - now - capacity)
end
return { allowed and 1 or 0, math.ceil(wait) }
`;

interface GcraCommand {
  gcraTake(keyCount: number, ...keysAndArguments: (string | number)[]): Promise<[0 | 1, number]>;
}

/** One millisecond, for rounding. */
const KEPT_MS = 1;

/** Keys expire by Redis's clock, which keeps running while a simulated clock is stopped. */
const KEPT_SIMULATED_MS = 3_600_000;

/** Buckets are stored under `{<prefix>:limits}:`: one hash tag, because one script takes from several. A full bucket has no key. A call longer than `limitMs` is an outage. */
export function createGcra(redis: Redis, prefix: string, limitMs = CALL_LIMIT_MS): RateLimiter {
  redis.defineCommand('gcraTake', { lua: TAKE });
  const commands = redis as Redis & GcraCommand;
  const take = async (buckets: readonly Bucket[], nowMs?: number): Promise<TokensTaken> => {
    const [allowed, nextInUs] = await commands.gcraTake(
      buckets.length,
      ...buckets.map(({ name }) => `{${prefix}:limits}:${name}`),
      nowMs === undefined ? '' : nowMs * 1_000,
      nowMs === undefined ? KEPT_MS : KEPT_SIMULATED_MS,
      ...buckets.flatMap(({ limit: { per_minute, burst } }) => [60_000_000 / per_minute, burst]),
    );
    const seconds = Math.ceil(nextInUs / 1_000_000);
    return {
      allowed: allowed === 1,
      retryAfterSeconds: allowed === 1 ? seconds : Math.max(1, seconds),
      nextInMs: Math.ceil(nextInUs / 1_000),
    };
  };
  return guardOutages('Redis', { take }, limitMs);
}
