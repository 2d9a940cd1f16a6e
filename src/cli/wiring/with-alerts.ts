import { randomUUID } from 'node:crypto';
import type { AlertPorts } from '../../app/alerts/act-on-alerts.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { createAlertStore } from '../../platform/mongo/alerts/alert-store.js';
import { createLeases } from '../../platform/mongo/alerts/leases.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createOutbox } from '../../platform/mongo/outbox/outbox-store.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';

interface AlertTools extends AlertPorts {
  readonly auditLog: AuditLog;
  readonly catalogue: Catalogue;
}

/** Runs `use` with the alerts in `MONGO_URL`. Throws a CliError if the server does not answer. */
export const withAlerts = <T>(env: NodeJS.ProcessEnv, use: (tools: AlertTools) => Promise<T>): Promise<T> =>
  withMigrated(env, async (connection) =>
    use({
      auditLog: auditLogOf(connection, env),
      catalogue: compileCurrent(await createCatalogueStore(connection).current()),
      alerts: createAlertStore(connection),
      outbox: createOutbox(connection),
      leases: createLeases(connection),
      newId: randomUUID,
    }),
  );
