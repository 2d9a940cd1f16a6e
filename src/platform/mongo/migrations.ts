import { setTimeout as pause } from 'node:timers/promises';
import { mongo, type Connection } from 'mongoose';
import type { Identities } from '../../app/ports/identities.js';
import { isDriverOutage } from '../process/outage.js';
import { wrongSecret } from './identities/open-secrets.js';
import { noteFirstSecret, readSecrets } from './identities/stored-secrets.js';
import { addTrackingKeys } from './add-tracking-keys.js';
import { bindFormerKeys } from './bind-former-keys.js';
import { markPostedAgain } from './mark-posted-again.js';
import { createCollection } from './create-collection.js';
import { forgetPartnersWords } from './forget-partners-words.js';
import { extendKeys } from './extend-keys.js';
import { INDEXES, indexedCollections, type IndexSpec } from './indexes.js';
import { isDuplicateKey } from './stores/duplicate-key.js';

/** Increases when stored shapes or indexes change so that older data must be migrated. */
export const SCHEMA_VERSION = 4;

interface StoredSchema {
  readonly _id: 'schema';
  readonly version: number;
  readonly identity_fingerprint: string;
}

type Keyed = Pick<Identities, 'fingerprint'>;

const MAX_TRIES = 5;
const NAMESPACE_NOT_FOUND = 26;
const codeOf = (error: unknown): unknown =>
  error instanceof mongo.MongoServerError ? error.code : undefined;

const schemaOf = (connection: Connection): Promise<StoredSchema | null> =>
  connection.collection<StoredSchema>('meta').findOne({ _id: 'schema' });

/**
 * The release step. Creates collections and indexes; stores the version and the fingerprint of the identity secret.
 * It may be repeated, and two may run at once. With another identity secret it throws a SettingsError before it
 * changes anything.
 */
export async function migrate(
  connection: Connection,
  identities: Keyed & Pick<Identities, 'keyedHash'>,
): Promise<void> {
  await checkFingerprint(connection, identities);
  const collections = [
    ...indexedCollections(),
    'catalogue_versions',
    'result_terms',
    'result_lists',
    'drafts',
    'folded_days',
    'folded_quarters',
    'periods',
    'owed_adjustments',
    'report_days',
    'attention',
    'alerts',
    'alert_mutes',
    'leases',
    'suppression_log',
    'identity_secrets',
    'meta',
  ];
  for (const name of collections) await retryOnOutage(() => createCollection(connection, name));
  for (const index of INDEXES) await retryOnOutage(() => createIndex(connection, index));
  await retryOnOutage(() => listIdempotencyKeys(connection));
  await retryOnOutage(() => bindFormerKeys(connection, new Date()));
  await retryOnOutage(() => beginBooks(connection));
  if (((await schemaOf(connection))?.version ?? 0) < 4) await retryOnOutage(() => extendKeys(connection));
  await retryOnOutage(() => storeVersion(connection, identities));
  await checkFingerprint(connection, identities);
  // These may take minutes, and processes of this release may start already.
  await retryOnOutage(() => addTrackingKeys(connection, identities, new Date()));
  await retryOnOutage(() => forgetPartnersWords(connection, new Date()));
  await retryOnOutage(() => markPostedAgain(connection, new Date()));
}

/**
 * On FerretDB, two of these steps at once can fail each other: "deadlock detected", or a race of two upserts (code
 * 1). A collection that was created a moment ago may also be "not found" there for a moment.
 */
async function retryOnOutage(step: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await step();
      return;
    } catch (error) {
      const passes = isDriverOutage(error) || isDuplicateKey(error) || codeOf(error) === NAMESPACE_NOT_FOUND;
      if (tries === MAX_TRIES || !passes) throw error;
      await pause(Math.random() * 100 * tries);
    }
  }
}

/** Since version 2 a lead may have several Idempotency-Keys. Before, it had one, and it was not in a list. */
async function listIdempotencyKeys(connection: Connection): Promise<void> {
  await connection
    .collection('leads')
    .updateMany({ 'idempotency.key': { $exists: true }, idempotency: { $not: { $type: 'array' } } }, [
      { $set: { idempotency: ['$idempotency'] } },
    ]);
}

/** From this moment on, every accepted lead is booked. Leads that were accepted before can be imported. */
async function beginBooks(connection: Connection): Promise<void> {
  await connection
    .collection<{ readonly _id: 'books'; readonly begun_at: Date }>('meta')
    .updateOne({ _id: 'books' }, { $setOnInsert: { begun_at: new Date() } }, { upsert: true });
}

/** Whether any release ever ran `migrate` on this database. Takes one cheap read. */
export const wasMigrated = async (connection: Connection): Promise<boolean> =>
  (await schemaOf(connection)) !== null;

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

async function createIndex(connection: Connection, index: IndexSpec): Promise<void> {
  const { collection, name, key, unique, where } = index;
  const options = {
    name,
    ...(unique ? { unique } : {}),
    ...(where ? { partialFilterExpression: where } : {}),
  };
  await connection.collection(collection).createIndex(key, options, undefined);
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
