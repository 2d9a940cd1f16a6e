import { compileCurrent } from '../../app/catalogue/compile-current.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { LookPorts } from '../../app/suppression/suppress.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createSuppressionLog } from '../../platform/mongo/suppressions/suppression-log.js';
import { createSuppressionStore } from '../../platform/mongo/suppressions/suppression-store.js';
import { auditLogOf } from './audit-log.js';
import { identitiesOf, secretsOf } from './identities.js';
import { withMigrated } from './with-database.js';

export interface SuppressionTools extends LookPorts {
  readonly auditLog: AuditLog;
  readonly catalogue: Catalogue;
  readonly names: Names;
}

/** Runs `use` with the suppression list in `MONGO_URL`. Throws a CliError if the server does not answer. */
export function withSuppressions<T>(
  env: NodeJS.ProcessEnv,
  use: (tools: SuppressionTools) => Promise<T>,
): Promise<T> {
  secretsOf(env);
  return withMigrated(env, async (connection) => {
    const identities = await identitiesOf(env, connection);
    const suppressionStore = createSuppressionStore(connection, createSuppressionLog(connection));
    const current = await createCatalogueStore(connection).current();
    return use({
      auditLog: auditLogOf(connection, env),
      catalogue: compileCurrent(current),
      names: namesOf(current?.document),
      identities,
      suppressionStore,
    });
  });
}
