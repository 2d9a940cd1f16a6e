/**
 * The destination gate's Lua scripts. Each is one atomic step. Times are the server's, in ms.
 *
 * KEYS:
 * - `breakers`: one hash for all destinations that are not known to be healthy. It maps an id to: failures in a row,
 * openings in a row, open until, probe until, the probe's permit.
 * - `flow`: a hash with `next` (when the throttle allows the next request) and `avg` (how long requests take).
 * - `flying`: the permits in flight, each with the time until which it counts.
 * - `waiting`: the waiting permits, each with the time at which it asks again.
 * - `recent`: the newest calls.
 */
const PRELUDE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local breakers, flow, flying, waiting, recent = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, permit = ARGV[1], ARGV[2]
local DAY, HOUR = 86400000, 3600000

local function read_breaker()
  local stored = redis.call('HGET', breakers, id)
  if not stored then return nil end
  local failures, opens, open_until, probe_until, probe = string.match(stored, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return { failures = tonumber(failures), opens = tonumber(opens), open_until = tonumber(open_until),
    probe_until = tonumber(probe_until), probe = probe }
end
local function write_breaker(b)
  redis.call('HSET', breakers, id,
    string.format('%d %d %.0f %.0f %s', b.failures, b.opens, b.open_until, b.probe_until, b.probe))
  redis.call('PEXPIRE', breakers, DAY)
end
`;

/**
 * ARGV: id, permit, per minute or '', most in flight or '', lease in ms, 1 to only look (a `go` then reserves
 * nothing). Returns `go`, or the reason to wait and for how many ms.
 *
 * The wait depends on the number of permits ahead. So in a long queue most ask rarely, and the first one asks often.
 * A new permit does not overtake waiting ones. A waiting permit that never asks again is dropped after a minute.
 */
export const ENTER = `${PRELUDE}
local per_minute, most, lease, is_look = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6] == '1'
redis.call('ZREMRANGEBYSCORE', waiting, '-inf', now - 60000)
redis.call('ZREMRANGEBYSCORE', flying, '-inf', now)
local queue = redis.call('ZCARD', waiting)
local rank = redis.call('ZRANK', waiting, permit)
local is_new = not rank
rank = rank or queue

local function wait(why, at)
  at = math.ceil(math.max(at, now + 50))
  redis.call('ZADD', waiting, at, permit)
  redis.call('PEXPIRE', waiting, at - now + HOUR)
  return { why, at - now }
end
-- A destination that comes back is not met by all who wait for it at once: a few follow soon after the probe, the
-- long queue when a probe that hangs would have ended, so that it is not asked in vain meanwhile.
local function behind()
  if rank == 0 then return 0 end
  return (rank < 10 and 1000 or 1000 + lease) + (rank % 1500) * 40
end

local b = read_breaker()
local is_probe = false
if b and b.open_until > 0 then
  if b.open_until > now then return wait('destination_down', b.open_until + behind()) end
  if b.probe_until > now and b.probe ~= permit then
    -- A destination that works answers soon; who has asked a second time waits for the probe's end.
    local soon = b.probe_until - lease + 1000
    return wait('destination_down', (now < soon and now + 1000 or b.probe_until) + behind())
  end
  is_probe = true
end
local yields = is_new and not is_probe

if most then
  local free = most - redis.call('ZCARD', flying)
  if redis.call('ZSCORE', flying, permit) then free = free + 1 end
  if free <= 0 or (yields and queue >= free) then
    local each = math.max(100, tonumber(redis.call('HGET', flow, 'avg') or 1000))
    if rank < most then return wait('no_room', now + math.min(1000, each)) end
    return wait('no_room', now + math.min(30000, math.max(1000, math.floor(rank / most) * each)))
  end
end
if per_minute then
  local interval = 60000 / per_minute
  local next_at = tonumber(redis.call('HGET', flow, 'next') or 0)
  -- A clock that was set back, or a raised limit, must not hold anybody up for longer than one interval.
  next_at = math.min(next_at, now + interval)
  if next_at > now or (yields and queue > 0) then
    return wait('throttled', math.max(next_at, now) + rank * interval)
  end
  -- Whoever comes a little late does not make all others later.
  if next_at < now - math.min(250, interval) then next_at = now end
  if is_look then return { 'go', 0 } end
  next_at = next_at + interval
  redis.call('HSET', flow, 'next', string.format('%.3f', next_at))
  redis.call('PEXPIRE', flow, HOUR)
end
if is_look then return { 'go', 0 } end
redis.call('ZREM', waiting, permit)
if most then
  redis.call('ZADD', flying, now + lease, permit)
  redis.call('PEXPIRE', flying, lease + 1000)
end
if is_probe then
  b.probe_until, b.probe = now + lease, permit
  write_breaker(b)
end
return { 'go', 0 }
`;

/**
 * ARGV: id, permit, `up` | `down` | `neither` | `unused`, 1 if the outcome is unknown, failures that open the
 * breaker, opening in ms, longest opening in ms, duration in ms, the call as text. Returns for how many ms the
 * breaker stays open, or 0.
 */
export const LEAVE = `${PRELUDE}
local health, is_unknown = ARGV[3], ARGV[4] == '1'
local most_failures, open_for, longest = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
redis.call('ZREM', waiting, permit)
if redis.call('ZREM', flying, permit) == 1 and health ~= 'unused' then
  local avg = tonumber(redis.call('HGET', flow, 'avg') or ARGV[8])
  redis.call('HSET', flow, 'avg', string.format('%.0f', avg * 0.8 + tonumber(ARGV[8]) * 0.2))
  redis.call('PEXPIRE', flow, HOUR)
end
if health ~= 'unused' then
  redis.call('LPUSH', recent, string.format('%.0f', now) .. ' ' .. ARGV[9])
  redis.call('LTRIM', recent, 0, 999)
  redis.call('PEXPIRE', recent, HOUR)
end

local b = read_breaker()
local is_probe = b and b.probe ~= '' and b.probe == permit
if health == 'up' then
  if b then redis.call('HDEL', breakers, id) end
  return 0
end
if health == 'down' then
  b = b or { failures = 0, opens = 0, open_until = 0, probe_until = 0, probe = '' }
  b.failures = b.failures + 1
  if b.open_until == 0 and b.failures >= most_failures then
    b.opens, b.open_until = 1, now + open_for
  elseif is_probe then
    -- Each probe that is not heard of again costs an operator's time; one that was refused costs nobody anything.
    b.opens = is_unknown and b.opens + 1 or 1
    b.open_until = now + math.min(longest, open_for * 2 ^ math.min(20, b.opens - 1))
    b.probe_until, b.probe = 0, ''
  end
  write_breaker(b)
  return math.max(0, b.open_until - now)
end
if is_probe then
  b.probe_until, b.probe = 0, ''
  write_breaker(b)
end
return b and math.max(0, b.open_until - now) or 0
`;

/**
 * KEYS: breakers. Returns for each destination with failures: id, state, failures, ms until the breaker closes, ms
 * until the probe must end.
 */
export const STATES = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HGETALL', KEYS[1])
local states = {}
for i = 1, #stored, 2 do
  local failures, opens, open_until, probe_until = string.match(stored[i + 1], '^(%d+) (%d+) (%d+) (%d+) ')
  local state = 'closed'
  if tonumber(open_until) > now then state = 'open'
  elseif tonumber(open_until) > 0 then state = 'half-open' end
  states[#states + 1] = { stored[i], state, tonumber(failures), math.max(0, open_until - now),
    math.max(0, probe_until - now) }
end
return states
`;
