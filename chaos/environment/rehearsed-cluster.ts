import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedisCluster, type ClusterServer } from './redis-cluster.js';
import type { RedisPair } from './redis-pair.js';
import { programOf } from './sentinels.js';
import type { Part, Server } from './server.js';
import { waitFor } from './wait-for.js';

/** A cluster of the same program. Faults hit one master after the other. */
export async function clusterLike({ url, way }: Server): Promise<RedisPair> {
  const like = new Redis(url);
  const program = await programOf(like);
  like.disconnect();
  if (program === undefined) throw new Error('the program of this Redis is not on this machine');
  const cluster = await startRedisCluster(program);
  // A server of a cluster remembers its part in it, so no old data are put back: a snapshot is an empty folder.
  const dataDir = mkdtempSync(join(tmpdir(), 'leadkeep-no-snapshot-'));
  let killed: ClusterServer | undefined;
  let faults = 0;
  /** Some key, each time of another slot. */
  const nextKey = (): string => `key ${(faults += 1)}`;
  const another = (key: string, than: ClusterServer): Promise<void> =>
    waitFor(
      async () => ((await cluster.masterOf(key).catch(() => undefined)) ?? than) !== than,
      'no replica takes over',
    );
  const part: Part = {
    name: 'redis',
    dataDir,
    async kill() {
      killed = await cluster.masterOf(nextKey());
      await killed.kill();
    },
    restart() {
      killed?.restart();
      return Promise.resolve();
    },
  };
  return {
    url: cluster.url,
    way,
    parts: [part],
    async failOver({ kill }) {
      const key = nextKey();
      const master = await cluster.masterOf(key);
      if (!kill) return cluster.failOver(master);
      await master.kill();
      await another(key, master);
      master.restart();
    },
    async close() {
      await cluster.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
