import type { AuditLog } from '../../app/ports/audit-log.js';
import type { ConsentStore } from '../../app/ports/consent-store.js';
import type { Sealer } from '../../app/ports/sealer.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createConsentStore } from '../../platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../platform/mongo/sealing/keyed-sealer.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';

interface ConsentTools {
  readonly auditLog: AuditLog;
  readonly consents: ConsentStore;
  readonly sealer: Sealer;
  readonly names: Names;
}

/** Runs `use` with the evidence of consents in `MONGO_URL`. Throws a CliError if the server does not answer. */
export const withConsents = <T>(
  env: NodeJS.ProcessEnv,
  use: (tools: ConsentTools) => Promise<T>,
): Promise<T> =>
  withMigrated(env, async (connection) =>
    use({
      names: namesOf((await createCatalogueStore(connection).current())?.document),
      auditLog: auditLogOf(connection, env),
      consents: createConsentStore(connection),
      sealer: sealerOf(connection),
    }),
  );
