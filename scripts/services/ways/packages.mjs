import { cacheDir } from '../cache-dir.mjs';
import { startFerretdb } from '../servers/mongo-servers.mjs';
import { assertReadableByPostgres } from '../servers/postgres-account.mjs';
import { ensurePackageCache } from '../packages/package-cache.mjs';
import { startPostgres } from '../servers/postgres-server.mjs';
import { startRedis } from '../servers/redis-server.mjs';
import { stopServers } from '../processes/stop-servers.mjs';

/**
 * Way 5: Redis, and FerretDB over PostgreSQL, from package registries alone.
 *
 * @type {import('./first-that-works.mjs').Way}
 */
export const wayPackages = {
  name: 'packages',
  async redis(context) {
    const { redisServer } = await ensurePackageCache(context);
    return startRedis(redisServer, context);
  },
  async mongo(context) {
    assertReadableByPostgres(cacheDir(context.env));
    const { root, ferretdb } = await ensurePackageCache(context);
    const postgres = await startPostgres(root, context);
    try {
      const { url, record } = await startFerretdb(ferretdb, postgres.port, context);
      return { url, records: [postgres.record, record] };
    } catch (error) {
      await stopServers([postgres.record]);
      throw error;
    }
  },
};
