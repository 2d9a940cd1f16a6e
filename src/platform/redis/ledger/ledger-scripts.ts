import { ERA, ISOLATED } from './server-scripts.js';

/** Why this server must not sell; '' if it may. Takes no keys. */
export const FITNESS = `${ERA}
return unsuitable or ''
`;

/**
 * The ledger's Lua scripts. Each script is one atomic step on the server. Each that reads or changes counts first asks the
 * server which one it is and since which promotion (see ERA); the lock's own (RENEW, ABANDON) need not know. An id cached by the client would still match a Redis that came back with an
 * old snapshot.
 *
 * KEYS: the ledger's hash, the rebuild's lock.
 */
const PRELUDE = `${ERA}
local stored = redis.call('HMGET', KEYS[1], 'epoch', 'token', 'version', 'caps', 'promotion', 'replicas',
  'isolated_since', 'syncs')
${ISOLATED}
local sound = not unsuitable and not isolated and master and stored[2] and stored[5] == promotion and stored[8] == syncs
  and (run_id == '' or stored[1] == run_id)
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

/**
 * `alike` returns true if the caller's catalogue counts the same caps as the ledger, and keeps the newest version
 * that does. So a catalogue with an older version and different caps is known to be outdated.
 */
const ALIKE = `
local function alike(version, caps)
  if stored[4] ~= caps then return false end
  if tonumber(version) > tonumber(stored[3] or 0) then
    redis.call('HSET', KEYS[1], 'version', version)
    stored[3] = version
  end
  return true
end
`;

/**
 * Each cap bucket is passed as four arguments: cap id, `cap:window`, limit, expiry in ms ('' for never). `ready` is
 * true if the ledger is this server's, which has its replicas, no rebuild is running, and the ledger counts the
 * caller's caps.
 */
const PLACES = `${ALIKE}
local function place_of(name)
  local key = base .. ':' .. name
  return { members = key .. ':in', confirmed = key .. ':ok', back = key .. ':back' }
