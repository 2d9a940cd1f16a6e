import type { Redis } from 'ioredis';
import { emptyBucket, type LedgerBucket } from '../../../core/invariants/records.js';
import { scan } from './generation.js';
import { ledgerCalls } from './ledger-calls.js';
import { ledgerKeys } from './ledger-keys.js';
import type { LedgerReader, LedgerSnapshot } from '../../../app/integrity/ports.js';

export const createLedgerReader = (redis: Redis, prefix: string): LedgerReader => ({
  read: () => readLedger(redis, prefix),
  isRebuilding: async () => (await redis.exists(ledgerKeys(prefix).lock)) === 1,
});

async function readLedger(redis: Redis, prefix: string): Promise<LedgerSnapshot | null> {
  const keys = ledgerKeys(prefix);
  const token = await soundToken(redis, prefix);
  if (token === null) return null;
  const { base, known } = keys.generation(token);
  const caps = new Set(await redis.smembers(known));
  const places = new Map<string, LedgerBucket>();
  const found = new Set<string>();
  for await (const keys of scan(redis, `${base}:*`)) for (const key of keys) found.add(key);
  // Confirmed ones first: a reservation that is confirmed between the two is then in neither, which the check allows for.
  // The other way round it would count twice.
  const isConfirmed = (key: string): boolean => key.endsWith(':ok');
  for (const key of found) if (isConfirmed(key)) await readKey(redis, key, base, places);
  for (const key of found) if (!isConfirmed(key)) await readKey(redis, key, base, places);
  return (await soundToken(redis, prefix)) === token ? { token, caps, places } : null;
}

async function soundToken(redis: Redis, prefix: string): Promise<string | null> {
  const { root, lock } = ledgerKeys(prefix);
  // Called with zero buckets, this only checks whether the epoch is this server's.
  if ((await ledgerCalls(redis, prefix)('used', 0)) === 'stale') return null;
  if ((await redis.exists(lock)) === 1) return null;
  return redis.hget(root, 'token');
}

async function readKey(
  redis: Redis,
  key: string,
  base: string,
  places: Map<string, LedgerBucket>,
): Promise<void> {
  const [suffix = '', kind] = /:(in|ok|back)$/.exec(key) ?? [];
  if (kind === undefined) return;
  const name = key.slice(base.length + 1, -suffix.length);
  const colon = name.indexOf(':');
  const place = places.get(name) ?? emptyBucket(name.slice(0, colon), name.slice(colon + 1));
  const found = {
    in: async () => ({ members: await redis.smembers(key) }),
    ok: async () => ({ confirmed: Number(await redis.get(key)) }),
    back: async () => ({ given_back: await redis.smembers(key) }),
  }[kind];
  places.set(name, { ...place, ...(await found?.()) });
}
