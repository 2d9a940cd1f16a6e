import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { countedCaps } from '../../../../src/core/caps/cap-buckets.js';
import { bucketsFor } from '../../../../src/core/caps/cap-buckets.js';
import type { CountedLead } from '../../../../src/core/caps/counted-leads.js';
import { whyUnfit } from '../../../../src/platform/redis/ledger/fitness.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { ledgerState } from '../../../../src/platform/redis/ledger/read-uses.js';
import { rebuildLedger } from '../../../../src/platform/redis/ledger/rebuild.js';
import { probeRedis } from '../../../../src/platform/process/readiness.js';
import { countedLead, testCap } from '../../../support/caps.js';
import { IDS } from '../../../support/catalogue.js';
import { formerLedger } from '../../../support/former-ledger.js';
import { countedLeads } from '../../../support/counted-leads.js';
import { withCaps } from '../../../support/ledger.js';
import { startOwnRedis, type OwnRedis } from '../../../support/own-redis.js';
import { silentLog } from '../../../support/services.js';
import { until } from '../../../support/until.js';

const PREFIX = 'failover';
const now = new Date();
const cap = testCap({ id: 'day', limit: 3 });
const catalogue = withCaps([cap]);
const counted = countedCaps(catalogue);
const campaign = catalogue.campaigns.get(IDS.campaign)!;
const buckets = bucketsFor(
  { campaign, campaign_offer: campaign.offers.get(IDS.shared)!, program: undefined },
  now,
);

