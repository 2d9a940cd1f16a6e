import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { quietPort } from './quiet-port.js';
import { waitFor } from './wait-for.js';

/** One server of a cluster. */
export interface ClusterServer {
  readonly port: number;
  readonly redis: Redis;
  kill(): Promise<void>;
  restart(): void;
}

/** Three masters with a replica each. */
export interface RedisCluster {
  readonly url: string;
  readonly servers: readonly ClusterServer[];
  /** The server that is the master of this key now. */
  masterOf(key: string): Promise<ClusterServer>;
  /** Orders one of the replicas to take over from this master, and waits until it has. */
  failOver(master: ClusterServer): Promise<void>;
  close(): Promise<void>;
}

const MASTERS = 3;
const SLOTS = 16_384;
const ANSWER_MS = 3_000;
/** A master that is silent for this long is replaced. */
const NODE_TIMEOUT_MS = 1_500;
/** An ordered failover that took longer than five seconds, on a busy machine, is given up by the replica. */
const ASK_AGAIN_MS = 6_000;

/** Starts a cluster with the program of a Redis server. */
export async function startRedisCluster(program: string): Promise<RedisCluster> {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-cluster-'));
  const servers: (ClusterServer & { readonly bus: number })[] = [];
  for (let n = 0; n < 2 * MASTERS; n += 1) servers.push(await startServer(program, join(dir, String(n))));
  const close = async (): Promise<void> => {
    for (const { redis } of servers) redis.disconnect();
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await makeCluster(servers);
  } catch (error) {
    await close();
    throw error;
  }
  /** From the table of slots of any server that answers: `[from, to, [host, port, id], …]`. */
  const masterOf = async (key: string): Promise<ClusterServer> => {
    for (const { redis } of servers) {
      if (redis.status !== 'ready') continue;
      // One that has just died gives no answer.
      const told = await Promise.all([redis.cluster('KEYSLOT', key), redis.cluster('SLOTS')]).catch(
        () => null,
      );
      if (!told) continue;
      const [slot, rows] = told;
      const port = rows.find(([from, to]) => from <= slot && slot <= to)?.[2]?.[1];
      const found = servers.find((server) => server.port === port);
      if (found) return found;
    }
    throw new Error('no server of the cluster answers');
  };
  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    masterOf,
    async failOver(master) {
      const id = await master.redis.cluster('MYID');
      const replicas = servers.filter(({ redis }) => redis.status === 'ready' && redis !== master.redis);
      for (const { redis } of replicas) {
        const line = String(await redis.cluster('NODES'))
          .split('\n')
          .find((one) => one.includes('myself'));
        if (!line?.includes(`slave ${id} `)) continue;
        let askedAt = -Infinity;
        await waitFor(async () => {
          if ((await redis.info('replication')).includes('role:master')) return true;
          if (performance.now() - askedAt < ASK_AGAIN_MS) return false;
          askedAt = performance.now();
          // It may have taken over since it was looked at.
          await redis.cluster('FAILOVER').catch(() => undefined);
          return false;
        }, 'the replica does not take over');
        return;
      }
    },
    close,
  };
}

async function startServer(program: string, dir: string): Promise<ClusterServer & { readonly bus: number }> {
  mkdirSync(dir);
  const [port, bus] = [await quietPort(), await quietPort()];
  const options = {
    port,
    bind: '127.0.0.1',
    dir,
    'cluster-enabled': 'yes',
    'cluster-port': bus,
    'cluster-config-file': 'nodes.conf',
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    appendonly: 'yes',
    save: '',
    'maxmemory-policy': 'noeviction',
    'repl-diskless-sync-delay': 0,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const begin = (): ChildProcess => spawn(program, args, { stdio: 'ignore', cwd: dir });
  let running = begin();
  const redis = new Redis({
    port,
    maxRetriesPerRequest: null,
    commandTimeout: ANSWER_MS,
    retryStrategy: () => 100,
  });
  redis.on('error', () => undefined);
  return {
    port,
    bus,
    redis,
    async kill() {
      if (running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill('SIGKILL');
      await gone;
    },
    restart() {
      running = begin();
    },
  };
}

async function makeCluster(servers: readonly (ClusterServer & { readonly bus: number })[]): Promise<void> {
  await waitFor(
    () => Promise.resolve(servers.every(({ redis }) => redis.status === 'ready')),
    'the servers of the cluster do not answer',
  );
  const [first] = servers;
  if (!first) throw new Error('a cluster needs servers');
  for (const [n, { redis }] of servers.entries()) {
    await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', n + 1);
    if (n >= MASTERS) continue;
    const [from, to] = [Math.ceil((n * SLOTS) / MASTERS), Math.ceil(((n + 1) * SLOTS) / MASTERS) - 1];
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to);
  }
  for (const { port, bus } of servers.slice(1))
    await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
  await waitFor(
    async () =>
      (await Promise.all(servers.map(({ redis }) => redis.cluster('INFO')))).every((told) =>
        told.includes(`cluster_known_nodes:${servers.length}`),
      ),
    'the servers of the cluster do not find each other',
  );
  for (const [n, { redis }] of servers.slice(MASTERS).entries()) {
    const id = (await servers[n]?.redis.cluster('MYID')) ?? '';
    await waitFor(
      async () => (await redis.call('CLUSTER', 'REPLICATE', id).catch(() => undefined)) === 'OK',
      'a replica does not know its master',
    );
  }
  const isDone = async ({ redis }: ClusterServer, n: number): Promise<boolean> =>
    (await redis.cluster('INFO')).includes('cluster_state:ok') &&
    (n < MASTERS || (await redis.info('replication')).includes('master_link_status:up'));
  await waitFor(
    async () => (await Promise.all(servers.map(isDone))).every(Boolean),
    'the cluster does not begin to work',
  );
}
