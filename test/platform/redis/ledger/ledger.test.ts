import { expect } from 'chai';
import type { Redis } from 'ioredis';
import type { Cap } from '../../../../src/core/catalogue/types.js';
import type { CapBucket } from '../../../../src/core/caps/windows.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { testPlace } from '../../../support/caps.js';
import { bornLedger, forget, ledgerOf, type LedgerOf, withCaps } from '../../../support/ledger.js';
import { privateServices } from '../../../support/services.js';
import { catalogue, day, KINDS, total } from './ledger-kinds.js';

const tomorrow = testPlace({ id: 'day', limit: 2 }, 'tomorrow');
const unknown = testPlace({ id: 'never counted' });

for (const kind of KINDS)
  describe(`cap ledger ${kind.name}`, () => {
    let open: ReturnType<(typeof KINDS)[number]['open']>;
    let ledger: LedgerOf;
    before(() => {
      open = kind.open();
      ledger = ledgerOf(open.ledger, catalogue);
    });
    after(() => open.close());
    beforeEach(async () => {
      await open.lose();
      await open.born();
    });

    const used = (...buckets: CapBucket[]) => ledger.used(buckets);

    it('reserves all places or none, and names the cap that is full', async () => {
      for (const reservationId of ['a:1', 'b:1'])
        expect(await ledger.reserve(reservationId, [day, total])).to.deep.equal({ outcome: 'reserved' });
      expect(await ledger.reserve('c:1', [total, day])).to.deep.equal({ outcome: 'full', cap_id: 'day' });
      expect(await used(day, total)).to.deep.equal([2, 2]);
    });

    it('counts repeats once, whatever is repeated', async () => {
      for (let i = 0; i < 3; i += 1) await ledger.reserve('a:1', [day, total]);
      expect(await used(day, total)).to.deep.equal([1, 1]);
      for (let i = 0; i < 3; i += 1) expect(await ledger.confirm('a:1', [day, total])).to.equal('done');
      expect(await used(day, total)).to.deep.equal([1, 1]);
      for (let i = 0; i < 3; i += 1) expect(await ledger.release('a:1', [day, total])).to.equal('done');
      expect(await used(day, total)).to.deep.equal([1, 1]);
      await ledger.reserve('b:1', [day]);
      for (let i = 0; i < 3; i += 1) await ledger.release('b:1', [day]);
      await ledger.confirm('b:1', [day]);
      expect(await used(day, total)).to.deep.equal([1, 1]);
    });

    it('never exceeds a limit while members come, are confirmed and leave at once', async () => {
      let sold = 0;
      const live = async (member: string, end: 'confirm' | 'release'): Promise<void> => {
        if ((await ledger.reserve(member, [total])).outcome !== 'reserved') return;
        if (end === 'confirm') sold += 1;
        await ledger[end](member, [total]);
      };
      await Promise.all(
        Array.from({ length: 300 }, (_, i) => live(`m${i}:1`, i % 3 === 0 ? 'confirm' : 'release')),
      );
      expect(sold).to.be.at.most(7);
      expect(await used(total)).to.deep.equal([sold]);
    });

    it('refuses a member that is in when the others alone fill a lowered cap', async () => {
      const lowered = testPlace({ id: 'day', limit: 1 });
      for (const member of ['a:1', 'b:1']) await ledger.reserve(member, [day]);
      expect((await ledger.reserve('a:1', [lowered])).outcome).to.equal('full');
      expect((await ledger.reserve('a:1', [day])).outcome).to.equal('reserved');
    });

    it('lets those that are refused leave a lowered cap, so that others which ask at once remain', async () => {
      const lowered = testPlace({ id: 'day', limit: 1 });
      const soon = new Date(Date.now() + 60_000);
      for (const member of ['a:1', 'b:1']) await ledger.reserve(member, [day, total]);
      const asked = await Promise.all(
        ['a:1', 'b:1'].map((one) => ledger.reserve(one, [total, lowered], soon)),
      );
      expect(asked.map(({ outcome }) => outcome)).to.deep.equal(['full', 'reserved']);
      expect(await used(day, total)).to.deep.equal([1, 1]);
    });

    it('lets one that is refused leave what it would move from and to', async () => {
      const lowered = testPlace({ id: 'day', limit: 1 });
      const soon = new Date(Date.now() + 60_000);
      for (const member of ['a:1', 'b:1']) await ledger.reserve(member, [day, tomorrow]);
      expect((await ledger.move('a:1', [tomorrow], [total, lowered], soon)).outcome).to.equal('full');
      expect(await used(day, tomorrow, total)).to.deep.equal([1, 1, 0]);
    });

    it('lets nobody leave whose time is over: another worker may have the lead', async () => {
      const lowered = testPlace({ id: 'day', limit: 1 });
      for (const member of ['a:1', 'b:1']) await ledger.reserve(member, [day, total]);
      const past = new Date(Date.now() - 60_000);
      expect((await ledger.reserve('a:1', [total, lowered], past)).outcome).to.equal('full');
      expect(await used(day, total)).to.deep.equal([2, 2]);
    });

    it('regains a place once in every cap, also in a full one, which then refuses the others', async () => {
      for (const member of ['a:1', 'b:1']) await ledger.reserve(member, [day]);
      for (let i = 0; i < 3; i += 1) expect(await ledger.regain('c:-1', [day, total])).to.equal('done');
      expect(await used(day, total)).to.deep.equal([3, 1]);
      for (const act of ['confirm', 'confirm', 'release'] as const) await ledger[act]('c:-1', [day, total]);
      expect((await ledger.reserve('a:1', [day, total])).outcome).to.equal('full');
      expect(await used(day, total)).to.deep.equal([3, 1]);
    });

    it('moves: takes the new places, keeps common ones, gives the old ones back', async () => {
      await ledger.reserve('a:1', [day, total]);
      expect(await ledger.move('a:1', [day, total], [tomorrow, total])).to.deep.equal({
        outcome: 'reserved',
      });
      expect(await used(day, tomorrow, total)).to.deep.equal([0, 1, 1]);
      expect(await ledger.move('a:1', [day, total], [tomorrow, total])).to.deep.equal({
        outcome: 'reserved',
      });
      expect(await used(day, tomorrow, total)).to.deep.equal([0, 1, 1]);
    });

    it('does not move into a full window, and changes nothing then', async () => {
      await ledger.reserve('a:1', [day, total]);
      for (const member of ['b:1', 'c:1']) await ledger.reserve(member, [tomorrow]);
      expect(await ledger.move('a:1', [day, total], [tomorrow, total])).to.deep.equal({
        outcome: 'full',
        cap_id: 'day',
      });
      expect(await used(day, tomorrow, total)).to.deep.equal([1, 2, 1]);
    });

    it('lets a lead that no cap counts pass where the ledger counts the same caps', async () => {
      expect(await ledger.reserve('a:1', [])).to.deep.equal({ outcome: 'reserved' });
      expect(await ledger.confirm('a:1', [])).to.equal('done');
      await open.lose();
      expect(await ledger.reserve('a:1', [])).to.deep.equal({ outcome: 'stale' });
      expect(await ledger.confirm('a:1', [])).to.equal('stale');
      expect(await ledger.used([])).to.deep.equal([]);
    });

    describe('when the catalogue changes', () => {
      const of = (version: number, ...caps: Cap[]) => {
        const seen = withCaps(caps, version);
        return { ...ledgerOf(open.ledger, seen), sync: () => open.sync(seen) };
      };
      const { cap: a } = day;
      const { cap: b } = total;

      it('goes on with the same caps, whatever the version and the limits', async () => {
        const newer = of(3, b, { ...a, limit: 1 });
        expect((await newer.reserve('a:1', [day, total])).outcome).to.equal('reserved');
        expect((await ledger.reserve('b:1', [day, total])).outcome).to.equal('reserved');
        expect(await newer.sync()).to.equal('current');
        expect(await of(2, a).sync(), 'older than the newest of the same caps').to.equal(
          'outdated_catalogue',
        );
      });

      it('is stale for other caps, newer and older, also for a lead that none of them counts', async () => {
        for (const other of [of(2), of(2, a), of(2, a, b, unknown.cap), of(0, a)]) {
          for (const places of [[], [day]]) {
            expect((await other.reserve('b:1', places)).outcome).to.equal('stale');
            expect((await other.move('b:1', [], places)).outcome).to.equal('stale');
            for (const act of ['regain', 'confirm', 'release'] as const)
              expect(await other[act]('b:1', places)).to.equal('stale');
          }
        }
        expect(await used(day, total)).to.deep.equal([0, 0]);
      });

      it('counts on without a cap that left, and anew when it comes back', async () => {
        await ledger.reserve('a:1', [day, total]);
        const [without, again] = [of(2, b), of(3, a, b)];
        expect(await without.sync()).to.equal('removed_caps');
        expect(await used(day)).to.equal('stale');
        expect(await used(total)).to.deep.equal([1]);
        expect((await without.reserve('b:1', [total])).outcome).to.equal('reserved');
        expect((await ledger.reserve('c:1', [day, total])).outcome, 'a late process').to.equal('stale');
        expect(await open.sync(catalogue)).to.equal('outdated_catalogue');
        expect(await without.confirm('a:1', [total])).to.equal('done');
        expect((await again.reserve('c:1', [day])).outcome).to.equal('stale');
        expect(await again.sync()).to.equal('rebuilt');
        expect(await used(day), 'by the leads, of which there are none here').to.deep.equal([0]);
        expect((await without.reserve('d:1', [total])).outcome).to.equal('stale');
      });
    });

    it('is stale for a cap that was never counted, and when everything is lost', async () => {
      await ledger.reserve('a:1', [day]);
      expect(await ledger.reserve('b:1', [day, unknown])).to.deep.equal({ outcome: 'stale' });
      expect(await used(day)).to.deep.equal([1]);
      await open.lose();
      expect(await ledger.reserve('b:1', [day])).to.deep.equal({ outcome: 'stale' });
      expect(await ledger.move('a:1', [day], [tomorrow])).to.deep.equal({ outcome: 'stale' });
      expect(await ledger.confirm('a:1', [day])).to.equal('stale');
      expect(await ledger.release('a:1', [day])).to.equal('stale');
      expect(await used(day)).to.equal('stale');
    });
  });