describe('the cap ledger on real Redis servers', function () {
  this.timeout(120_000);
  let own: OwnRedis;
  let master: Redis;
  let replica: Redis;
  let leads: CountedLead[];

  before(async () => {
    own = await startOwnRedis(2);
    [master, replica] = own.servers as [Redis, Redis];
  });
  after(() => own.close());
  beforeEach(async () => {
    leads = [];
    for (const redis of own.servers) {
      await redis.replicaof('NO', 'ONE');
      await redis.flushall();
    }
  });

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

  /** As the use cases sell: the intent, the place, a count where it is stale, the confirmation. */
  async function sell(redis: Redis): Promise<string> {
    const id = `lead-${leads.length}`;
    const intent = { at: now, round: 1 };
    leads.push(countedLead({ id, state: 'working', intent }));
    let outcome = await reserve(redis, id);
    if (outcome === 'stale' && (await rebuild(redis)).outcome === 'rebuilt')
      outcome = await reserve(redis, id);
    if (outcome === 'reserved') await createLedger(redis, PREFIX).confirm(`${id}:1`, buckets, counted);
    leads.pop();
    leads.push(countedLead({ id, state: outcome === 'reserved' ? 'accepted' : 'rejected', intent }));
    return outcome;
  }
  const rebuilds = async (): Promise<number> =>
    Number(await master.hget(ledgerKeys(PREFIX).root, 'rebuilds'));

  async function follow(follower: Redis, leader: Redis): Promise<void> {
    await follower.replicaof('127.0.0.1', leader.options.port!);
    const isUp = async () => (await follower.info('replication')).includes('master_link_status:up');
    await until(isUp, 'the replica has followed');
  }
  const promote = (redis: Redis) => redis.replicaof('NO', 'ONE');
  /** A failover and back that lose nothing: in one step, so that no data comes from the replica. */
  async function failOverAndBack(): Promise<void> {
    const there = master.multi().replicaof('127.0.0.1', replica.options.port!);
    await there.replicaof('NO', 'ONE').exec();
  }
  const runId = async (redis: Redis) => /run_id:(\w+)/.exec(await redis.info('server'))?.[1];

  describe('fails over', () => {
    it('keeps a cap through failover and failback that lost a confirmed sale', async () => {
      await follow(replica, master);
      expect([await sell(master), await sell(master)]).to.deep.equal(['reserved', 'reserved']);
      await master.wait(1, 5_000);
      const before = await runId(master);
      await promote(replica);
      expect(await sell(master), 'not replicated').to.equal('reserved');
      await follow(master, replica);
      await promote(master);
      await follow(replica, master);
      expect(await runId(master)).to.equal(before);
      const { base } = ledgerKeys(PREFIX).generation((await master.hget(ledgerKeys(PREFIX).root, 'token'))!);
      expect(await master.get(`${base}:${cap.id}:${buckets[0]!.window}:ok`), 'one sale short').to.equal('2');
      expect([await sell(master), await sell(master)]).to.deep.equal(['full', 'full']);
    });

    it('counts on the replica that was promoted before it sells there', async () => {
      await follow(replica, master);
      expect([await sell(master), await sell(master)]).to.deep.equal(['reserved', 'reserved']);
      await master.wait(1, 5_000);
      expect(await createLedger(replica, PREFIX).used(buckets), 'a replica lags behind').to.equal('stale');
      await promote(replica);
      expect([await sell(replica), await sell(replica)]).to.deep.equal(['reserved', 'full']);
    });

    it('costs one rebuild when a first replica attaches, and none after', async () => {
      await failOverAndBack();
      await master.config('SET', 'repl-backlog-ttl', 1);
      const idOf = async () => /master_replid:(\w+)/.exec(await master.info('replication'))?.[1];
      const alone = await idOf();
      await until(async () => (await idOf()) !== alone, 'a master alone forgets its replicas');
      await master.config('SET', 'repl-backlog-ttl', 3_600);
      await sell(master);
      const first = await rebuilds();
      await follow(replica, master);
      expect(await sell(master)).to.equal('reserved');
      expect(await rebuilds()).to.equal(first + 1);
      await promote(replica);
      await follow(replica, master);
      expect(await sell(master)).to.equal('reserved');
      expect(await sell(master)).to.equal('full');
      expect(await rebuilds()).to.equal(first + 1);
    });

    it('begins a count and swaps it in one promotion, or not at all', async () => {
      await sell(master);
      const token = await master.hget(ledgerKeys(PREFIX).root, 'token');
      expect(await rebuild(master, failOverAndBack, 'always')).to.deep.equal({ outcome: 'lost' });
      expect(await master.hget(ledgerKeys(PREFIX).root, 'token')).to.equal(token);
      expect((await rebuild(master)).outcome).to.equal('rebuilt');
      expect(await rebuild(master)).to.deep.equal({ outcome: 'current' });
    });

    it('is sound for the build before after each of its counts, and neither makes the other count again', async () => {
      const former = formerLedger(master, PREFIX, counted);
      const both = async (): Promise<string> => {
        const [bucket] = buckets;
        expect(await former.rebuild('when_stale')).to.equal('current');
        expect(await former.reserve('former:1', bucket!)).to.equal('reserved');
        return reserve(master);
      };
      expect(await former.rebuild('when_stale')).to.equal('swapped');
      expect(await both(), 'counted by the former build alone').to.equal('stale');
      expect((await rebuild(master)).outcome).to.equal('rebuilt');
      expect(await both()).to.equal('reserved');
      expect(await former.rebuild('always')).to.equal('swapped');
      expect(await both()).to.equal('reserved');
      await failOverAndBack();
      expect(await both(), 'which the former build cannot see').to.equal('stale');
      expect(await former.rebuild('always'), 'a count of the former build changes nothing in that').to.equal(
        'swapped',
      );
      expect(await both()).to.equal('stale');
      expect((await rebuild(master)).outcome).to.equal('rebuilt');
      const done = await rebuilds();
      for (let i = 0; i < 5; i += 1) {
        expect(await both()).to.equal('reserved');
        expect(await rebuild(master)).to.deep.equal({ outcome: 'current' });
      }
      expect(await rebuilds()).to.equal(done);
    });
  });

  describe('evicts', () => {
    afterEach(async () => {
      await master.config('SET', 'maxmemory', 0);
      await master.config('SET', 'maxmemory-policy', 'noeviction');
    });

    for (const policy of ['allkeys-lru', 'volatile-ttl'])
      it(`sells nothing while maxmemory-policy is ${policy}, and says why`, async () => {
        expect(await sell(master)).to.equal('reserved');
        await master.config('SET', 'maxmemory-policy', policy);
        const why = `maxmemory-policy is ${policy}, not noeviction`;
        expect(await sell(master)).to.equal('stale');
        expect(await rebuild(master, undefined, 'always')).to.deep.equal({ outcome: 'unfit', why });
        expect(await ledgerState(master, PREFIX, [cap])).to.equal('unfit');
        expect(await probeRedis(master, { ping: () => Promise.resolve() })()).to.equal(why);
        await master.config('SET', 'maxmemory-policy', 'noeviction');
        expect(await sell(master)).to.equal('reserved');
      });

    it('counts anew when keys were evicted meanwhile', async () => {
      expect([await sell(master), await sell(master), await sell(master)]).to.not.include('full');
      await master.config('SET', 'maxmemory-policy', 'volatile-lru');
      await master.config('SET', 'maxmemory', 1);
      await master.set('more', 'x').catch(() => undefined);
      await master.config('SET', 'maxmemory', 0);
      await master.config('SET', 'maxmemory-policy', 'noeviction');
      expect(await master.exists(ledgerKeys(PREFIX).root)).to.equal(1);
      expect(await sell(master)).to.equal('full');
    });
  });

  describe('hides what it is', () => {
    const opened: Redis[] = [];
    afterEach(() => {
      for (const redis of opened.splice(0)) redis.disconnect();
    });
    /** A connection that may read these sections of INFO alone. */
    async function seeing(...sections: string[]): Promise<Redis> {
      const username = `sees-${sections.join('-')}`;
      const info = sections.map((section) => `+info|${section}`);
      await master.acl('SETUSER', username, 'reset', 'on', '>secret', '~*', '&*', '+@all', '-info', ...info);
      const redis = master.duplicate({ username, password: 'secret', enableReadyCheck: false });
      opened.push(redis);
      return redis;
    }

    it('goes by the replication id alone where the run id is hidden', async () => {
      const managed = await seeing('replication', 'memory', 'stats');
      expect(await whyUnfit(managed)).to.equal(undefined);
      expect(await sell(managed)).to.equal('reserved');
      expect(await rebuild(managed)).to.deep.equal({ outcome: 'current' });
      await failOverAndBack();
      expect(await reserve(managed)).to.equal('stale');
      expect(await sell(managed)).to.equal('reserved');
      expect(await sell(master), 'counted once more for whoever sees the run id').to.equal('reserved');
      const done = await rebuilds();
      expect([await sell(managed), await sell(master)]).to.deep.equal(['full', 'full']);
      expect(await rebuilds()).to.equal(done);
    });

    it('sells nothing where neither is told, and says why', async () => {
      const blind = await seeing('memory', 'stats');
      const why = "its replication id can't be read (INFO replication), so a failover could not be noticed";
      expect(await rebuild(master)).to.include({ outcome: 'rebuilt' });
      expect(await sell(blind)).to.equal('stale');
      expect(await rebuild(blind, undefined, 'always')).to.deep.equal({ outcome: 'unfit', why });
      expect(await probeRedis(blind, { ping: () => Promise.resolve() })()).to.equal(why);
      expect(await sell(master), 'the ledger of others stays as it was').to.equal('reserved');
    });
  });
});
