import type { BookStore } from '../../app/ports/book-store.js';
import type { AuditLog } from '../../app/ports/audit-log.js';
import type { CatalogueStore } from '../../app/ports/catalogue-store.js';
import type { ClaimStore } from '../../app/ports/claim-store.js';
import type { DraftStore } from '../../app/ports/draft-store.js';
import type { ExchangeStore } from '../../app/ports/exchange-store.js';
import type { Identities } from '../../app/ports/identities.js';
import type { KeyStore, OperatorKeyStore } from '../../app/ports/key-store.js';
import type { LeadOverview } from '../../app/ports/lead-overview.js';
import type { LeadStore } from '../../app/ports/lead-store.js';
import type { InvitationStore, PeopleStore, SessionStore } from '../../app/ports/people-store.js';
import type { ReturnStore } from '../../app/ports/return-store.js';
import type { SearchStore } from '../../app/ports/search-store.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { SearchRecord } from '../../core/search/search-record.js';
import { createCatalogueStore } from '../../platform/mongo/catalogue/catalogue-store.js';
import { createDraftStore } from '../../platform/mongo/catalogue/draft-store.js';
import { createExchangeStore } from '../../platform/mongo/exchanges/exchange-store.js';
import { createKeyStore, createOperatorKeyStore } from '../../platform/mongo/keys/key-store.js';
import { isRouter, shardCollections, shardingSteps } from '../../platform/mongo/sharding.js';
import { migrate, wasMigrated } from '../../platform/mongo/migrations.js';
import { createBookStore } from '../../platform/mongo/money/book-store.js';
import { createReturnStore } from '../../platform/mongo/money/return-store.js';
import { createInvitationStore } from '../../platform/mongo/people/invitation-store.js';
import { createPeopleStore } from '../../platform/mongo/people/people-store.js';
import { createSessionStore } from '../../platform/mongo/people/session-store.js';
import { newestRecords } from '../../platform/mongo/newest-records.js';
import { createClaimStore } from '../../platform/mongo/stores/claim-store.js';
import { createLeadOverview } from '../../platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../platform/mongo/stores/search-store.js';
import { inFlight } from '../../platform/mongo/in-flight.js';
import { dataKeysOf } from '../../platform/mongo/sealing/data-keys-of.js';
import { knownKids, refuseWrongKeys } from '../../platform/mongo/sealing/known-kids.js';
import type { Connection } from 'mongoose';
import { CliError } from '../cli-error.js';
import { auditLogOf } from './audit-log.js';
import { identitiesOf } from './identities.js';
import { withConnection } from './with-connection.js';

/** Everything that the commands read and change in the database. Every method throws on an outage. */
export interface Database {
  /** Every write of a command goes through it (`auditAct`). */
  readonly auditLog: AuditLog;
  readonly catalogue: CatalogueStore;
  readonly drafts: DraftStore;
  readonly keys: KeyStore;
  readonly operatorKeys: OperatorKeyStore;
  readonly people: PeopleStore;
  readonly invitations: InvitationStore;
  readonly sessions: SessionStore;
  readonly leads: LeadStore;
  readonly searches: SearchStore;
  readonly exchanges: ExchangeStore;
  readonly claims: ClaimStore;
  readonly overview: LeadOverview;
  readonly returns: ReturnStore;
  readonly books: BookStore;
  /** The newest leads and searches, `limit` of each. Reads both collections once. */
  newestRecords(limit: number): Promise<{ readonly leads: LeadRecord[]; readonly searches: SearchRecord[] }>;
  /** The number of requests in flight by destination id. */
  inFlight(now: Date): Promise<ReadonlyMap<string, number>>;
  /** Brings the database to the schema of this release, and says what takes long. */
  migrate(identities: Identities, say: (line: string) => void): Promise<void>;
  /** Whether this is a router of a sharded cluster. */
  isRouter(): Promise<boolean>;
  shard(): Promise<void>;
  /** What a person types to shard the collections. */
  shardingSteps(): string[];
  /** Keyed hashes under the secrets in force. Throws a SettingsError or CliError if one is missing. */
  identities(): Promise<Identities>;
  /** Throws a SettingsError or CliError if this environment lacks a secret or key that the stored records need. */
  requireKeys(): Promise<void>;
}

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

function createDatabase(connection: Connection, env: NodeJS.ProcessEnv): Database {
  const catalogue = createCatalogueStore(connection);
  return {
    auditLog: auditLogOf(connection, env),
    catalogue,
    drafts: createDraftStore(connection),
    keys: createKeyStore(connection),
    operatorKeys: createOperatorKeyStore(connection),
    people: createPeopleStore(connection),
    invitations: createInvitationStore(connection),
    sessions: createSessionStore(connection),
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    exchanges: createExchangeStore(connection),
    claims: createClaimStore(connection),
    overview: createLeadOverview(connection),
    returns: createReturnStore(connection),
    books: createBookStore(connection),
    newestRecords: (limit) => newestRecords(connection, limit),
    inFlight: (now) => inFlight(connection, now),
    migrate: (identities, say) => migrate(connection, identities, { say }),
    isRouter: () => isRouter(connection),
    shard: () => shardCollections(connection),
    shardingSteps: () => shardingSteps(connection.name),
    identities: () => identitiesOf(env, connection),
    requireKeys: () => requireKeys(connection, env),
  };
}
