import type { Connection } from 'mongoose';
import { openMongo } from '../../platform/mongo/mongo.js';
import { startStallTolerantTimeout } from '../../platform/process/stall-tolerant-timeout.js';
import { createLogger } from '../../platform/process/logger.js';
import { wasMigrated } from '../../platform/mongo/migrations.js';
import { readSettings } from '../../platform/process/settings.js';
import { CliError } from '../cli-error.js';
import { unreachableMessage } from './unreachable-message.js';

const MAX_WAIT_MS = 5_000;

/** Runs `use` with a connection to the database of `MONGO_URL` and closes it. A CliError when nothing answers there. */
export async function withDatabase<T>(
  env: NodeJS.ProcessEnv,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const url = mongoUrl(env);
  const mongo = openMongo(url, 'operator', createLogger({ logLevel: 'silent' }, 'cli'));
  let found = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    found = startStallTolerantTimeout(MAX_WAIT_MS, () => {
      reject(new CliError(unreachableMessage('MongoDB', hostsOf(url), 'MONGO_URL', env)));
    });
  });
  try {
    await Promise.race([mongo.opened, late]);
    found();
    return await use(mongo.connection);
  } finally {
    found();
    await mongo.close();
  }
}

/**
 * `withDatabase` for what only looks at Leadkeep's own records, or changes those that are there. A CliError on a
 * database that was never prepared: a slip in its name would else read as "nothing is wrong".
 */
export const withLeadkeepDatabase = <T>(
  env: NodeJS.ProcessEnv,
  use: (connection: Connection) => Promise<T>,
): Promise<T> =>
  withDatabase(env, async (connection) => {
    if (await wasMigrated(connection)) return use(connection);
    throw new CliError(
      `The database ${connection.name} was never prepared (leadkeep migrate); is MONGO_URL right?`,
    );
  });

/** Reads that one setting by the schema of all: the operator's machine need not have the others. */
function mongoUrl({ MONGO_URL }: NodeJS.ProcessEnv): string {
  return readSettings({ MONGO_URL, IDENTITY_SECRET: 'not used by the command line'.padEnd(32) }).mongoUrl;
}

/** The servers of the address, without the name and password in it. */
const hostsOf = (url: string): string =>
  /^[^/]+\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'the given address';
