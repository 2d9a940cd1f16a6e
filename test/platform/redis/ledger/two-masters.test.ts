import { connect } from 'node:net';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { keepCounted } from '../../../../src/app/upkeep/keep-counted.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { createLedgerView } from '../../../../src/platform/redis/ledger/read-uses.js';
import { replicated } from '../../../support/own-redis.js';
import { until } from '../../../support/until.js';
import {
  buckets,
  catalogue,
  PREFIX,
  startLedgerServers,
  type LedgerServers,
} from '../../../support/ledger-servers.js';

describe('the cap ledger while there are two masters', () => {
  let on: LedgerServers;
  let master: Redis;
  let replica: Redis;
  let other: Redis;

  before(async () => {
    on = await startLedgerServers(3);
    [master, replica, other] = on.servers as [Redis, Redis, Redis];
  });
  after(() => on.close());
  beforeEach(() => on.empty());

  /** Promotes the replica, and waits until the master has noticed: a Sentinel takes longer to name the other. */
  async function promote(): Promise<void> {
    await replicated(master);
    await on.promote(replica);
    await until(
      async () => !(await master.info('replication')).includes(`port=${replica.options.port},`),
      'it was left',
    );
  }

  it('sells on the promoted one only', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await promote();
    expect(await on.sell(master)).to.equal('stale');
    expect(await on.sell(replica)).to.equal('reserved');
    const why = 'it lacks replicas or had lost them, and one may be the master now; sales go on within 20 s';
    for (const when of ['always', 'when_stale'] as const)
      expect(await on.rebuild(master, undefined, when)).to.deep.equal({ outcome: 'unsuitable', why });
    expect(await createLedger(master, PREFIX).used(buckets)).to.equal('stale');
  });

  it('sells on the promoted one only, though it attached while nobody sold', async () => {
    expect(await on.sell(master)).to.equal('reserved');
    await on.follow(replica, master);
    const keep = () =>
      keepCounted({
        capUses: createLedgerView(master, PREFIX),
        catalogue: { current: () => catalogue },
        rebuildLedger: async () => (await on.rebuild(master)).outcome === 'rebuilt',
      });
    expect([await keep(), await keep()], 'once').to.deep.equal([true, false]);
    await promote();
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
  });

  for (const noticed of [true, false])
    it(`misses no sale of the promoted one when that follows again: ${noticed ? 'noticed' : 'between two sales'}`, async () => {
      await on.follow(replica, master);
      expect(await on.sell(master)).to.equal('reserved');
      await promote();
      if (noticed) expect(await on.reserve(master)).to.equal('stale');
      expect([await on.sell(replica), await on.sell(replica)]).to.deep.equal(['reserved', 'reserved']);
      await on.follow(replica, master);
      expect(await on.sell(master)).to.equal(noticed ? 'stale' : 'full');
      if (noticed) await on.age(master);
      expect(await on.sell(master)).to.equal('full');
    });

  it('sells nothing though another server follows the one that was left', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await promote();
    expect(await on.sell(master)).to.equal('stale');
    await on.follow(other, master);
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
  });

  it('reads on a server that takes no writes without its replica', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await master.config('SET', 'min-replicas-to-write', 1);
    await promote();
    const used = await createLedger(master, PREFIX).used(buckets);
    await master.config('SET', 'min-replicas-to-write', 0);
    expect(used).to.equal('stale');
  });

  it('sells on the promoted one only, though the former one was started again', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await replicated(master);
    await on.restarted(master, () => on.promote(replica));
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
  });

  it('sells on the first of two that were promoted before anybody counted', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await promote();
    await on.follow(master, replica);
    await on.promote(master);
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
  });

  it('waits anew when a replica that had come back was promoted', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await promote();
    expect(await on.reserve(master)).to.equal('stale');
    await on.follow(replica, master);
    expect(await on.reserve(master), 'it may have been the master').to.equal('stale');
    await on.age(master);
    await promote();
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
  });

  it('sells on the one that two of three follow, also if the other counted while one was away', async () => {
    await on.follow(replica, master);
    await on.follow(other, master);
    expect(await on.sell(master)).to.equal('reserved');
    await replicated(master, 2);
    await other.replicaof('127.0.0.1', 1);
    expect((await on.rebuild(master, undefined, 'always')).outcome).to.equal('rebuilt');
    await promote();
    await on.follow(other, master);
    expect(await on.sell(replica), 'the other one may sell').to.equal('stale');
    await on.follow(other, replica);
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
  });

  it('was started again with data from before its replica: waits where there are Sentinels', async () => {
    expect(await on.sell(master)).to.equal('reserved');
    await on.restarted(master, () => Promise.resolve());
    expect(await on.sell(master), 'alone').to.equal('reserved');
    await on.restarted(master, () => Promise.resolve());
    const watched = master.duplicate();
    try {
      await watched.ping();
      watched.options.sentinels = [{ host: '127.0.0.1', port: 1 }];
      expect(await on.sell(watched)).to.equal('stale');
    } finally {
      watched.disconnect();
    }
  });

  it('takes a copy of the data for no replica', async () => {
    expect(await on.sell(master)).to.equal('reserved');
    const copying = connect(master.options.port!, '127.0.0.1');
    copying.resume().write('SYNC\r\n');
    const followers = async () => /connected_slaves:(\d)/.exec(await master.info('replication'))?.[1];
    await until(async () => (await followers()) === '1', 'it is copied');
    expect(await on.sell(master)).to.equal('reserved');
    copying.destroy();
    await until(async () => (await followers()) === '0', 'it was copied');
    expect(await on.sell(master)).to.equal('reserved');
  });

  it('sells on the one that two of three servers follow', async () => {
    await on.follow(replica, master);
    await on.follow(other, master);
    expect(await on.sell(master)).to.equal('reserved');
    await replicated(master, 2);
    await promote();
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['reserved', 'stale']);
    await on.follow(other, replica);
    expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
    await on.follow(master, replica);
    expect([await on.sell(replica), await on.reserve(master)]).to.deep.equal(['full', 'stale']);
  });

  it('goes on without a count when the replica is back', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    const done = await on.rebuilds(master);
    await replica.replicaof('127.0.0.1', 1);
    expect(await on.sell(master)).to.equal('stale');
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    expect(await on.rebuilds(master)).to.equal(done);
  });

  it('swaps no count that the replica left', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    expect(await on.rebuild(master, promote, 'always')).to.deep.equal({ outcome: 'lost' });
  });

  it('counts for itself when the replica stays away', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await promote();
    expect(await on.sell(master)).to.equal('stale');
    await on.age(master);
    const done = await on.rebuilds(master);
    expect([await on.sell(master), await on.sell(master)]).to.deep.equal(['reserved', 'reserved']);
    expect([await on.sell(master), await on.rebuilds(master)]).to.deep.equal(['full', done + 1]);
  });

  describe('that was emptied', () => {
    const why =
      'it holds no ledger and has or had replicas or Sentinels, so another server may be the master; sales begin within 20 s';
    const bare = { outcome: 'unsuitable', why };
    beforeEach(async () => {
      await on.follow(replica, master);
      expect(await on.sell(master)).to.equal('reserved');
      await replicated(master);
    });

    it('before the failover: neither sells until the former one is turned', async () => {
      await master.flushall();
      await promote();
      expect([await on.sell(master), await on.sell(replica)]).to.deep.equal(['stale', 'stale']);
      for (const when of ['always', 'when_stale'] as const)
        for (const redis of [master, replica])
          expect(await on.rebuild(redis, undefined, when)).to.deep.equal(bare);
      await on.age(replica);
      await on.follow(master, replica);
      expect([await on.reserve(master), await on.sell(replica)]).to.deep.equal(['stale', 'reserved']);
      expect(await on.sell(replica), 'in service').to.equal('reserved');
      expect(await on.sell(replica)).to.equal('full');
    });

    it('after the failover: the promoted one sells alone', async () => {
      await promote();
      await master.flushall();
      expect([await on.sell(replica), await on.sell(master)]).to.deep.equal(['reserved', 'stale']);
      expect(await on.rebuild(master)).to.deep.equal(bare);
    });

    it('waits anew when it was promoted meanwhile', async () => {
      await master.flushall();
      expect(await on.rebuild(master)).to.deep.equal(bare);
      await on.age(master);
      await promote();
      expect(await on.rebuild(replica)).to.deep.equal(bare);
    });

    it('counts at once what a server without replicas lost', async () => {
      const alone = await startLedgerServers(1);
      const [one] = alone.servers as [Redis];
      try {
        expect(await alone.reserve(one)).to.equal('stale');
        expect((await alone.rebuild(one)).outcome).to.equal('rebuilt');
        await one.flushall();
        expect((await alone.rebuild(one)).outcome).to.equal('rebuilt');
      } finally {
        await alone.close();
      }
    });
  });
});
