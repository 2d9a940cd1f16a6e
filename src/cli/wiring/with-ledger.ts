import { compareLedger, type LedgerComparison } from '../../app/caps/compare-ledger.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createLeadCounts } from '../../platform/mongo/stores/lead-counts.js';
import { createLeadScan } from '../../platform/mongo/stores/lead-scan.js';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import { createLogger } from '../../platform/process/logger.js';
import { whyUnsuitable } from '../../platform/redis/ledger/suitability.js';
import { createLedgerView } from '../../platform/redis/ledger/read-uses.js';
import { rebuildLedger, type Rebuilt } from '../../platform/redis/ledger/rebuild.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

/** The cap ledger, with the stored leads that it counts. Every method throws on an outage. */
export interface LedgerTools {
  readonly auditLog: AuditLog;
  readonly catalogue: Catalogue;
  /** Compares the ledger with the leads. Reports only differences that are still there after `pause`. */
  check(clock: () => Date, pause: () => Promise<void>): Promise<LedgerComparison>;
  /** Rebuilds the ledger from the leads. */
  rebuild(now: Date): Promise<Rebuilt>;
  /** Why Leadkeep cannot sell with this Redis; undefined if it can. */
  whyUnsuitable(): Promise<string | undefined>;
}

/** Runs `use` with the ledger in `REDIS_URL` and leads in `MONGO_URL`. Throws a CliError if a server is down. */
export const withLedger = <T>(env: NodeJS.ProcessEnv, use: (ledger: LedgerTools) => Promise<T>): Promise<T> =>
  withMigrated(env, async (connection) => {
    const versions = createCatalogueStore(connection);
    const catalogue = compileCurrent(await versions.current());
    const leads = createLeadStore(connection);
    const counts = createLeadCounts(connection);
    const log = createLogger({ logLevel: 'silent' }, 'cli');
    const scan = createLeadScan(connection, log);
    return withRedisConnection(env, (redis, prefix) => {
      const ledger = createLedgerView(redis, prefix);
      return use({
        auditLog: auditLogOf(connection, env),
        catalogue,
        check: (clock, pause) => compareLedger({ catalogue, ledger, leads, counts, clock, pause }),
        rebuild: (now) => rebuildLedger({ catalogue, redis, prefix, scan, now, log }),
        whyUnsuitable: () => whyUnsuitable(redis),
      });
    });
  });
