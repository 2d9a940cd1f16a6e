import type { Connection } from 'mongoose';
import { openMongo } from '../../platform/mongo/mongo.js';
import { useDataKeys } from '../../platform/mongo/sealing/data-keys-of.js';
import { dataKeysFrom } from '../../platform/process/data-keys.js';
import type { DataKeys } from '../../platform/secrets/data-keys.js';
import { createLogger } from '../../platform/process/logger.js';
import { readSettings } from '../../platform/process/settings.js';
import { startStallTolerantTimeout } from '../../platform/process/stall-tolerant-timeout.js';
import { CliError } from '../cli-error.js';
import { outageOf } from './outage-of.js';
import { unreachableMessage } from './unreachable-message.js';

/** Runs `use` with a connection to `MONGO_URL` and closes it. Throws a CliError if the server does not answer. */
export async function withConnection<T>(
  env: NodeJS.ProcessEnv,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { mongoUrl: url, connectWaitMs } = mongoSettings(env);
  const keys = dataKeys(env);
  const mongo = openMongo(url, 'operator', createLogger({ logLevel: 'silent' }, 'cli'));
  if (keys) useDataKeys(mongo.connection, keys);
  let found = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    found = startStallTolerantTimeout(connectWaitMs, () => {
      reject(new CliError(unreachableMessage('MongoDB', hostsOf(url), 'MONGO_URL', env)));
    });
  });
  try {
    await Promise.race([mongo.opened, late]);
    found();
    return await use(mongo.connection);
  } catch (error) {
    throw outageOf('MongoDB', error);
  } finally {
    found();
    await mongo.close();
  }
}

/** Validates only these settings with the schema of all settings. An operator's machine does not need the others. */
const mongoSettings = ({ MONGO_URL, CONNECT_WAIT_MS }: NodeJS.ProcessEnv) =>
  readSettings({
    ...{ MONGO_URL, CONNECT_WAIT_MS },
    IDENTITY_SECRET: 'not used by the command line'.padEnd(32),
  });

/** Absent: what names a person stays sealed. */
function dataKeys({ DATA_KEYS, DATA_KEYS_FILE }: NodeJS.ProcessEnv): DataKeys | undefined {
  const IDENTITY_SECRET = 'not used by the command line'.padEnd(32);
  return dataKeysFrom(readSettings({ DATA_KEYS, DATA_KEYS_FILE, IDENTITY_SECRET }));
}

/** The servers in the address, without the name and password. */
const hostsOf = (url: string): string =>
  /^[^/]+\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'the given address';
