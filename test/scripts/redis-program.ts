import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { loadScript } from './load-script.js';
import type { TempDir } from './temp-dir.js';

interface PackageCache {
  packageCachePaths: () => { redisServer: string };
}

/** A real redis-server: the one that way 5 has unpacked, or else the one on the PATH. */
export async function findRedisServer(): Promise<string | undefined> {
  const { packageCachePaths } = await loadScript<PackageCache>('services/packages/package-cache.mjs');
  const onPath = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, 'redis-server'));
  return [packageCachePaths().redisServer, ...onPath].find((file) => existsSync(file));
}

/** A folder for the front of the PATH with that redis-server in it, as if it were installed. */
export async function installRedisServer(temp: TempDir): Promise<string | undefined> {
  const program = await findRedisServer();
  if (program === undefined) return undefined;
  temp.program('bin/redis-server', `exec "${program}" "$@"`);
  return `${temp.path('bin')}${delimiter}${process.env.PATH}`;
}
