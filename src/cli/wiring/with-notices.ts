import type { AuditLog } from '../../app/ports/audit-log.js';
import type { NoticeStore } from '../../app/ports/notice-store.js';
import { namesOf, type Names } from '../../core/catalogue/names-of.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createNoticeStore } from '../../platform/mongo/notices/notice-store.js';
import { auditLogOf } from './audit-log.js';
import { withMigrated } from './with-database.js';

interface NoticeTools {
  readonly notices: NoticeStore;
  readonly auditLog: AuditLog;
  readonly names: Names;
}

/** Runs `use` with what buyers are told. Throws a CliError if the server does not answer. */
export const withNotices = <T>(env: NodeJS.ProcessEnv, use: (tools: NoticeTools) => Promise<T>): Promise<T> =>
  withMigrated(env, async (connection) =>
    use({
      notices: createNoticeStore(connection),
      auditLog: auditLogOf(connection, env),
      names: namesOf((await createCatalogueStore(connection).current())?.document),
    }),
  );
