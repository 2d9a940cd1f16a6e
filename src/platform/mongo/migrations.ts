import { mongo, type Connection } from 'mongoose';
import type { Identities } from '../../app/ports/identities.js';
import { isDriverOutage } from '../process/outage.js';
import { SettingsError } from '../process/settings-error.js';
import { wrongSecret } from './identities/open-secrets.js';
import { noteFirstSecret, readSecrets } from './identities/stored-secrets.js';
import { createCollection } from './create-collection.js';
import { INDEXES, indexedCollections } from './indexes.js';
import { isDuplicateKey } from './stores/duplicate-key.js';
import { retryConflicts } from './stores/retry-conflicts.js';

/** Increases when stored shapes or indexes change so that older data must be migrated. */
export const SCHEMA_VERSION = 121;
/** Pre-releases stored lower versions, and nothing reads what they stored. */
const FIRST_VERSION = 121;

interface StoredSchema {
  readonly _id: 'schema';
  readonly version: number;
  readonly identity_fingerprint: string;
}

type Keyed = Pick<Identities, 'fingerprint'>;

const NAMESPACE_NOT_FOUND = 26;
const codeOf = (error: unknown): unknown =>
  error instanceof mongo.MongoServerError ? error.code : undefined;

const schemaOf = (connection: Connection): Promise<StoredSchema | null> =>
  connection.collection<StoredSchema>('meta').findOne({ _id: 'schema' });

/** Who is told what takes long, and how often. */
interface Told {
  readonly say?: (line: string) => void;
  readonly everyMs?: number;
}

const SAY_EVERY_MS = 5_000;

/**
 * The release step. Creates collections and indexes; stores the version and the fingerprint of the identity secret.
 * It may be repeated, and two may run at once. With another identity secret, on a server that is too old, or on the database of a
 * pre-release, it throws a SettingsError before it changes anything.
 */
export async function migrate(
  connection: Connection,
  identities: Keyed & Pick<Identities, 'keyedHash'>,
  told: Told = {},
): Promise<void> {
  await checkServer(connection);
  await wasMigrated(connection);
  await checkFingerprint(connection, identities);
  const collections = [
    ...indexedCollections(),
    'result_terms',
    'drafts',
    'folded_days',
    'folded_quarters',
    'periods',
    'pending_adjustments',
    'return_shares',
    'file_mappings',
    'report_days',
    'attention',
    'alerts',
    'alert_mutes',
    'leases',
    'identity_secrets',
    'secrets',
    'meta',
  ];
  for (const name of collections) await retryOnOutage(() => createCollection(connection, name));
  const quorum = await commitQuorum(connection);
  for (const name of indexedCollections())
    await saying(name, told, () => retryOnOutage(() => createIndexes(connection, name, quorum)));
  await retryOnOutage(() => beginBooks(connection));
  await retryOnOutage(() => storeVersion(connection, identities));
  await checkFingerprint(connection, identities);
}

/**
 * On FerretDB, two of these steps at once can fail each other: "deadlock detected", or a race of two upserts (code
 * 1). A collection that was created a moment ago may also be "not found" there for a moment.
 */
const retryOnOutage = (step: () => Promise<void>): Promise<void> =>
  retryConflicts(step, {
    isPassing: (error) =>
      isDriverOutage(error) || isDuplicateKey(error) || codeOf(error) === NAMESPACE_NOT_FOUND,
  });

/** The first month of the books is that of the first release. */
async function beginBooks(connection: Connection): Promise<void> {
  await connection
    .collection<{ readonly _id: 'books'; readonly begun_at: Date }>('meta')
    .updateOne({ _id: 'books' }, { $setOnInsert: { begun_at: new Date() } }, { upsert: true });
}

/**
 * Whether any release ever ran `migrate` on this database. Takes one cheap read. Throws a SettingsError if that was a
 * pre-release: no release reads what it stored.
 */
export async function wasMigrated(connection: Connection): Promise<boolean> {
  const schema = await schemaOf(connection);
  if (schema && schema.version < FIRST_VERSION)
    throw new SettingsError(
      `Settings: MONGO_URL leads to the database ${connection.name} of a pre-release of Leadkeep, which no release reads: drop it, or name another database, and remove the keys under REDIS_PREFIX.`,
    );
  return schema !== null;
}

