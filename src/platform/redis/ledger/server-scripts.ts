/**
 * How long a server that misses its replicas, or its ledger, sells nothing. A Sentinel usually turns a former master
 * within 18 s.
 */
export const ISOLATED_MS = 20_000;

/**
 * Lua code that finds out which server this is, and since when its data can be trusted. It calls INFO once, because
 * INFO dominates a script's cost. If the server denies that (an ACL may), it reads section by section.
 *
 * - `run_id`: the server process; it changes with every restart. '' if a managed Redis hides it.
 * - `promotion`: the replication id, which changes with every promotion and restart, and the number of evicted keys.
 * The run id alone is not enough: a former master that is promoted again with a replica's data has its old run id. A
 * master also takes a new replication id when its first replica attaches, and an hour after its last one left. Then
 * the ledger is rebuilt once without need.
 * - `unsuitable`: why this server must not sell at all (see suitability.ts), else false.
 * - `master`: false on a replica, whose data lags behind.
 * - `followers`: how many replicas it has. A cluster fails over without a second master, so there it is not asked. What
 * copies the data like a replica (`redis-cli --rdb`) has no port, and a second connection of a replica (Valkey) has a type.
 * - `syncs`: how often it gave a replica all of its data. A replica that was a master meanwhile needs that.
 * - `former_id()`: its replication id before the last promotion or start; all zeros if there was none.
 * - `has_followed()`: whether it has followed another server since it started.
 * - `era`: identifies the server's process (`run_id`), its replication history and its evictions. It must not change during
 *   a rebuild, or the count may lack sales.
 */
export const ERA = `
local info = redis.pcall('INFO', 'server', 'replication', 'stats', 'memory')
if type(info) ~= 'string' then
  info = ''
  for _, section in ipairs({ 'server', 'replication', 'stats', 'memory' }) do
    local part = redis.pcall('INFO', section)
    if type(part) == 'string' then info = info .. part end
  end
end
local function told(name, pattern)
  local _, colon = string.find(info, name, 1, true)
  return colon and string.match(info, pattern, colon + 1)
end
local run_id = told('\\nrun_id:', '^%x+') or ''
local replication_id = told('\\nmaster_replid:', '^%x+')
local policy = told('\\nmaxmemory_policy:', '^[%w-]+') or 'unknown'
local master = told('\\nrole:', '^%a+') ~= 'slave'
local clustered = string.find(info, '_mode:cluster', 1, true)
local followers = not clustered and tonumber(told('\\nconnected_slaves:', '^%d+'))
for i = 0, (followers or 0) - 1 do
  local follower = told('\\nslave' .. i .. ':', '^[^\\r\\n]*') or ''
  if string.find(follower, 'port=0,', 1, true) or string.find(follower, 'type=rdb-channel', 1, true) then
    followers = followers - 1
  end
end
local syncs = not clustered and told('\\nsync_full:', '^%d+') or ''
local function former_id() return told('\\nmaster_replid2:', '^%x+') or '' end
local function has_followed() return (told('\\ntotal_net_repl_input_bytes:', '^%d+') or '0') ~= '0' end
local promotion = (replication_id or '') .. ':' .. (told('\\nevicted_keys:', '^%d+') or '')
local era = run_id .. ' ' .. promotion .. ' ' .. syncs
local unsuitable = (policy ~= 'noeviction' and 'evicts ' .. policy) or (not replication_id and 'hides its replication id')
`;

/**
 * Lua code for the moment in which two servers are masters: an ordered failover of Sentinels promotes a replica, and
 * turns the former master seconds later. Until then, at most one of the two may sell (ADR 87). The ledger's `replicas`
 * says how many there were. One of them is the other master now; no other follows both. So at most one of the two has
 * the followers that it needs:
 *
 * - A server that was promoted from the one that counted needs half of the replicas, rounded down: none if there was one.
 * - Any other needs the other half, rounded up: the server that counted, which loses one at once when that is promoted, one
 * that was started again, perhaps beside the other, and one that was promoted from a server that never counted.
 *
 * A server without them is `isolated`: its ledger is not sound, and until ISOLATED_MS are over the server is `unsuitable`, too. When
 * they are back, it goes on; but if one needed all data, it may have been the master, or be another one. After ISOLATED_MS
 * it may count anew, for those that are there: a Sentinel turns a former master sooner. `isolated_since` is promotion, time
 * and `syncs`. A replica that was back and is gone again may have been promoted only now, so the time begins anew.
 *
 * A snapshot may be older than the first replica. Where there are Sentinels, a server that was started again needs one.
 *
 * A server without a ledger knows nothing of replicas. If it has or had some, or was one, or there are Sentinels, it is
 * `empty` and waits as one that is isolated: its data may have gone beside a failover, and the other may count and sell.
 *
 * It ignores refused writes: reading must work on a server that takes none (`min-replicas-to-write`).
 */
export const ISOLATED = `
local replicas = tonumber(stored[6] or 0)
local in_service = stored[5] == promotion
local needed = math.ceil(replicas / 2)
if not in_service and stored[5] and string.match(stored[5], '^%x+') == former_id() and has_followed() then
  needed = math.floor(replicas / 2)
elseif by_sentinels and stored[1] ~= run_id then
  needed = math.max(needed, 1)
end
local empty = not stored[2] and followers
  and (by_sentinels or followers > 0 or syncs ~= '0' or string.find(former_id(), '[^0]'))
local lacks = followers and followers < needed
local isolated, isolated_ms = master and followers and (empty or lacks), 0
if master and (isolated or stored[7]) then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local at, since, synced = string.match(stored[7] or '', '^(.*) (%d+) (%d*)$')
  local marked = at == promotion and now >= tonumber(since) and not (lacks and synced ~= syncs)
  if marked then isolated_ms = now - since end
  if marked and in_service and synced ~= syncs and isolated_ms < ${ISOLATED_MS} then isolated = true end
  if isolated and not marked then
    redis.pcall('HSET', KEYS[1], 'isolated_since', promotion .. ' ' .. now .. ' ' .. syncs)
  elseif not isolated then
    redis.pcall('HDEL', KEYS[1], 'isolated_since')
  end
end
if isolated and isolated_ms < ${ISOLATED_MS} then unsuitable = unsuitable or (empty and 'holds no ledger' or 'lost its replicas') end
if master and stored[2] and not isolated and followers and followers > replicas then
  replicas = followers
  redis.pcall('HSET', KEYS[1], 'replicas', replicas)
end
`;
