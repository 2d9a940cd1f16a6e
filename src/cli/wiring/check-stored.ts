import type { Connection } from 'mongoose';
import {
  checkEverything,
  type Checked,
  type CheckRequest,
  type IntegrityPorts,
} from '../../app/integrity/check-everything.js';
import { verifyAuditLog } from '../../app/audit/verify-audit-log.js';
import { verifyChain } from '../../app/consent/verify-consent-chain.js';
import { checkAuditKey } from '../../platform/mongo/audit/audit-log.js';
import { createNewsReader } from '../../platform/mongo/news/news-reader.js';
import { createRecordReader } from '../../platform/mongo/record-reader.js';
import { createLedgerReader } from '../../platform/redis/ledger/ledger-reader.js';
import type { AuditKey } from '../../platform/secrets/audit-key.js';
import { openStores, type Stores } from '../../platform/process/stores.js';
import { SettingsError } from '../../platform/process/settings.js';
import { auditKeyOf } from './audit-log.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

export const CONSENT_CHAIN_WHOLE = {
  name: 'consent-chain-whole',
  sentence: 'The evidence of consents is as it was chained.',
} as const;
export const AUDIT_LOG_WHOLE = {
  name: 'audit-log-whole',
  sentence: 'The entries of the audit log are as they were written, without gaps. Needs its secret.',
} as const;

type Request = Omit<CheckRequest, keyof IntegrityPorts>;

export interface CheckedStored extends Checked {
  /** Entries of the audit log. Null: its secret is not set here, so it was not verified. */
  readonly audited: number | null;
  /** Days of the chain of consents. */
  readonly consents: number;
}

/** Checks the integrity of all data in `MONGO_URL` and `REDIS_URL`. Throws a CliError if a server does not answer. */
export const checkStored = (env: NodeJS.ProcessEnv, request: Request): Promise<CheckedStored> =>
  withMigrated(env, async (connection) => {
    const stores = openStores(connection);
    const { versions, timedChanges, books, reports: reader, rollups } = stores;
    const checked = await withRedisConnection(env, (redis, prefix) =>
      checkEverything({
        ...request,
        records: createRecordReader(connection),
        ledger: createLedgerReader(redis, prefix),
        news: createNewsReader(connection),
        ...{ versions, timedChanges, books, reports: { reader, rollups } },
      }),
    );
    return {
      ...checked,
      audited: await checkAuditLog(env, { connection, stores }, request),
      consents: await checkConsents(stores, request),
    };
  });

const checkConsents = ({ consents }: Stores, { clock, onViolation }: Request): Promise<number> =>
  verifyChain({
    consents,
    now: clock(),
    onFault: ({ id, detail }) => {
      onViolation({ invariant: CONSENT_CHAIN_WHOLE.name, kind: 'consent', id, detail });
    },
  });

/** The audit log belongs to the whole, but not to the guarantees of leads: it has a chain of its own. */
async function checkAuditLog(
  env: NodeJS.ProcessEnv,
  { connection, stores }: { readonly connection: Connection; readonly stores: Stores },
  { clock, onViolation }: Request,
): Promise<number | null> {
  const key = auditKeyOf(env);
  if (!key || !(await isKeyOf(connection, key))) return null;
  const { entries } = await verifyAuditLog({
    reader: stores.auditReader,
    keyedHash: key.keyedHash,
    now: clock(),
    onFault: ({ kind, first, detail }) => {
      onViolation({
        invariant: AUDIT_LOG_WHOLE.name,
        kind: 'audit_entry',
        id: String(first),
        detail: `${kind}: ${detail}`,
      });
    },
  });
  return entries;
}

/** A machine may have another secret than the log's: the check of the leads does not need it. */
const isKeyOf = (connection: Connection, key: AuditKey): Promise<boolean> =>
  checkAuditKey(connection, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SettingsError) return false;
      throw error;
    },
  );