/** Only the first process writes the fingerprint. A second process finds it. */
async function storeVersion(connection: Connection, { fingerprint }: Keyed): Promise<void> {
  await connection
    .collection<StoredSchema>('meta')
    .updateOne(
      { _id: 'schema' },
      { $max: { version: SCHEMA_VERSION }, $setOnInsert: { identity_fingerprint: fingerprint } },
      { upsert: true },
    );
  const stored = (await schemaOf(connection))?.identity_fingerprint;
  await noteFirstSecret(connection, stored ?? fingerprint);
}

/** The oldest servers that serve (docs/services.md). */
const NEEDED = 'MongoDB 8.0 or newer, or FerretDB 2.7 or newer';

async function checkServer(connection: Connection): Promise<void> {
  const built = await connection.db?.admin().command({ buildInfo: 1 });
  const { version = '', ferretdb } = (built ?? {}) as {
    readonly version?: string;
    readonly ferretdb?: { readonly version?: string };
  };
  const [name, told, oldest] = ferretdb
    ? (['FerretDB', ferretdb.version ?? '', [2, 7]] as const)
    : (['MongoDB', version, [8, 0]] as const);
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(told)?.map(Number) ?? [];
  // One that was built from its source may tell no number.
  if (major === undefined || minor === undefined) return;
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new SettingsError(
    `Settings: MONGO_URL leads to ${name} ${major}.${minor}: Leadkeep needs ${NEEDED}.`,
  );
}

/**
 * By default, a member of a replica set waits until every voting member that holds data has built an index, for as long as one of
 * them is down. A server that is alone takes no such option.
 */
async function commitQuorum(connection: Connection): Promise<{ readonly commitQuorum?: 'majority' }> {
  const hello = await connection.db?.command({ hello: 1 });
  return hello?.['setName'] !== undefined || hello?.['msg'] === 'isdbgrid'
    ? { commitQuorum: 'majority' }
    : {};
}

/** Says whose indexes are being built, and since when, while that takes long. */
async function saying(
  collection: string,
  { say, everyMs = SAY_EVERY_MS }: Told,
  build: () => Promise<void>,
): Promise<void> {
  const since = new Date().toISOString();
  const timer = setInterval(() => {
    say?.(
      `building the indexes of ${collection} since ${since}; a replica set waits for a majority of its members`,
    );
  }, everyMs);
  try {
    await build();
  } finally {
    clearInterval(timer);
  }
}

/** In one command, so that a server reads the collection once. */
async function createIndexes(connection: Connection, collection: string, quorum: object): Promise<void> {
  const indexes = INDEXES.filter((index) => index.collection === collection).map(
    ({ name, key, unique, where, expires }) => ({
      ...{ name, key },
      ...(unique ? { unique } : {}),
      ...(where ? { partialFilterExpression: where } : {}),
      ...(expires ? { expireAfterSeconds: 0 } : {}),
    }),
  );
  await connection.collection(collection).createIndexes(indexes, quorum);
}

/**
 * What this process needs and `migrate` has not created yet: names of indexes, or `schema version`. A newer schema
 * version is fine, because the new release migrates while old processes still run.
 */
export async function missingMigrations(connection: Connection): Promise<string[]> {
  const schema = await schemaOf(connection);
  const missing = schema && schema.version >= SCHEMA_VERSION ? [] : ['schema version'];
  for (const collection of indexedCollections()) {
    const there = await indexNames(connection, collection);
    const wanted = INDEXES.filter((index) => index.collection === collection);
    missing.push(...wanted.filter(({ name }) => !there.has(name)).map(({ name }) => `${collection}.${name}`));
  }
  return missing;
}

async function indexNames(connection: Connection, collection: string): Promise<Set<string | undefined>> {
  try {
    const indexes = await connection.collection(collection).indexes();
    return new Set(indexes.map(({ name }) => name));
  } catch (error) {
    if (codeOf(error) === NAMESPACE_NOT_FOUND) return new Set();
    throw error;
  }
}

/**
 * Throws a SettingsError if the stored identities were keyed with another secret. With this process's secret every
 * duplicate would pass. An empty database is fine.
 */
export async function checkFingerprint(connection: Connection, identities: Keyed): Promise<void> {
  const stored = await readSecrets(connection);
  if (stored && stored.checks[0] !== identities.fingerprint) throw wrongSecret();
}
