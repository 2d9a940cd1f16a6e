import type { ReportPorts } from '../../app/reports/report.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createReportReader } from '../../platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../platform/mongo/reports/rollup-store.js';
import { withMigrated } from './with-database.js';

/** Runs `use` with what a report reads in `MONGO_URL`. Throws a CliError if the server does not answer. */
export const withReports = <T>(
  env: NodeJS.ProcessEnv,
  clock: () => Date,
  use: (ports: ReportPorts) => Promise<T>,
): Promise<T> =>
  withMigrated(env, (connection) =>
    use({
      clock,
      catalogue: createCatalogueStore(connection),
      reports: createReportReader(connection),
      rollups: createRollupStore(connection),
    }),
  );
