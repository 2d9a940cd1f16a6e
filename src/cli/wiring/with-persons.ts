import { compileCurrent } from '../../app/catalogue/compile-current.js';
import type { StatusPorts } from '../../app/retention/retention-status.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createConsentStore } from '../../platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../platform/mongo/exchanges/exchange-store.js';
import { createPersonStore } from '../../platform/mongo/retention/person-store.js';
import { withMigrated } from './with-database.js';

type RetentionTools = Omit<StatusPorts, 'clock'> & { readonly catalogue: Catalogue };

/** Runs `use` with what is kept of persons in `MONGO_URL`. Throws a CliError if the server does not answer. */
export const withRetention = <T>(
  env: NodeJS.ProcessEnv,
  use: (tools: RetentionTools) => Promise<T>,
): Promise<T> =>
  withMigrated(env, async (connection) =>
    use({
      catalogue: compileCurrent(await createCatalogueStore(connection).current()),
      persons: createPersonStore(connection),
      consents: createConsentStore(connection),
      exchanges: createExchangeStore(connection),
    }),
  );
