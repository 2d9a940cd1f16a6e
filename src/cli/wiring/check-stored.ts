import {
  checkEverything,
  type Checked,
  type CheckRequest,
  type IntegrityPorts,
} from '../../app/integrity/check-everything.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createBookStore } from '../../platform/mongo/money/book-store.js';
import { createReportReader } from '../../platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../platform/mongo/reports/rollup-store.js';
import { createRecordReader } from '../../platform/mongo/record-reader.js';
import { createLedgerReader } from '../../platform/redis/ledger/ledger-reader.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

/** Checks the integrity of all data in `MONGO_URL` and `REDIS_URL`. Throws a CliError if a server does not answer. */
export const checkStored = (
  env: NodeJS.ProcessEnv,
  request: Omit<CheckRequest, keyof IntegrityPorts>,
): Promise<Checked> =>
  withMigrated(env, (connection) =>
    withRedisConnection(env, (redis, prefix) =>
      checkEverything({
        ...request,
        records: createRecordReader(connection),
        ledger: createLedgerReader(redis, prefix),
        versions: createCatalogueStore(connection),
        books: createBookStore(connection),
        reports: { reader: createReportReader(connection), rollups: createRollupStore(connection) },
      }),
    ),
  );
