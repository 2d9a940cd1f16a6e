import type { Redis } from 'ioredis';
import { bucketsFor, countedCaps } from '../../src/core/caps/cap-buckets.js';
import type { CountedLead } from '../../src/core/caps/counted-leads.js';
import { createLedger } from '../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../src/platform/redis/ledger/ledger-keys.js';
import { ISOLATED_MS } from '../../src/platform/redis/ledger/server-scripts.js';
import { rebuildLedger } from '../../src/platform/redis/ledger/rebuild.js';
import { countedLead, testCap } from './caps.js';
import { IDS } from './catalogue.js';
import { countedLeads } from './counted-leads.js';
import { withCaps } from './ledger.js';
import { startOwnRedis } from './own-redis.js';
import { silentLog } from './services.js';
import { until } from './until.js';

export const PREFIX = 'failover';
const now = new Date();
/** Of three leads a day. */
export const cap = testCap({ id: 'day', limit: 3 });
export const catalogue = withCaps([cap]);
export const counted = countedCaps(catalogue);
const campaign = catalogue.campaigns.get(IDS.campaign)!;
export const buckets = bucketsFor(
  { campaign, campaign_offer: campaign.offers.get(IDS.shared)!, program: undefined },
  now,
);

/** A ledger of one cap on real Redis servers, which follow each other as a test says. */
export type LedgerServers = Awaited<ReturnType<typeof startLedgerServers>>;

export async function startLedgerServers(count: number) {
  const own = await startOwnRedis(count);
  let leads: CountedLead[] = [];
  let begun = false;

  const rebuild = (
    redis: Redis,
    during?: () => Promise<unknown>,
    when: 'always' | 'when_stale' = 'when_stale',
  ) => {
    const { scan } = countedLeads(leads, during);
    return rebuildLedger({ scan, redis, prefix: PREFIX, catalogue, now, log: silentLog, when });
  };
  const reserve = async (redis: Redis, id = `lead-${leads.length}`) =>
    (await createLedger(redis, PREFIX).reserve(`${id}:1`, buckets, counted)).outcome;

  /** Waits until the replica has followed its master. */
  const linked = (follower: Redis): Promise<void> =>
    until(
      async () => (await follower.info('replication')).includes('master_link_status:up'),
      'the replica has followed',
    );

  /** As if the server had missed its replicas or its ledger for long. */
  async function age(redis: Redis): Promise<void> {
    const { root } = ledgerKeys(PREFIX);
    const [promotion, at, synced] = (await redis.hget(root, 'isolated_since'))!.split(' ');
    await redis.hset(root, 'isolated_since', `${promotion} ${Number(at) - ISOLATED_MS} ${synced}`);
  }

  return {
    servers: own.servers,
    restarted: own.restarted,
    rebuild,
    reserve,
    age,
    /**
     * As the use cases sell: the intent, the place, a count where it is stale, the confirmation. The first server of a
     * test does not wait because the last test had given it replicas.
     */
    async sell(redis: Redis): Promise<string> {
      if (!begun && (await rebuild(redis)).outcome === 'unsuitable') await age(redis);
      begun = true;
      const id = `lead-${leads.length}`;
      const intent = { at: now, submission: 1, buyer_id: IDS.buyer };
      leads.push(countedLead({ id, state: 'working', intent }));
      let outcome = await reserve(redis, id);
      if (outcome === 'stale' && (await rebuild(redis)).outcome === 'rebuilt')
        outcome = await reserve(redis, id);
      if (outcome === 'reserved') await createLedger(redis, PREFIX).confirm(`${id}:1`, buckets, counted);
      leads.pop();
      leads.push(countedLead({ id, state: outcome === 'reserved' ? 'accepted' : 'rejected', intent }));
      return outcome;
    },
    rebuilds: async (redis: Redis): Promise<number> =>
      Number(await redis.hget(ledgerKeys(PREFIX).root, 'rebuilds')),
    async follow(follower: Redis, leader: Redis): Promise<void> {
      await follower.replicaof('127.0.0.1', leader.options.port!);
      await linked(follower);
    },
    linked,
    promote: (redis: Redis) => redis.replicaof('NO', 'ONE'),
    /** Each is a master of its own and empty, and no lead was sold. */
    async empty(): Promise<void> {
      leads = [];
      begun = false;
      for (const redis of own.servers) {
        await redis.replicaof('NO', 'ONE');
        await redis.flushall();
      }
    },
    close: () => own.close(),
  };
}