describe('cap ledger: what only Redis can do', () => {
  const services = privateServices();
  const prefix = services.redisPrefix;
  let redis: Redis;
  let ledger: LedgerOf;

  before(() => {
    redis = services.redis();
    ledger = ledgerOf(createLedger(redis, prefix), catalogue);
  });
  after(() => services.close());
  beforeEach(async () => {
    await forget(redis, prefix);
    await bornLedger(redis, prefix, [day.cap, total.cap]);
  });

  const used = (...buckets: CapBucket[]) => ledger.used(buckets);

  it('lets exactly 7 of 50 racers in, and the next only after a give-back', async () => {
    const connections = Array.from({ length: 5 }, () => redis.duplicate());
    const ledgers = connections.map((connection) => ledgerOf(createLedger(connection, prefix), catalogue));
    const racers = Array.from({ length: 50 }, (_, i) => ledgers[i % 5]!.reserve(`lead-${i}:1`, [total]));
    const won = (await Promise.all(racers)).flatMap(({ outcome }, i) => (outcome === 'reserved' ? [i] : []));
    for (const connection of connections) connection.disconnect();
    expect(won).to.have.length(7);
    await ledger.confirm(`lead-${won[0]}:1`, [total]);
    expect((await ledger.reserve('late:1', [total])).outcome).to.equal('full');
    await ledger.release(`lead-${won[1]}:1`, [total]);
    expect((await ledger.reserve('late:1', [total])).outcome).to.equal('reserved');
    expect(await used(total)).to.deep.equal([7]);
  });

  const spoiled: [string, () => Promise<unknown>, CapBucket][] = [
    ['the keys are gone', () => forget(redis, prefix), day],
    [
      'the epoch is another server’s',
      () => redis.hset(ledgerKeys(prefix).root, 'epoch', 'f'.repeat(40)),
      day,
    ],
    ['the epoch is missing', () => redis.hdel(ledgerKeys(prefix).root, 'epoch'), day],
    ['a cap was never counted', () => Promise.resolve(), unknown],
  ];
  for (const [what, spoil, bucket] of spoiled)
    it(`is stale and changes nothing when ${what}`, async () => {
      await ledger.reserve('a:1', [day]);
      await spoil();
      const before = await snapshot(redis, prefix);
      expect(await ledger.reserve('b:1', [total, bucket])).to.deep.equal({ outcome: 'stale' });
      expect(await ledger.move('a:1', [day], [bucket])).to.deep.equal({ outcome: 'stale' });
      expect(await ledger.confirm('a:1', [day, bucket])).to.equal('stale');
      expect(await ledger.release('a:1', [day, bucket])).to.equal('stale');
      expect(await ledger.used([bucket])).to.equal('stale');
      expect(await snapshot(redis, prefix)).to.deep.equal(before);
    });

  it('keeps places a day longer than their window, and those of total caps', async () => {
    await ledger.reserve('a:1', [day, total]);
    await ledger.reserve('b:1', [day, total]);
    await ledger.confirm('a:1', [day, total]);
    const token = (await redis.hget(ledgerKeys(prefix).root, 'token')) ?? '';
    const keys = ledgerKeys(prefix).generation(token);
    const kept = day.resets_at!.getTime() + 86_400_000;
    expect(await redis.pexpiretime(keys.members(day))).to.equal(kept);
    expect(await redis.pexpiretime(keys.confirmed(day))).to.equal(kept);
    expect(await redis.pexpiretime(keys.members(total))).to.equal(-1);
    expect(await redis.pexpiretime(keys.confirmed(total))).to.equal(-1);
  });

  it('needs no script that the server remembers', async () => {
    await redis.script('FLUSH');
    expect((await ledger.reserve('a:1', [day])).outcome).to.equal('reserved');
  });
});

/** Every key of the prefix with its content. */
async function snapshot(redis: Redis, prefix: string): Promise<[string, string | null][]> {
  const keys = (await redis.keys(`*${prefix}*`)).sort();
  return Promise.all(keys.map(async (key) => [key, (await redis.dumpBuffer(key))?.toString('hex') ?? null]));
}
