import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { LEFT_MS } from '../../../../src/platform/redis/ledger/ledger-scripts.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { buckets, PREFIX, startLedgerServers, type LedgerServers } from '../../../support/ledger-servers.js';

describe('the cap ledger while there are two masters', function () {
  this.timeout(60_000);
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

  it('sells on the promoted one only', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await master.wait(1, 5_000);
    await on.promote(replica);
    expect(await on.sell(master)).to.equal('stale');
    expect(await on.sell(replica)).to.equal('reserved');
    const why = '1 of its replicas left, and one may be the master now; sales go on when they are back, ';
    for (const when of ['always', 'when_stale'] as const)
      expect(await on.rebuild(master, undefined, when)).to.deep.equal({
        outcome: 'unfit',
        why: `${why}at the latest after 20 s`,
      });
    expect(await createLedger(master, PREFIX).used(buckets)).to.deep.equal([1]);
  });

  it('sells on the one that two of three servers follow', async () => {
    await on.follow(replica, master);
    await on.follow(other, master);
    expect(await on.sell(master)).to.equal('reserved');
    await master.wait(2, 5_000);
    await on.promote(replica);
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
    await on.promote(replica);
    expect(await on.sell(master)).to.equal('stale');
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    expect(await on.rebuilds(master)).to.equal(done);
  });

  it('swaps no count that the replica left', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    expect(await on.rebuild(master, () => on.promote(replica), 'always')).to.deep.equal({ outcome: 'lost' });
  });

  it('counts for itself when the replica stays away', async () => {
    await on.follow(replica, master);
    expect(await on.sell(master)).to.equal('reserved');
    await on.promote(replica);
    expect(await on.sell(master)).to.equal('stale');
    const { root } = ledgerKeys(PREFIX);
    const [, at] = (await master.hget(root, 'left_since'))!.split(' ');
    expect(Number(at)).to.be.closeTo(Date.now(), 5_000);
    await master.hset(root, 'left_since', `${await master.hget(root, 'promotion')} ${Number(at) - LEFT_MS}`);
    const done = await on.rebuilds(master);
    expect([await on.sell(master), await on.sell(master)]).to.deep.equal(['reserved', 'reserved']);
    expect([await on.sell(master), await on.rebuilds(master)]).to.deep.equal(['full', done + 1]);
  });
});
