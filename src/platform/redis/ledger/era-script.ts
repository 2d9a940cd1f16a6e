/**
 * Lua: which server this is, and since when its data can be believed. One INFO for all, since INFO is what a script costs; section by
 * section where that is denied, as an ACL may.
 *
 * - `run_id`: of the process, another after every restart. '' where a managed Redis hides it.
 * - `promotion`: the replication id, another after every promotion and restart, and the number of evicted keys. The run
 *   id alone comes back when a former master is promoted again with a replica's data. A master also takes a new
 *   replication id when its first replica attaches, and an hour after its last one left: then the ledger is counted
 *   once without need.
 * - `unfit`: why nothing may be sold here at all (see fitness.ts), else false.
 * - `master`: false on a replica, whose data lags behind.
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
local promotion = (replication_id or '') .. ':' .. (told('\\nevicted_keys:', '^%d+') or '')
local unfit = (policy ~= 'noeviction' and 'evicts ' .. policy) or (not replication_id and 'hides its replication id')
`;

/** Why nothing may be sold on this server; '' when all is well. No keys. */
export const FITNESS = `${ERA}
return unfit or ''
`;
