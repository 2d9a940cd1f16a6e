import { checkEverything, type Checked, type CheckRequest } from '../../app/integrity/check-everything.js';
import { withMigrated } from './with-database.js';
import { withRedisConnection } from './with-redis.js';

/** The integrity check of everything that `MONGO_URL` and `REDIS_URL` hold. A CliError if a server does not answer. */
export const checkStored = (
  env: NodeJS.ProcessEnv,
  request: Omit<CheckRequest, 'connection' | 'redis' | 'prefix'>,
): Promise<Checked> =>
  withMigrated(env, (connection) =>
    withRedisConnection(env, (redis, prefix) => checkEverything({ ...request, connection, redis, prefix })),
  );
