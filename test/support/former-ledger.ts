import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { bucketNameOf, type CountedCaps } from '../../src/core/caps/cap-buckets.js';
import type { CapBucket } from '../../src/core/caps/windows.js';
import { expiryOf, ledgerKeys } from '../../src/platform/redis/ledger/ledger-keys.js';

/** The ledger's scripts as the build of commit c34172a has them, which may run beside this one for a while. */
const PRELUDE = `
local run_id = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local stored = redis.call('HMGET', KEYS[1], 'epoch', 'token', 'version', 'caps')
local sound = stored[1] == run_id and stored[2]
local locked = redis.call('EXISTS', KEYS[2]) == 1
local base = KEYS[1] .. ':' .. (stored[2] or '')

local function all_known(ids)
  for from = 1, #ids, 1000 do
    local some = redis.call('SMISMEMBER', base .. ':known', unpack(ids, from, math.min(from + 999, #ids)))
    for _, known in ipairs(some) do
      if known == 0 then return false end
    end
  end
  return true
end
`;

const ALIKE = `
local function alike(version, caps)
  if stored[4] ~= caps then return false end
  if tonumber(version) > tonumber(stored[3] or 0) then redis.call('HSET', KEYS[1], 'version', version) end
  return true
end
`;

const PLACES = `${ALIKE}
local function read_places(from, count)
  local places, ids = {}, {}
  for i = 0, count - 1 do
    local at = from + i * 4
    local key = base .. ':' .. ARGV[at + 1]
    ids[#ids + 1] = ARGV[at]
    places[#places + 1] = { cap = ARGV[at], members = key .. ':in', confirmed = key .. ':ok',
      limit = tonumber(ARGV[at + 2]), expiry = ARGV[at + 3] }
  end
  return places, ids
end
local function ready(version, caps) return sound and not locked and alike(version, caps) end
local function expire(key, place)
  if place.expiry ~= '' then redis.call('PEXPIREAT', key, place.expiry) end
end
local function used_by_others(place, member)
  local used = tonumber(redis.call('GET', place.confirmed) or 0) + redis.call('SCARD', place.members)
  return used - redis.call('SISMEMBER', place.members, member)
end
local function first_full(places, member)
  for _, place in ipairs(places) do
    if used_by_others(place, member) >= place.limit then return place.cap end
  end
end
local function add(places, member)
  for _, place in ipairs(places) do
    redis.call('SADD', place.members, member)
    expire(place.members, place)
  end
end
`;

const TAKE = `${PRELUDE}${PLACES}
local member, from_count, to_count = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[5])
local from, from_ids = read_places(6, from_count)
local to, to_ids = read_places(6 + from_count * 4, to_count)
if not ready(ARGV[2], ARGV[3]) or not all_known(from_ids) or not all_known(to_ids) then return { 'stale' } end
local full = first_full(to, member)
if full then return { 'full', full } end
add(to, member)
local kept = {}
for _, place in ipairs(to) do kept[place.members] = true end
for _, place in ipairs(from) do
  if not kept[place.members] then redis.call('SREM', place.members, member) end
end
return { 'reserved' }
`;

const BEGIN = `${PRELUDE}${ALIKE}
if locked then return { 'busy' } end
local version, caps, ids, wanted = tonumber(ARGV[3]), ARGV[4], {}, {}
for i = 6, #ARGV do
  ids[#ids + 1] = ARGV[i]
  wanted[ARGV[i]] = true
end
if sound and ARGV[5] == 'when_stale' then
  if alike(version, caps) and all_known(ids) then return { 'current' } end
  if tonumber(stored[3] or 0) > version then return { 'busy' } end
  if stored[4] and all_known(ids) then
    local answer = { 'cut', stored[2] }
    for _, id in ipairs(redis.call('SMEMBERS', base .. ':known')) do
      if not wanted[id] then
        redis.call('SREM', base .. ':known', id)
        answer[#answer + 1] = id
      end
    end
    redis.call('HSET', KEYS[1], 'version', version, 'caps', caps)
    return answer
  end
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('SADD', KEYS[3], ARGV[1])
return { 'begun', run_id }
`;

const SWAP = `${PRELUDE}
if redis.call('GET', KEYS[2]) ~= ARGV[1] or run_id ~= ARGV[2] then return { 'lost' } end
redis.call('HSET', KEYS[1], 'epoch', run_id, 'token', ARGV[1], 'version', ARGV[3], 'caps', ARGV[4])
redis.call('HINCRBY', KEYS[1], 'rebuilds', 1)
redis.call('DEL', KEYS[2])
local answer = { 'swapped' }
for _, token in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  if token ~= ARGV[1] then answer[#answer + 1] = token end
end
return answer
`;

/** A worker of that build. */
export function formerLedger(redis: Redis, prefix: string, { version, fingerprint, ids }: CountedCaps) {
  const { root, lock, generations, generation } = ledgerKeys(prefix);
  const evaluate = (lua: string, keys: string[], ...args: (string | number)[]) =>
    redis.eval(lua, keys.length, ...keys, ...args) as Promise<string[]>;
  const swap = (token: string, runId: string) =>
    evaluate(SWAP, [root, lock, generations], token, runId, version, fingerprint);
  return {
    async reserve(reservationId: string, bucket: CapBucket): Promise<string | undefined> {
      const of = [bucket.cap.id, bucketNameOf(bucket), bucket.cap.limit, expiryOf(bucket) ?? ''];
      const [outcome] = await evaluate(TAKE, [root, lock], reservationId, version, fingerprint, 0, 1, ...of);
      return outcome;
    },
    /** Counts no lead. */
    async rebuild(when: 'always' | 'when_stale'): Promise<string | undefined> {
      const token = randomUUID();
      const about = [token, 10_000, version, fingerprint, when, ...ids];
      const [outcome, runId = ''] = await evaluate(BEGIN, [root, lock, generations], ...about);
      if (outcome !== 'begun') return outcome;
      await redis.sadd(generation(token).known, ...ids);
      return (await swap(token, runId))[0];
    },
  };
}
