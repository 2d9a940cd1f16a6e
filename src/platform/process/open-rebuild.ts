import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import { createLeadScan } from '../mongo/stores/lead-scan.js';
import { createLateNotice, createUnsuitableNotice } from '../redis/ledger/suitability.js';
import { isInService, rebuildLedger } from '../redis/ledger/rebuild.js';
import { currentOf } from './current-of.js';
import type { Log } from './logger.js';
import { guardMongo, guardOutages } from './outage.js';

export interface RebuildParts {
  readonly connection: Connection;
  readonly redis: Redis;
  readonly redisPrefix: string;
  readonly cache: CatalogueCache;
  readonly log: Log;
}

/**
 * Rebuilds a stale ledger, or with `recount` a sound one, too. False: another process does, it counts a newer catalogue,
 * or this Redis can't hold it. Throws an OutageError. A rebuild may take long, so it has no time limit.
 */
export function openRebuild({ connection, redis, redisPrefix: prefix, cache, log }: RebuildParts) {
  const { scan } = guardMongo({ scan: createLeadScan(connection, log) });
  const noteUnsuitable = createUnsuitableNotice(log);
  const sayLate = createLateNotice(log);
  const { rebuild } = guardOutages('Redis', {
    rebuild: async (when: 'when_stale' | 'recount' = 'when_stale'): Promise<boolean> => {
      // The last poll may be minutes ago, if this process was suspended.
      await cache.refresh();
      const catalogue = currentOf(cache);
      const parts = { redis, prefix, scan, log };
      const rebuilt = await rebuildLedger({ ...parts, catalogue, now: new Date(), when });
      noteUnsuitable(rebuilt.outcome === 'unsuitable' ? rebuilt.why : undefined);
      sayLate(rebuilt.outcome === 'outdated_catalogue' ? rebuilt.version : undefined, catalogue.version);
      return isInService(rebuilt);
    },
  });
  return rebuild;
}
