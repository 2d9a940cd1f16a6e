import type { Redis } from 'ioredis';
import type { Cap } from '../../src/core/catalogue/types.js';
import type { CountedLead, LeadStore } from '../../src/core/ports/lead-store.js';
import { rebuildLedger } from '../../src/platform/ledger/rebuild.js';
import { testCatalogue } from './catalogue.js';
import { memoryLeadCounts } from './fakes/memory-lead-counts.js';
import { silentLog } from './services.js';

/** Stores that count these leads; `during` is called before each of the newest, which are read one by one. */
export function countedLeads(
  leads: readonly CountedLead[],
  during: () => Promise<unknown> = () => Promise.resolve(),
) {
  const { counts, folds, asked } = memoryLeadCounts(() => leads);
  const store: Pick<LeadStore, 'counted'> = {
    async *counted(since) {
      for (const lead of leads) {
        if (since && !(lead.intent && lead.intent.at >= since)) continue;
        await during();
        yield lead;
      }
    },
  };
  return { leads: store, counts, folds, asked };
}

/** A ledger without leads that knows these caps (of a campaign). */
export async function bornLedger(redis: Redis, prefix: string, caps: readonly Cap[]): Promise<void> {
  const catalogue = testCatalogue({ campaign: { caps } });
  const { leads, counts } = countedLeads([]);
  await rebuildLedger({ redis, prefix, leads, counts, catalogue, now: new Date(), log: silentLog });
}

/** What a Redis that lost everything looks like to this prefix. */
export async function forget(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`*${prefix}*`);
  if (keys.length > 0) await redis.del(keys);
}
