import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { ConnectionString } from 'mongodb-connection-string-url';
import type { Connection, mongo as driver } from 'mongoose';
import { migrate } from '../../src/platform/mongo/migrations.js';
import { openMongo } from '../../src/platform/mongo/mongo.js';
import { openRedis } from '../../src/platform/redis/redis.js';
import { useDataKeys } from '../../src/platform/mongo/sealing/data-keys-of.js';
import { parseDataKeys } from '../../src/platform/secrets/data-keys.js';
import { createIdentities } from '../../src/platform/secrets/identity-secret.js';
import { createLogger } from '../../src/platform/process/logger.js';
import { readSettings, type IdentitySettings } from '../../src/platform/process/settings.js';

export const TEST_SECRET = 'a secret that only tests have, 32+ characters';
/** The key of all tests: 32 bytes that everybody knows. */
export const TEST_DATA_KEYS = `test:${Buffer.alloc(32, 'known').toString('base64')}`;
export const silentLog = createLogger({ logLevel: 'silent' }, 'test');

/** Settings with their defaults and the given ones; no service behind them unless `MONGO_URL` and `REDIS_URL` name one. */
export const testSettings = (overrides: Partial<IdentitySettings> = {}): IdentitySettings => ({
  ...readSettings({
    ...process.env,
    IDENTITY_SECRET: TEST_SECRET,
    DATA_KEYS: TEST_DATA_KEYS,
    LOG_LEVEL: 'silent',
  }),
  port: 0,
  ...overrides,
});

export interface PrivateServices {
  readonly mongoUrl: string;
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly settings: IdentitySettings;
  /** The environment of a process that uses these services. */
  readonly env: NodeJS.ProcessEnv;
  /** One connection to the private database, opened when first asked for. */
  connection(): Promise<Connection>;
  /** The same, after a release was migrated to it. */
  migrated(): Promise<Connection>;
  /** One Redis connection, opened when first asked for. Keys must start with `redisPrefix`. */
  redis(): Redis;
  /** Drops the database, deletes the prefix's keys, closes everything. */
  close(): Promise<void>;
}

/** A database and a Redis prefix that nobody else has, for one test file. */
export const privateServices = (overrides: Partial<IdentitySettings> = {}): PrivateServices =>
  servicesOf(undefined, overrides);

/**
 * The same with a database that is migrated already, where another file of this process has left its own: migrating takes two
 * seconds, emptying a fifth of one. A file that changes collections or indexes leaves none.
 */
export function migratedServices(overrides: Partial<IdentitySettings> = {}): PrivateServices {
  const isUsual = overrides.identitySecret === undefined && overrides.mongoUrl === undefined;
  const taken = isUsual ? spare : undefined;
  if (taken) spare = undefined;
  return servicesOf(taken, overrides);
}

/** A migrated database, and what a migration stores in it. */
interface Migrated {
  readonly name: string;
  readonly stored: ReadonlyMap<string, readonly driver.Document[]>;
}

let spare: Migrated | undefined;

/** A database that somebody gave stays as it was: nothing is left in it. */
const LEAVES_SPARE = !/mongo=url/.test(process.env['LEADKEEP_WAYS'] ?? 'mongo=url');
const CHANGES_SHAPES = /^(create|createIndexes|drop|dropDatabase|dropIndexes|renameCollection|collMod)$/;

function servicesOf(taken: Migrated | undefined, overrides: Partial<IdentitySettings>): PrivateServices {
  const name = `lk_test_${randomBytes(6).toString('hex')}`;
  const database = taken?.name ?? name;
  const mongoUrl = overrides.mongoUrl ?? withDatabase(required('MONGO_URL'), database);
  const redisUrl = required('REDIS_URL');
  const settings = testSettings({ mongoUrl, redisUrl, redisPrefix: name, ...overrides });
  let mongo: ReturnType<typeof openMongo> | undefined;
  let redis: Redis | undefined;
  let migrated = taken;
  let isChanged = false;
  const connection = async (): Promise<Connection> => {
    if (!mongo) {
      mongo = openMongo(mongoUrl, 'operator', silentLog, { monitorCommands: true });
      useDataKeys(mongo.connection, parseDataKeys(TEST_DATA_KEYS));
      mongo.connection.getClient().on('commandStarted', ({ commandName }) => {
        if (migrated && CHANGES_SHAPES.test(commandName)) isChanged = true;
      });
    }
    await mongo.opened;
    return mongo.connection;
  };
  return {
    mongoUrl,
    redisUrl,
    redisPrefix: name,
    settings,
    env: {
      ...process.env,
      MONGO_URL: mongoUrl,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: name,
      IDENTITY_SECRET: settings.identitySecret,
      DATA_KEYS: TEST_DATA_KEYS,
      LOG_LEVEL: 'silent',
    },
    connection,
    async migrated() {
      const opened = await connection();
      if (!migrated) {
        await migrate(opened, createIdentities(overrides.identitySecret ?? TEST_SECRET));
        migrated = { name: database, stored: await contentsOf(opened) };
      }
      return opened;
    },
    redis: () => (redis ??= openRedis(redisUrl, 'listener', silentLog)),
    async close() {
      const opened = await connection();
      const isOurs = settings.identitySecret === TEST_SECRET && overrides.mongoUrl === undefined;
      if (migrated && isOurs && LEAVES_SPARE && spare === undefined && !isChanged) {
        await restore(opened, migrated.stored);
        spare = migrated;
      } else {
        await opened.dropDatabase();
      }
      await mongo?.close();
      await deleteKeys(redisUrl, name);
      redis?.disconnect();
    },
  };
}

async function contentsOf(connection: Connection): Promise<Map<string, readonly driver.Document[]>> {
  const contents = new Map<string, readonly driver.Document[]>();
  for (const { name } of await connection.listCollections())
    contents.set(name, await connection.collection(name).find().toArray());
  return contents;
}

/** Leaves in each collection only what it had, and no collection that was not there. */
async function restore(connection: Connection, stored: Migrated['stored']): Promise<void> {
  for (const { name } of await connection.listCollections()) {
    const documents = stored.get(name);
    if (!documents) await connection.dropCollection(name);
    else await connection.collection(name).deleteMany({});
    if (documents && documents.length > 0) await connection.collection(name).insertMany([...documents]);
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tests need real services (npm test brings them up)`);
  return value;
}

/** Of an address that may name several hosts, which is no URL. */
export function withDatabase(url: string, name: string): string {
  const parsed = new ConnectionString(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 1_000 }))
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  redis.disconnect();
}
