import { compareLedger } from '../../src/app/caps/compare-ledger.js';
import { createLedger } from '../../src/platform/redis/ledger/ledger.js';
import { createLedgerView } from '../../src/platform/redis/ledger/read-uses.js';
import { rebuildLedger } from '../../src/platform/redis/ledger/rebuild.js';
import { createLedgerReservations } from '../../src/platform/redis/ledger/trim.js';
import { createLeadCounts } from '../../src/platform/mongo/stores/lead-counts.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { forget } from './ledger.js';
import { privateServices, silentLog } from './services.js';
import { trimLedger } from '../../src/app/upkeep/trim.js';
import type { CapWorldKind, Counting } from './cap-world.js';

type Services = ReturnType<typeof privateServices>;

/** Redis and MongoDB of this test file's own. */
export function inRedisAndMongodb(): CapWorldKind {
  const services = privateServices();
  return {
    name: 'in Redis and MongoDB',
    open: () => realCounting(services),
    close: () => services.close(),
  };
}

async function realCounting(services: Services): Promise<Counting> {
  const connection = await services.connection();
  await connection.collection('leads').deleteMany({});
  for (const name of ['folded_days', 'folded_quarters']) await connection.collection(name).deleteMany({});
  const redis = services.redis();
  const prefix = services.redisPrefix;
  await forget(redis, prefix);
  const leads = createLeadStore(connection);
  const counts = createLeadCounts(connection);
  const parts = { redis, prefix, leads, counts };
  return {
    leads,
    ledger: createLedger(redis, prefix),
    counts,
    rebuild: (catalogue, now) =>
      rebuildLedger({ ...parts, scan: (count) => count({ leads, counts }), catalogue, now, log: silentLog }),
    trim: (recount) => trimLedger({ leads, recount, ...createLedgerReservations(redis, prefix) }),
    lose: () => forget(redis, prefix),
    async differences(catalogue, now) {
      const pause = () => Promise.resolve();
      const checked = await compareLedger({
        leads,
        counts,
        ledger: createLedgerView(redis, prefix),
        catalogue,
        clock: () => now,
        pause,
      });
      return checked.outcome === 'compared' ? checked.differences : [checked.outcome];
    },
  };
}
