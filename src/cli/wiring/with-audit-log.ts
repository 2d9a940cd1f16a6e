import type { AuditReader } from '../../app/ports/audit-log.js';
import type { KeyedHash } from '../../core/audit/chain.js';
import { checkAuditKey } from '../../platform/mongo/audit/audit-log.js';
import { createAuditReader } from '../../platform/mongo/audit/audit-reader.js';
import { needAuditKey } from './audit-log.js';
import { withMigrated } from './with-database.js';

/** What the commands read of the audit log. */
export interface AuditOfCli {
  readonly reader: AuditReader;
  /** Throws a CliError without a secret, and a SettingsError with another one than the log's. */
  readonly keyedHash: () => Promise<KeyedHash>;
}

/** Runs `use` with the audit log of `MONGO_URL`. Throws a CliError if the server does not answer. */
export const withAuditLog = <T>(env: NodeJS.ProcessEnv, use: (audit: AuditOfCli) => Promise<T>): Promise<T> =>
  withMigrated(env, (connection) =>
    use({
      reader: createAuditReader(connection),
      keyedHash: async () => {
        const key = needAuditKey(env);
        await checkAuditKey(connection, key);
        return key.keyedHash;
      },
    }),
  );
