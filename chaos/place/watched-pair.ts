import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow } from './redis-pair.js';
import { startSentinels } from './sentinels.js';
import type { RedisPair } from './redis-pair.js';
import type { Part, Server } from './server.js';

const NAME = 'rehearsal';
const LOOK_MS = 50;
/** Generous, for a busy machine. */
const ANOTHER_WITHIN_MS = 60_000;

/**
 * Two servers without data behind three Sentinels; the first is the master. Clients ask the Sentinels, which promote the
 * replica when they are told to, or when the master has died.
 */
export async function pairWithSentinels(servers: readonly [Server, Server]): Promise<RedisPair> {
  const members = servers.map(({ url, parts: [part] }) => {
    if (!part) throw new Error('a Redis that is not ours cannot be failed over');
    const redis = new Redis(url, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    return { part, redis, port: Number(new URL(url).port) };
  });
  const [first, second] = members as [(typeof members)[0], (typeof members)[0]];
  await follow(first.redis, second.redis);
  const sentinels = await startSentinels(first.redis, NAME);
  let master = first;
  const look = async (): Promise<void> => {
    const port = await sentinels.masterPort();
    master = members.find((member) => member.port === port) ?? master;
  };
  /** Waits until the Sentinels name another master. */
  async function another(than: typeof master): Promise<void> {
    const until = performance.now() + ANOTHER_WITHIN_MS;
    for (;;) {
      await look();
      if (master !== than) return;
      if (performance.now() > until) throw new Error('the Sentinels do not promote the replica of Redis');
      await sleep(LOOK_MS);
    }
  }
  let killed = first.part;
  const part: Part = {
    name: 'redis',
    get dataDir() {
      return master.part.dataDir;
    },
    async kill() {
      await look();
      killed = master.part;
      await killed.kill();
    },
    restart: () => killed.restart(),
  };
  return {
    url: `redis+sentinel://${sentinels.hosts}/${NAME}`,
    way: servers[0].way,
    parts: [part],
    async failOver({ kill }) {
      await look();
      const former = master;
      if (kill) await former.part.kill();
      // Without a replica that is ready the Sentinels refuse, and a later failover does it.
      else if (
        !(await sentinels.failOver().then(
          () => true,
          () => false,
        ))
      )
        return;
      await another(former);
      if (kill) await former.part.restart();
    },
    async close() {
      await sentinels.close();
      for (const { redis } of members) redis.disconnect();
    },
  };
}
