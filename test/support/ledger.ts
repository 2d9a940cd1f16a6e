import type { Redis } from 'ioredis';
import { countedCaps } from '../../src/core/caps/cap-buckets.js';
import type { Cap, Catalogue } from '../../src/core/catalogue/types.js';
import type { Ledger } from '../../src/app/ports/cap-ledger.js';
import type { CapBucket } from '../../src/core/caps/windows.js';
import { rebuildLedger } from '../../src/platform/redis/ledger/rebuild.js';
import { testCatalogue } from './catalogue.js';
import { countedLeads } from './counted-leads.js';
import { silentLog } from './services.js';

/** The ledger as a process with this catalogue uses it. */
export function ledgerOf(ledger: Ledger, catalogue: Catalogue) {
  const counted = countedCaps(catalogue);
  return {
    reserve: (reservationId: string, buckets: readonly CapBucket[], releaseUntil?: Date) =>
      ledger.reserve(reservationId, buckets, counted, releaseUntil),
    move: (
      reservationId: string,
      from: readonly CapBucket[],
      to: readonly CapBucket[],
      releaseUntil?: Date,
    ) => ledger.move(reservationId, from, to, counted, releaseUntil),
    regain: (reservationId: string, buckets: readonly CapBucket[]) =>
      ledger.regain(reservationId, buckets, counted),
    confirm: (reservationId: string, buckets: readonly CapBucket[]) =>
      ledger.confirm(reservationId, buckets, counted),
    release: (reservationId: string, buckets: readonly CapBucket[]) =>
      ledger.release(reservationId, buckets, counted),
    used: (buckets: readonly CapBucket[]) => ledger.used(buckets),
  };
}
export type LedgerOf = ReturnType<typeof ledgerOf>;

/** A catalogue whose campaign has these caps. */
export const withCaps = (caps: readonly Cap[], version = 1): Catalogue =>
  testCatalogue({ version, campaign: { caps } });

/** A ledger without leads that counts these caps (of a campaign). */
export async function bornLedger(redis: Redis, prefix: string, caps: readonly Cap[]): Promise<void> {
  const catalogue = withCaps(caps);
  const { scan } = countedLeads([]);
  await rebuildLedger({ redis, prefix, scan, catalogue, now: new Date(), log: silentLog });
}

/** What a Redis that lost everything looks like to this prefix. */
export async function forget(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`*${prefix}*`);
  if (keys.length > 0) await redis.del(keys);
}
