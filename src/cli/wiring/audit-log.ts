import type { Connection } from 'mongoose';
import type { AuditLog } from '../../app/ports/audit-log.js';
import { createAuditLog } from '../../platform/mongo/audit/audit-log.js';
import { refuseWrongKeys } from '../../platform/mongo/sealing/known-kids.js';
import { readSettings } from '../../platform/process/settings.js';
import { createAuditKey, type AuditKey } from '../../platform/secrets/audit-key.js';
import { CliError } from '../cli-error.js';

/**
 * The audit log of a database. Without a secret every write to it throws a CliError, and with keys that this database does not
 * know a SettingsError, so nothing is done.
 */
export function auditLogOf(connection: Connection, env: NodeJS.ProcessEnv): AuditLog {
  let opened: AuditLog | undefined;
  const log = (): AuditLog => (opened ??= createAuditLog(connection, needAuditKey(env)));
  return {
    async append(draft) {
      await refuseWrongKeys(connection);
      return log().append(draft);
    },
    hashSearched: (kind, value) => log().hashSearched(kind, value),
  };
}

/** Throws a CliError without a secret, and a SettingsError if it is too short. */
export function needAuditKey(env: NodeJS.ProcessEnv): AuditKey {
  const key = auditKeyOf(env);
  if (key) return key;
  throw new CliError(
    'Set AUDIT_SECRET or IDENTITY_SECRET to those of your installation: what this command does goes into the audit log, which is kept under that secret (docs/audit-log.md). Nothing was changed',
  );
}

/** Undefined without a secret. Throws a SettingsError if the secret is too short. */
export function auditKeyOf({ AUDIT_SECRET, IDENTITY_SECRET }: NodeJS.ProcessEnv): AuditKey | undefined {
  const given = AUDIT_SECRET || IDENTITY_SECRET;
  if (!given) return undefined;
  const { auditSecret, identitySecret } = readSettings({
    IDENTITY_SECRET: IDENTITY_SECRET || given,
    ...(AUDIT_SECRET ? { AUDIT_SECRET } : {}),
  });
  return createAuditKey(auditSecret ?? identitySecret);
}
