import { follow, membersOf, type RedisPair } from './redis-pair.js';
import { startSentinels } from './sentinels.js';
import type { Part, Server } from './server.js';
import { holdsWithin } from './wait-for.js';

const NAME = 'rehearsal';
/** Two attempts of the Sentinels, which rest for ten seconds after one. */
const PROMOTION_MS = 20_000;

/**
 * Two servers without data behind three Sentinels; the first is the master. Clients ask the Sentinels, which promote the
 * replica when they are told to, or when the master has died.
 */
export async function pairWithSentinels(servers: readonly [Server, Server]): Promise<RedisPair> {
  const members = membersOf(servers);
  const [first, second] = members;
  await follow(first.redis, second.redis);
  const sentinels = await startSentinels(first.redis, NAME);
  let master = first;
  const look = async (): Promise<void> => {
    const port = await sentinels.masterPort();
    master = members.find((member) => member.port === port) ?? master;
  };
  /**
   * Waits until the Sentinels name another master. They may not: they give up an ordered failover that takes longer than
   * their timeout, and promote no replica that has no data of its master yet. Then a master that was killed has to come
   * back, and a later failover promotes the replica.
   */
  const another = (than: typeof master): Promise<boolean> =>
    holdsWithin(PROMOTION_MS, async () => {
      await look();
      return master !== than;
    });
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
