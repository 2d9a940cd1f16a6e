import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { whyUnsuitable } from '../../../../src/platform/redis/ledger/suitability.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { ledgerState } from '../../../../src/platform/redis/ledger/read-uses.js';
import { probeRedis } from '../../../../src/platform/process/readiness.js';
import {
  buckets,
  cap,
  PREFIX,
  startLedgerServers,
  type LedgerServers,
} from '../../../support/ledger-servers.js';
import { replicated } from '../../../support/own-redis.js';
import { until } from '../../../support/until.js';

describe('the cap ledger on real Redis servers', () => {
  let on: LedgerServers;
  let master: Redis;
  let replica: Redis;

  before(async () => {
    on = await startLedgerServers(2);
    [master, replica] = on.servers as [Redis, Redis];
  });
  after(() => on.close());
  beforeEach(() => on.empty());

  /** A failover and back that lose nothing: in one step, so that no data comes from the replica. */
  async function failOverAndBack(): Promise<void> {
    const there = master.multi().replicaof('127.0.0.1', replica.options.port!);
    await there.replicaof('NO', 'ONE').exec();
  }
  const runId = async (redis: Redis) => /run_id:(\w+)/.exec(await redis.info('server'))?.[1];

  describe('fails over', () => {
    it('keeps a cap through failover and failback that lost a confirmed sale', async () => {
      await on.follow(replica, master);
      expect([await on.sell(master), await on.sell(master)]).to.deep.equal(['reserved', 'reserved']);
      await replicated(master);
      const before = await runId(master);
      await on.promote(replica);
      await master.hset(ledgerKeys(PREFIX).root, 'replicas', 0);
      expect(await on.sell(master), 'not replicated').to.equal('reserved');
      await on.follow(master, replica);
      await on.promote(master);
      await on.follow(replica, master);
      expect(await runId(master)).to.equal(before);
      const { base } = ledgerKeys(PREFIX).generation((await master.hget(ledgerKeys(PREFIX).root, 'token'))!);
      expect(await master.get(`${base}:${cap.id}:${buckets[0]!.window}:ok`), 'one sale short').to.equal('2');
      expect([await on.sell(master), await on.sell(master)]).to.deep.equal(['full', 'full']);
    });

    it('counts on the replica that was promoted before it sells there', async () => {
      await on.follow(replica, master);
      expect([await on.sell(master), await on.sell(master)]).to.deep.equal(['reserved', 'reserved']);
      await replicated(master);
      expect(await createLedger(replica, PREFIX).used(buckets), 'a replica lags behind').to.equal('stale');
      await on.promote(replica);
      expect([await on.sell(replica), await on.sell(replica)]).to.deep.equal(['reserved', 'full']);
    });

    it('costs one rebuild when a replica gets all data', async () => {
      await failOverAndBack();
      await master.config('SET', 'repl-backlog-ttl', 1);
      const idOf = async () => /master_replid:(\w+)/.exec(await master.info('replication'))?.[1];
      const alone = await idOf();
      await until(async () => (await idOf()) !== alone, 'a master alone forgets its replicas');
      await master.config('SET', 'repl-backlog-ttl', 3_600);
      await on.sell(master);
      const first = await on.rebuilds(master);
      await on.follow(replica, master);
      expect(await on.sell(master)).to.equal('reserved');
      expect(await on.rebuilds(master)).to.equal(first + 1);
      expect(await on.sell(master)).to.equal('reserved');
      expect(await on.rebuilds(master)).to.equal(first + 1);
      await on.promote(replica);
      await on.follow(replica, master);
      expect(await on.sell(master)).to.equal('full');
      expect(await on.rebuilds(master)).to.equal(first + 2);
    });

    it('begins a count and swaps it in one promotion, or not at all', async () => {
      await on.sell(master);
      const token = await master.hget(ledgerKeys(PREFIX).root, 'token');
      expect(await on.rebuild(master, failOverAndBack, 'always')).to.deep.equal({ outcome: 'lost' });
      expect(await master.hget(ledgerKeys(PREFIX).root, 'token')).to.equal(token);
      expect((await on.rebuild(master)).outcome).to.equal('rebuilt');
      expect(await on.rebuild(master)).to.deep.equal({ outcome: 'current' });
    });
  });

  describe('evicts', () => {
    afterEach(async () => {
      await master.config('SET', 'maxmemory', 0);
      await master.config('SET', 'maxmemory-policy', 'noeviction');
    });

    for (const policy of ['allkeys-lru', 'volatile-ttl'])
      it(`sells nothing while maxmemory-policy is ${policy}, and says why`, async () => {
        expect(await on.sell(master)).to.equal('reserved');
        await master.config('SET', 'maxmemory-policy', policy);
        const why = `maxmemory-policy is ${policy}, not noeviction`;
        expect(await on.sell(master)).to.equal('stale');
        expect(await on.rebuild(master, undefined, 'always')).to.deep.equal({ outcome: 'unsuitable', why });
        expect(await ledgerState(master, PREFIX, [cap])).to.equal('unsuitable');
        expect(await probeRedis(master, { ping: () => Promise.resolve() })()).to.equal(why);
        await master.config('SET', 'maxmemory-policy', 'noeviction');
        expect(await on.sell(master)).to.equal('reserved');
      });

    it('counts anew when keys were evicted meanwhile', async () => {
      expect([await on.sell(master), await on.sell(master), await on.sell(master)]).to.not.include('full');
      await master.config('SET', 'maxmemory-policy', 'volatile-lru');
      await master.config('SET', 'maxmemory', 1);
      await master.set('more', 'x').catch(() => undefined);
      await master.config('SET', 'maxmemory', 0);
      await master.config('SET', 'maxmemory-policy', 'noeviction');
      expect(await master.exists(ledgerKeys(PREFIX).root)).to.equal(1);
      expect(await on.sell(master)).to.equal('full');
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
      expect(await whyUnsuitable(managed)).to.equal(undefined);
      expect(await on.sell(managed)).to.equal('reserved');
      expect(await on.rebuild(managed)).to.deep.equal({ outcome: 'current' });
      await failOverAndBack();
      expect(await on.reserve(managed)).to.equal('stale');
      expect(await on.sell(managed)).to.equal('reserved');
      expect(await on.sell(master), 'counted once more for whoever sees the run id').to.equal('reserved');
      const done = await on.rebuilds(master);
      expect([await on.sell(managed), await on.sell(master)]).to.deep.equal(['full', 'full']);
      expect(await on.rebuilds(master)).to.equal(done);
    });

    it('sells nothing where neither is told, and says why', async () => {
      const blind = await seeing('memory', 'stats');
      const why = "its replication id can't be read (INFO replication), so a failover could not be noticed";
      expect(await on.sell(master)).to.equal('reserved');
      expect(await on.sell(blind)).to.equal('stale');
      expect(await on.rebuild(blind, undefined, 'always')).to.deep.equal({ outcome: 'unsuitable', why });
      expect(await probeRedis(blind, { ping: () => Promise.resolve() })()).to.equal(why);
      expect(await on.sell(master), 'the ledger of others stays as it was').to.equal('reserved');
    });
  });
});
