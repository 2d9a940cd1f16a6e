import type { Redis } from 'ioredis';
import { bucketName } from '../../../core/caps/cap-buckets.js';
import { windowOf } from '../../../core/caps/windows.js';
import type { Cap } from '../../../core/catalogue/types.js';
import { whyUnsuitable } from './suitability.js';
import { scan } from './generation.js';
import { ledgerCalls } from './ledger-calls.js';
import { KEPT_AFTER_MS, ledgerKeys } from './ledger-keys.js';
import type { CapUse, LedgerState, LedgerView } from '../../../app/ports/ledger-view.js';

export const createLedgerView = (redis: Redis, prefix: string): LedgerView => ({
  capUses: (caps, now) => readUses(redis, prefix, caps, now),
  ledgerState: (caps) => ledgerState(redis, prefix, caps),
});

/** The state of the ledger. `caps` are the caps that it must count. */
export async function ledgerState(redis: Redis, prefix: string, caps: readonly Cap[]): Promise<LedgerState> {
  const { root, lock } = ledgerKeys(prefix);
  if ((await whyUnsuitable(redis)) !== undefined) return 'unsuitable';
  if ((await redis.exists(lock)) === 1) return 'rebuilding';
  if ((await redis.hget(root, 'token')) === null) return 'none';
  const asked = caps.map(({ id }) => bucketName(id, 'none'));
  const used = await ledgerCalls(redis, prefix)('used', caps.length, ...asked);
  return used === 'stale' ? 'stale' : 'sound';
}

/** The open window of each cap, and later windows that already have reservations. In the order of the caps. */
async function readUses(redis: Redis, prefix: string, caps: readonly Cap[], now: Date): Promise<CapUse[]> {
  const keys = ledgerKeys(prefix);
  const token = (await redis.hget(keys.root, 'token')) ?? 'none';
  const windows = new Map(
    caps.map((cap) => [cap.id, new Map([[windowOf(cap, now).window, windowOf(cap, now).resets_at]])]),
  );
  const base = `${keys.generation(token).base}:`;
  for await (const found of scan(redis, `${base}*`))
    for (const key of found) {
      const [cap, window] = nameOf(key.slice(base.length));
      const known = cap === undefined || window === undefined ? undefined : windows.get(cap);
      if (!known || window === undefined || known.has(window)) continue;
      const resets_at = new Date((await redis.pexpiretime(key)) - KEPT_AFTER_MS);
      if (resets_at > now) known.set(window, resets_at);
    }
  const uses: CapUse[] = [];
  for (const cap of caps)
    for (const [window, resets_at] of [...(windows.get(cap.id) ?? [])].sort(byReset)) {
      const place = { cap, window, resets_at };
      const of = keys.generation(token);
      const sold = Number((await redis.get(of.confirmed(place))) ?? 0);
      const confirmed = sold - (await redis.scard(of.givenBack(place)));
      uses.push({ cap, window, reserved: await redis.scard(of.members(place)), confirmed, resets_at });
    }
  return uses;
}

/** Parses `cap:window:in` or `cap:window:ok`. A cap's id contains no colon; a window does. */
function nameOf(name: string): [string | undefined, string | undefined] {
  const [, cap, window] = /^([^:]+):(.+):(?:in|ok)$/.exec(name) ?? [];
  return [cap, window];
}

const byReset = (a: readonly [string, Date | null], b: readonly [string, Date | null]): number =>
  (a[1]?.getTime() ?? Infinity) - (b[1]?.getTime() ?? Infinity);
