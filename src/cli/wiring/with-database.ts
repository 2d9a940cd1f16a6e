import type { Connection } from 'mongoose';
import type { Identities } from '../../app/ports/identities.js';
import { checkAuditKey } from '../../platform/mongo/audit/audit-log.js';
import { inFlight } from '../../platform/mongo/in-flight.js';
import { migrate, wasMigrated } from '../../platform/mongo/migrations.js';
import { newestRecords } from '../../platform/mongo/newest-records.js';
import { dataKeysOf } from '../../platform/mongo/sealing/data-keys-of.js';
import { knownKids, refuseWrongKeys } from '../../platform/mongo/sealing/known-kids.js';
import { isRouter, shardCollections, shardingSteps } from '../../platform/mongo/sharding.js';
import { openStores } from '../../platform/process/stores.js';
import { CliError } from '../cli-error.js';
import { auditLogOf, needAuditKey } from './audit-log.js';
import { identitiesOf } from './identities.js';
import { withConnection } from './with-connection.js';

/** The stores of the database, and what commands alone do with it. Every method throws on an outage. */
export type Database = ReturnType<typeof createDatabase>;

/** Runs `use` with the database of `MONGO_URL`, and closes it. Throws a CliError if the server does not answer. */
export const withDatabase = <T>(
  env: NodeJS.ProcessEnv,
  use: (database: Database) => Promise<T>,
): Promise<T> => withConnection(env, (connection) => use(createDatabase(connection, env)));

/** `withDatabase` for existing records. Also throws a CliError if `leadkeep migrate` never prepared the database. */
export const withLeadkeepDatabase = <T>(
  env: NodeJS.ProcessEnv,
  use: (database: Database) => Promise<T>,
): Promise<T> => withMigrated(env, (connection) => use(createDatabase(connection, env)));

/**
 * A connection to a database that `leadkeep migrate` has prepared. Throws a CliError for any other database: with a
 * typo in the name, an empty database would look as if nothing were wrong.
 */
export const withMigrated = <T>(
  env: NodeJS.ProcessEnv,
  use: (connection: Connection) => Promise<T>,
): Promise<T> =>
  withConnection(env, async (connection) => {
    if (await wasMigrated(connection)) return use(connection);
    throw new CliError(
      `The database ${connection.name} was never prepared (leadkeep migrate); is MONGO_URL right?`,
    );
  });

async function requireKeys(connection: Connection, env: NodeJS.ProcessEnv): Promise<void> {
  await wasMigrated(connection);
  await identitiesOf(env, connection);
  await refuseWrongKeys(connection);
  const known = await knownKids(connection);
  if (known.length > 0 && !dataKeysOf(connection))
    throw new CliError(`Set DATA_KEYS, or DATA_KEYS_FILE: this database needs ${known.join(', ')}`);
}

function createDatabase(connection: Connection, env: NodeJS.ProcessEnv) {
  const stores = openStores(connection);
  return {
    ...stores,
    catalogue: stores.versions,
    /** Every write of a command goes through it (`auditAct`). */
    auditLog: auditLogOf(connection, env),
    /** Throws a CliError without the audit log's secret, and a SettingsError with another one. */
    auditHash: async () => {
      const key = needAuditKey(env);
      await checkAuditKey(connection, key);
      return key.keyedHash;
    },
    /** The newest leads and searches, `limit` of each. Reads both collections once. */
    newestRecords: (limit: number) => newestRecords(connection, limit),
    /** The number of requests in flight by destination id. */
    inFlight: (now: Date) => inFlight(connection, now),
    /** Brings the database to the schema of this release, and says what takes long. */
    migrate: (identities: Identities, say: (line: string) => void) =>
      migrate(connection, identities, { say }),
    /** Whether this is a router of a sharded cluster. */
    isRouter: () => isRouter(connection),
    shard: () => shardCollections(connection),
    /** What a person types to shard the collections. */
    shardingSteps: () => shardingSteps(connection.name),
    /** Keyed hashes under the secrets in force. Throws a SettingsError or CliError if one is missing. */
    identities: () => identitiesOf(env, connection),
    /** Throws a SettingsError or CliError if this environment lacks a secret or key that the stored records need. */
    requireKeys: () => requireKeys(connection, env),
  };
}
