import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { compareLedger } from '../../app/caps/compare-ledger.js';
import { createLeadScan } from '../../platform/mongo/stores/lead-scan.js';
import { createLogger } from '../../platform/process/logger.js';
import { openStores } from '../../platform/process/stores.js';
import { createLedgerView } from '../../platform/redis/ledger/read-uses.js';
import { rebuildLedger } from '../../platform/redis/ledger/rebuild.js';
import { whyUnsuitable } from '../../platform/redis/ledger/suitability.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

/** The cap ledger, with the stored leads that it counts. Every method throws on an outage. */
export type LedgerTools = Awaited<ReturnType<typeof openLedger>>;

/** Runs `use` with the ledger in `REDIS_URL` and leads in `MONGO_URL`. Throws a CliError if a server is down. */
export const withLedger = <T>(env: NodeJS.ProcessEnv, use: (ledger: LedgerTools) => Promise<T>): Promise<T> =>
  withMigrated(env, (connection) =>
    withRedisConnection(env, async (...redis) => use(await openLedger(env, connection, ...redis))),
  );

async function openLedger(env: NodeJS.ProcessEnv, connection: Connection, redis: Redis, prefix: string) {
  const { versions, leads, counts } = openStores(connection);
  const catalogue = compileCurrent(await versions.current());
  const log = createLogger({ logLevel: 'silent' }, 'cli');
  const ledger = createLedgerView(redis, prefix);
  return {
    auditLog: auditLogOf(connection, env),
    catalogue,
    /** Compares the ledger with the leads. Reports only differences that are still there after `pause`. */
    check: (clock: () => Date, pause: () => Promise<void>) =>
      compareLedger({ catalogue, ledger, leads, counts, clock, pause }),
    /** Rebuilds the ledger from the leads. */
    rebuild: (now: Date) =>
      rebuildLedger({ catalogue, redis, prefix, scan: createLeadScan(connection, log), now, log }),
    /** Why Leadkeep cannot sell with this Redis; undefined if it can. */
    whyUnsuitable: () => whyUnsuitable(redis),
  };
}
