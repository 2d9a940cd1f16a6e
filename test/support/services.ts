import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
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
export function privateServices(overrides: Partial<IdentitySettings> = {}): PrivateServices {
  const name = `lk_test_${randomBytes(6).toString('hex')}`;
  const mongoUrl = withDatabase(required('MONGO_URL'), name);
  const redisUrl = required('REDIS_URL');
  const settings = testSettings({ mongoUrl, redisUrl, redisPrefix: name, ...overrides });
  let mongo: ReturnType<typeof openMongo> | undefined;
  let redis: Redis | undefined;
  const connection = async (): Promise<Connection> => {
    if (!mongo) {
      mongo = openMongo(mongoUrl, 'operator', silentLog, { monitorCommands: true });
      useDataKeys(mongo.connection, parseDataKeys(TEST_DATA_KEYS));
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
      await migrate(await connection(), createIdentities(TEST_SECRET));
      return connection();
    },
    redis: () => (redis ??= openRedis(redisUrl, 'listener', silentLog)),
    async close() {
      await (await connection()).dropDatabase();
      await mongo?.close();
      await deleteKeys(redisUrl, name);
      redis?.disconnect();
    },
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tests need real services (npm test brings them up)`);
  return value;
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 1_000 }))
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
  redis.disconnect();
}