end
local function read_places(from, count)
  local places, ids = {}, {}
  for i = 0, count - 1 do
    local at = from + i * 4
    local place = place_of(ARGV[at + 1])
    place.cap, place.limit, place.expiry = ARGV[at], tonumber(ARGV[at + 2]), ARGV[at + 3]
    ids[#ids + 1] = place.cap
    places[#places + 1] = place
  end
  return places, ids
end
local function ready(version, caps) return sound and not locked and alike(version, caps) end
local function expire(key, place)
  if place.expiry ~= '' then redis.call('PEXPIREAT', key, place.expiry) end
end
local function used_of(place)
  return tonumber(redis.call('GET', place.confirmed) or 0) + redis.call('SCARD', place.members)
    - redis.call('SCARD', place.back)
end
local function first_full(places, member)
  for _, place in ipairs(places) do
    if used_of(place) - redis.call('SISMEMBER', place.members, member) >= place.limit then return place.cap end
  end
end
local function leave(places, member)
  for _, place in ipairs(places) do redis.call('SREM', place.members, member) end
end
local function add(places, member)
  for _, place in ipairs(places) do
    redis.call('SADD', place.members, member)
    expire(place.members, place)
  end
end
`;

/**
 * Answers many calls, each as if it were alone: asking the server which one it is costs more than a call does.
 *
 * ARGV: the calls, one after another, each with its name first:
 *
 * - `take`, reservation id, version, caps' fingerprint, until when it leaves all these buckets if one is full (in ms, 0 for
 * never), number of buckets to release, number to reserve, the buckets to release, the buckets to reserve.
 * - `regain`, `confirm`, `release` or `give_back`, reservation id (or the name of the place), version, caps' fingerprint,
 * number of buckets, the buckets. `regain` reserves whether or not a bucket is full. `give_back` puts the name of a
 * confirmed place into the set of those that do not count.
 * - `used`, number of buckets, the buckets' names (`cap:window`). Reading is allowed during a rebuild.
 */
export const CALLS = `${PRELUDE}${PLACES}
local function take(at)
  local member, from_count, to_count = ARGV[at], tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
  local from, from_ids = read_places(at + 6, from_count)
  local to, to_ids = read_places(at + 6 + from_count * 4, to_count)
  local known = all_known(from_ids) and all_known(to_ids)
  if not ready(ARGV[at + 1], ARGV[at + 2]) or not known then return { 'stale' } end
  local full = first_full(to, member)
  if full then
    local time = redis.call('TIME')
    if time[1] * 1000 + time[2] / 1000 < tonumber(ARGV[at + 3]) then
      leave(from, member)
      leave(to, member)
    end
    return { 'full', full }
  end
  add(to, member)
  local kept = {}
  for _, place in ipairs(to) do kept[place.members] = true end
  for _, place in ipairs(from) do
    if not kept[place.members] then redis.call('SREM', place.members, member) end
  end
  return { 'reserved' }
end
local function settle(at, action)
  local member = ARGV[at]
  local places, ids = read_places(at + 4, tonumber(ARGV[at + 3]))
  if not ready(ARGV[at + 1], ARGV[at + 2]) or not all_known(ids) then return 'stale' end
  if action == 'regain' then
    add(places, member)
    return 'done'
  end
  for _, place in ipairs(places) do
    if action == 'give_back' then
      redis.call('SADD', place.back, member)
      expire(place.back, place)
    else
      if action == 'confirm' and redis.call('SISMEMBER', place.members, member) == 1 then
        -- First, so that the member stays if the server refuses to count it.
        redis.call('INCR', place.confirmed)
        expire(place.confirmed, place)
      end
      redis.call('SREM', place.members, member)
    end
  end
  return 'done'
end
local function used_in(at)
  local ids, used = {}, {}
  for i = 1, tonumber(ARGV[at]) do
    ids[i] = string.match(ARGV[at + i], '^[^:]*')
    used[i] = used_of(place_of(ARGV[at + i]))
  end
  return sound and all_known(ids) and used or 'stale'
end
local at, answers = 1, {}
while at <= #ARGV do
  local name = ARGV[at]
  if name == 'take' then
    answers[#answers + 1] = take(at + 1)
    at = at + 7 + (ARGV[at + 5] + ARGV[at + 6]) * 4
  elseif name == 'used' then
    answers[#answers + 1] = used_in(at + 1)
    at = at + 2 + ARGV[at + 1]
  else
    answers[#answers + 1] = settle(at + 1, name)
    at = at + 5 + ARGV[at + 4] * 4
  end
end
return answers
`;

/**
 * Releases a reservation that was found by its key (see trim). ARGV: reservation id, its key, the token it was found
 * under.
 */
export const RELEASE_FOUND = `${PRELUDE}
if not sound or locked or stored[2] ~= ARGV[3] then return 'stale' end
redis.call('SREM', ARGV[2], ARGV[1])
return 'done'
`;

/**
 * Begins a rebuild by taking the lock. KEYS 3: generations. ARGV: token, the lock's time in ms, catalogue version,
 * caps' fingerprint, 'always', 'when_stale' or 'recount', cap ids. Answers with the era and the version that the count
 * is for.
 *
 * Only 'always' counts for caps of an older catalogue than the ledger's, also where the ledger is not sound: the stored
 * version tells all the same that another process may have sold by a cap that this one lacks. Of the same caps, the
 * ledger keeps the newest version.
 *
 * With 'when_stale', a ledger with the same caps is left alone. If caps were only removed, the ledger drops them and
 * stays in service. That is safe: every sale in the remaining caps was counted, and a removed cap that comes back is
 * unknown to the ledger.
 */
export const BEGIN = `${PRELUDE}${ALIKE}
if unsuitable then return { 'unsuitable', unsuitable } end
if locked then return { 'busy' } end
local version, caps, ids, wanted = tonumber(ARGV[3]), ARGV[4], {}, {}
for i = 6, #ARGV do
  ids[#ids + 1] = ARGV[i]
  wanted[ARGV[i]] = true
end
local newer = ARGV[5] ~= 'always' and tonumber(stored[3] or 0) > version
if newer and stored[4] ~= caps then return { 'outdated_catalogue', stored[3] } end
if sound and ARGV[5] == 'when_stale' then
  if alike(version, caps) and all_known(ids) then return { 'current' } end
  if stored[4] and all_known(ids) then
    local answer = { 'removed_caps', stored[2] }
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
return { 'begun', era, newer and stored[3] or ARGV[3] }
`;

/** Renews the lock while it is ours. A lapsed lock is never taken again. ARGV: token, time in ms. */
export const RENEW = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

/** Releases the lock, so that the unchanged ledger is in service again. ARGV: token. */
export const ABANDON = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`;

/**
 * Makes a generation current if the lock was held all the time, on the same server in the same era. KEYS 3:
 * generations. ARGV: token, the era at the beginning, catalogue version, caps' fingerprint. Returns the tokens whose
 * keys can be removed.
 *
 * The keys of a lost one may have been written after another rebuild dropped its token, so it is noted again: the next
 * rebuild drops it. They are not removed at once, because a swap that is sent again is lost, too, and its generation is
 * current. A server that takes no writes is ignored.
 */
export const SWAP = `${PRELUDE}
if unsuitable or redis.call('GET', KEYS[2]) ~= ARGV[1] or era ~= ARGV[2] then
  redis.pcall('SADD', KEYS[3], ARGV[1])
  return { 'lost' }
end
-- One that is away now may come back, and pass for one that was promoted.
if isolated or not in_service then replicas = followers or 0 end
redis.call('HSET', KEYS[1], 'epoch', run_id, 'promotion', promotion, 'token', ARGV[1], 'version', ARGV[3], 'caps', ARGV[4],
  'replicas', replicas, 'syncs', syncs, 'format', 1)
redis.call('HDEL', KEYS[1], 'isolated_since')
redis.call('HINCRBY', KEYS[1], 'rebuilds', 1)
redis.call('DEL', KEYS[2])
local answer = { 'swapped' }
for _, token in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  if token ~= ARGV[1] then answer[#answer + 1] = token end
end
return answer
`;
