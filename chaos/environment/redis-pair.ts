import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGateway } from './gateway.js';
import type { Part, Server } from './server.js';
import { waitFor } from './wait-for.js';

export interface FailOver {
  /** How long the master accepts writes that its replica never gets. */
  readonly lag_ms: number;
  /** The master dies; otherwise it keeps running, with its run id. */
  readonly kill: boolean;
}

/** A master and its replica behind one address. */
export interface RedisPair extends Server {
  /** Promotes the replica with its older data. The former master comes back as its replica, with a full resync. */
  failOver(how: FailOver): Promise<void>;
  close(): Promise<void>;
}

/** Makes a pair of two servers without data; the first is the master. */
export async function pairUp(servers: readonly [Server, Server]): Promise<RedisPair> {
  const members = membersOf(servers);
  let [master, replica] = members;
  const gateway = await openGateway(master.port);
  const part: Part = {
    name: 'redis',
    get dataDir() {
      return master.part.dataDir;
    },
    kill: () => master.part.kill(),
    restart: () => master.part.restart(),
  };
  await follow(master.redis, replica.redis);

  return {
    url: `redis://127.0.0.1:${gateway.port}`,
    way: servers[0].way,
    parts: [part],
    async failOver({ lag_ms, kill }) {
      await replica.redis.replicaof('NO', 'ONE');
      await sleep(lag_ms);
      if (kill) await master.part.kill();
      gateway.switchTo(replica.port);
      [master, replica] = [replica, master];
      if (kill) await replica.part.restart();
      await follow(master.redis, replica.redis);
    },
    async close() {
      for (const { redis } of members) redis.disconnect();
      await gateway.close();
    },
  };
}

/** One server of a pair, with a connection of our own. */
export interface PairMember {
  readonly part: Part;
  readonly redis: Redis;
  readonly port: number;
}

/** Connects to both servers. Throws if one is not ours to kill. */
export function membersOf([first, second]: readonly [Server, Server]): readonly [PairMember, PairMember] {
  const memberOf = ({ url, parts: [part] }: Server): PairMember => {
    if (!part) throw new Error('a Redis that is not ours cannot be failed over');
    const redis = new Redis(url, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    return { part, redis, port: Number(new URL(url).port) };
  };
  return [memberOf(first), memberOf(second)];
}

/** Makes one server the replica of the other, and waits until it has the same data. */
export async function follow(master: Redis, replica: Redis): Promise<void> {
  // By default a master waits five seconds for further replicas.
  await master.config('SET', 'repl-diskless-sync-delay', 0);
  await replica.replicaof('127.0.0.1', master.options.port ?? 6_379);
  await waitFor(
    async () => (await replica.info('replication')).includes('master_link_status:up'),
    'the replica of Redis does not follow its master',
  );
}
