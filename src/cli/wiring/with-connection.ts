import type { Connection } from 'mongoose';
import { openMongo } from '../../platform/mongo/mongo.js';
import { useDataKeys } from '../../platform/mongo/sealing/data-keys-of.js';
import { dataKeysFrom } from '../../platform/process/data-keys.js';
import { createLogger } from '../../platform/process/logger.js';
import { startStallTolerantTimeout } from '../../platform/process/stall-tolerant-timeout.js';
import { CliError } from '../cli-error.js';
import { outageOf } from './outage-of.js';
import { settingsOf } from './settings-of.js';
import { unreachableMessage } from './unreachable-message.js';

/** Runs `use` with a connection to `MONGO_URL` and closes it. Throws a CliError if the server does not answer. */
export async function withConnection<T>(
  env: NodeJS.ProcessEnv,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { mongoUrl: url, connectWaitMs } = settingsOf(env, /^(MONGO_URL|CONNECT_WAIT_MS)$/);
  // Absent: what names a person stays sealed.
  const keys = dataKeysFrom(settingsOf(env, /^DATA_KEYS(_FILE)?$/));
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

/** The servers in the address, without the name and password. */
const hostsOf = (url: string): string =>
  /^[^/]+\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'the given address';
