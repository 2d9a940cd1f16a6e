import { randomUUID } from 'node:crypto';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { WebhookViewPorts } from '../../app/webhooks/list-webhooks.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createMessageStore } from '../../platform/mongo/webhooks/message-store.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';

interface WebhookTools extends WebhookViewPorts {
  readonly auditLog: AuditLog;
  readonly catalogue: Catalogue;
  readonly newId: () => string;
}

/** Runs `use` with the webhooks in `MONGO_URL`. Throws a CliError if the server does not answer. */
export const withWebhooks = <T>(
  env: NodeJS.ProcessEnv,
  use: (tools: WebhookTools) => Promise<T>,
): Promise<T> =>
  withMigrated(env, async (connection) =>
    use({
      auditLog: auditLogOf(connection, env),
      catalogue: compileCurrent(await createCatalogueStore(connection).current()),
      messages: createMessageStore(connection),
      newId: randomUUID,
    }),
  );
