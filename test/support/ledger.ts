import type { Redis } from 'ioredis';
import type { Cap } from '../../src/core/catalogue/types.js';
import type { CountedLead, LeadStore } from '../../src/core/ports/lead-store.js';
import { rebuildLedger } from '../../src/platform/ledger/rebuild.js';
import { testCatalogue } from './catalogue.js';
import { silentLog } from './services.js';

/** A store whose scan gives these leads, calling `during` before each. */
export const countedLeads = (
  leads: readonly CountedLead[],
  during: () => Promise<unknown> = () => Promise.resolve(),
): Pick<LeadStore, 'counted'> & { asked: (Date | null)[] } => {
  const asked: (Date | null)[] = [];
  return {
    asked,
    async *counted(since) {
      asked.push(since);
      for (const lead of leads) {
        await during();
        yield lead;
      }
    },
  };
};

/** A ledger without leads that knows these caps (of a campaign). */
export async function bornLedger(redis: Redis, prefix: string, caps: readonly Cap[]): Promise<void> {
  const catalogue = testCatalogue({ campaign: { caps } });
  await rebuildLedger({ redis, prefix, leads: countedLeads([]), catalogue, now: new Date(), log: silentLog });
}

/** What a Redis that lost everything looks like to this prefix. */
export async function forget(redis: Redis, prefix: string): Promise<void> {
  const keys = await redis.keys(`*${prefix}*`);
  if (keys.length > 0) await redis.del(keys);
}
