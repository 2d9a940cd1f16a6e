import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { ReturnStore } from '../../../../src/app/ports/return-store.js';
import { shareName, type ReturnShare } from '../../../../src/core/money/return-share.js';
import { createReturnStore } from '../../../../src/platform/mongo/money/return-store.js';
import { memoryReturnStore, type MemorySale } from '../../../support/fakes/memory-return-store.js';
import { bookedSale } from '../../../support/returns.js';
import { migratedServices } from '../../../support/services.js';

const share: ReturnShare = { owner: 'buyer', id: 'b1', month: '2026-11' };
const SALES: readonly MemorySale[] = ['l1', 'l2', 'l3'].map((lead_id, i) => ({
  ...{ lead_id, offer_id: i === 2 ? 'o2' : 'o1', ...bookedSale({ buyer_id: 'b1' }), month: '2026-11' },
}));

interface Opened {
  /** Another process. */
  another(): ReturnStore;
  readonly store: ReturnStore;
  close(): Promise<void>;
}

async function openReal(): Promise<Opened> {
  const services = migratedServices();
  const connection: Connection = await services.migrated();
  await connection
    .collection<{ _id: string; [member: string]: unknown }>('entries')
    .insertMany([
      ...SALES.map((sale) => ({ _id: `sale:${sale.lead_id}:0`, kind: 'sale', ...sale })),
      { _id: 'return:l1:0', kind: 'return', ...SALES[0] },
      { _id: 'sale:l9:0', kind: 'sale', ...SALES[0], lead_id: 'l9', month: '2026-10' },
    ]);
  const another = () => createReturnStore(connection);
  return { store: another(), another, close: () => services.close() };
}

function openMemory(): Promise<Opened> {
  const sales = [...SALES, { ...bookedSale(), lead_id: 'l9', offer_id: 'o1', month: '2026-10' }];
  const store = memoryReturnStore(() => sales);
  return Promise.resolve({ store, another: () => store, close: () => Promise.resolve() });
}

for (const [name, open] of [
  ['in MongoDB', openReal],
  ['in memory', openMemory],
] as const)
  describe(`the store of returns, ${name}`, () => {
    let opened: Opened;
    let months = 0;
    /** A share without returns. */
    const fresh = (): ReturnShare => ({ ...share, month: `20${String((months += 1)).padStart(2, '0')}-01` });
    before(async () => (opened = await open()));
    after(() => opened.close());

    it('counts the sales of a share', async () => {
      const { store } = opened;
      expect(await store.sold(share)).to.equal(3);
      expect(await store.sold({ owner: 'offer', id: 'o1', month: '2026-11' })).to.equal(2);
      expect(await store.sold({ ...share, month: '2026-09' })).to.equal(0);
    });

    it('counts as many returns as the limit says, of callers at the same time too', async () => {
      const of = fresh();
      const stores = [opened.store, opened.another(), opened.another()];
      const taken = await Promise.all(Array.from({ length: 24 }, (_, i) => stores[i % 3]!.take(of, 10)));
      expect(taken.filter(Boolean)).to.have.length(10);
      expect(await opened.store.room(of, 10)).to.equal(0);
      expect(await opened.store.room(of, 12)).to.equal(2);
    });

    it('counts none where none is allowed, and all where there is no limit, also for a limit that comes later', async () => {
      const of = fresh();
      expect(await opened.store.take(of, 0)).to.equal(false);
      for (let n = 0; n < 3; n += 1) expect(await opened.store.take(of, null)).to.equal(true);
      expect(await opened.store.room(of, 2)).to.equal(0);
      expect(await opened.store.take(of, 3)).to.equal(false);
      expect(await opened.store.take(of, 4)).to.equal(true);
    });

    it('counts another one for each that is given back, and never fewer than none', async () => {
      const of = fresh();
      expect(await opened.store.take(of, 1)).to.equal(true);
      expect(await opened.store.take(of, 1)).to.equal(false);
      for (let twice = 0; twice < 2; twice += 1) await opened.store.giveBack(shareName(of));
      expect(await opened.store.room(of, 1)).to.equal(1);
      expect(await opened.store.take(of, 1)).to.equal(true);
      expect(await opened.store.take(of, 1)).to.equal(false);
    });
  });
