import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import type { LedgerReservation } from '../../../../src/app/ports/ledger-reservations.js';
import {
  createLedgerReservations,
  releaseReservation,
  reservationsInRedis,
} from '../../../../src/platform/redis/ledger/trim.js';
import { testPlace } from '../../../support/caps.js';
import { bornLedger, ledgerOf, withCaps } from '../../../support/ledger.js';
import { privateServices } from '../../../support/services.js';

const day = testPlace({ id: 'day' });
const other = testPlace({ id: 'other' }, '2026-11-21T13-0500');

describe('trimming the cap ledger', () => {
  const services = privateServices();
  const prefix = services.redisPrefix;
  let redis: Redis;
  before(() => {
    redis = services.redis();
  });
  after(() => services.close());

  const all = async (): Promise<LedgerReservation[]> => {
    const found = new Map<string, LedgerReservation>();
    for await (const one of reservationsInRedis(redis, prefix)) found.set(one.reservation_id + one.key, one);
    return [...found.values()];
  };

  it('finds nothing where there is no ledger', async () => {
    expect(await all()).to.deep.equal([]);
  });

  it('finds every reserved member and gives it back in its place alone', async () => {
    await bornLedger(redis, prefix, [day.cap, other.cap]);
    const ledger = ledgerOf(createLedger(redis, prefix), withCaps([day.cap, other.cap]));
    await ledger.reserve('a:1', [day, other]);
    await ledger.reserve('b:12', [day]);
    await ledger.reserve('c:1', [day]);
    await ledger.confirm('c:1', [day]);
    const found = await all();
    expect(found.map(({ lead_id, submission }) => `${lead_id} ${submission}`).sort()).to.deep.equal([
      'a 1',
      'a 1',
      'b 12',
    ]);

    const a = found.find(
      ({ reservation_id: reservationId, key }) => reservationId === 'a:1' && key.includes('other'),
    )!;
    const reservations = createLedgerReservations(redis, prefix);
    expect(await reservations.isReserved(a)).to.equal(true);
    for (let i = 0; i < 2; i += 1) expect(await releaseReservation(redis, prefix, a)).to.equal('done');
    expect(await reservations.isReserved(a)).to.equal(false);
    expect(await ledger.used([day, other])).to.deep.equal([3, 0]);

    const b = found.find(({ reservation_id: member }) => member === 'b:12')!;
    for (let i = 0; i < 2; i += 1) expect(await releaseReservation(redis, prefix, b)).to.equal('done');
    expect(await ledger.used([day, other])).to.deep.equal([2, 0]);
    expect((await all()).map(({ reservation_id: member }) => member)).to.deep.equal(['a:1']);
  });

  it('does not touch a ledger that is another by now', async () => {
    await bornLedger(redis, prefix, [day.cap]);
    const ledger = ledgerOf(createLedger(redis, prefix), withCaps([day.cap]));
    await ledger.reserve('a:1', [day]);
    const [found] = await all();
    await bornLedger(redis, prefix, [day.cap]);
    await ledger.reserve('a:1', [day]);
    expect(await releaseReservation(redis, prefix, found!)).to.equal('stale');
    expect(await ledger.used([day])).to.deep.equal([1]);
  });
});
