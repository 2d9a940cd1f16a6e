import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { ReturnStore } from '../../../../src/app/ports/return-store.js';
import type { ReturnShare } from '../../../../src/core/money/return-share.js';
import { createReturnStore } from '../../../../src/platform/mongo/money/return-store.js';
import { beforeWrites } from '../../../support/before-commands.js';
import { memoryReturnStore, type MemorySale } from '../../../support/fakes/memory-return-store.js';
import { bookedSale } from '../../../support/returns.js';
import { migratedServices } from '../../../support/services.js';

const at = new Date('2026-11-21T18:00:00Z');
const share: ReturnShare = { owner: 'buyer', id: 'b1', month: '2026-11' };
const SALES: readonly MemorySale[] = ['l1', 'l2', 'l3'].map((lead_id, i) => ({
  ...{ lead_id, offer_id: i === 2 ? 'o2' : 'o1', ...bookedSale({ buyer_id: 'b1' }), month: '2026-11' },
}));

interface Opened {
  /** Another process. `onInsert`: told of each number that it asks for. */
  another(onInsert?: () => void): ReturnStore;
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
  const another: Opened['another'] = (onInsert) =>
    createReturnStore(
      onInsert
        ? beforeWrites(connection, (_, command) => {
            if (command === 'insertOne') onInsert();
            return Promise.resolve();
          })
        : connection,
    );
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
    /** A share of which no number is taken. */
    const fresh = (): ReturnShare => ({ ...share, month: `20${String((months += 1)).padStart(2, '0')}-01` });
    const take = (of: ReturnShare, lead: string, limit: number | null, store = opened.store, n = 0) =>
      store.take({ share: of, lead: `${lead} of ${of.month}`, number: n, at, limit });
    before(async () => (opened = await open()));
    after(() => opened.close());

    it('counts the sales of a share', async () => {
      const { store } = opened;
      expect(await store.sold(share)).to.equal(3);
      expect(await store.sold({ owner: 'offer', id: 'o1', month: '2026-11' })).to.equal(2);
      expect(await store.sold({ ...share, month: '2026-09' })).to.equal(0);
    });

    it('gives as many numbers as the limit says, to callers at the same time too', async () => {
      const of = fresh();
      const stores = [opened.store, opened.another(), opened.another()];
      const taken = await Promise.all(
        Array.from({ length: 24 }, (_, i) => take(of, `lead-${i}`, 10, stores[i % 3])),
      );
      expect(taken.filter(Boolean)).to.have.length(10);
      expect(await opened.store.room(of, 10)).to.equal(0);
      expect(await opened.store.room(of, 12)).to.equal(2);
    });

    it('gives returns of one process at the same time different numbers at once', async () => {
      const of = fresh();
      let asked = 0;
      const store = opened.another(() => (asked += 1));
      expect(await take(of, 'before', null, store)).to.equal(true);
      asked = 0;
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, i) => take(of, `lead-${i}`, null, store)),
      );
      expect(taken.filter(Boolean)).to.have.length(20);
      expect(asked).to.be.at.most(20);
    });

    it('gives a return one number, however often it asks', async () => {
      const of = fresh();
      for (const store of [opened.store, opened.another(), opened.another()])
        expect(await take(of, 'same', 2, store)).to.equal(true);
      expect(await opened.store.room(of, 2)).to.equal(1);
      expect(await take(of, 'same', 2, opened.store, 1)).to.equal(true);
      expect(await opened.store.room(of, 2)).to.equal(0);
    });

    it('takes the number of a return that is tried again anew, so that it is not freed as left behind', async () => {
      const { store } = opened;
      const request = { share: fresh(), lead: 'tried again', number: 0, limit: 1 };
      const later = new Date(at.getTime() + 1_000);
      for (const moment of [at, later]) expect(await store.take({ ...request, at: moment })).to.equal(true);
      await store.free([request], later);
      expect(await store.room(request.share, 1)).to.equal(0);
      await store.free([request], new Date(later.getTime() + 1));
      expect(await store.room(request.share, 1)).to.equal(1);
      await store.take({ ...request, at });
      await store.keep([request]);
      await store.free([request], later);
      expect(await store.room(request.share, 1), 'it is kept').to.equal(0);
    });

    it('gives up the number of a return whose rules are those of another share by now', async () => {
      const [before, after] = [fresh(), fresh()];
      const request = { lead: 'moved', number: 0, at, limit: 1 };
      expect(await take(after, 'another', 1)).to.equal(true);
      expect(await opened.store.take({ ...request, share: before })).to.equal(true);
      expect(await opened.another().take({ ...request, share: after })).to.equal(false);
      expect(await opened.store.room(before, 1)).to.equal(1);
      expect(await opened.another().take({ ...request, share: after, limit: 2 })).to.equal(true);
      expect(await opened.store.room(after, 2)).to.equal(0);
    });

    it('gives a freed number again', async () => {
      const of = fresh();
      for (const lead of ['a', 'b', 'c']) expect(await take(of, lead, 3)).to.equal(true);
      expect(await take(of, 'd', 3)).to.equal(false);
      await opened.store.free([
        { lead: `b of ${of.month}`, number: 0 },
        { lead: `c of ${of.month}`, number: 7 },
      ]);
      expect(await take(of, 'd', 3, opened.another())).to.equal(true);
      expect(await take(of, 'e', 3)).to.equal(false);
    });

    it('gives numbers over the limit where there is none, and does not take them for others', async () => {
      const of = fresh();
      for (const lead of ['a', 'b']) expect(await take(of, lead, 2)).to.equal(true);
      expect(await take(of, 'over', 2)).to.equal(false);
      expect(await take(of, 'over', null)).to.equal(true);
      expect(await take(of, 'over', 2)).to.equal(false);
      expect(await take(of, 'c', 4)).to.equal(true);
      expect(await take(of, 'd', 4)).to.equal(false);
    });

    it('counts the numbers over a limit that is smaller by now', async () => {
      const of = fresh();
      for (const lead of ['a', 'b', 'c', 'd']) expect(await take(of, lead, 4)).to.equal(true);
      await opened.store.free([{ lead: `a of ${of.month}`, number: 0 }]);
      expect(await opened.store.room(of, 2)).to.equal(0);
      expect(await take(of, 'e', 2)).to.equal(false);
      await opened.store.free(['b', 'c'].map((lead) => ({ lead: `${lead} of ${of.month}`, number: 0 })));
      expect(await opened.store.room(of, 2)).to.equal(1);
      expect(await take(of, 'e', 2)).to.equal(true);
      expect(await take(of, 'f', 2)).to.equal(false);
    });

    it('counts them also where another process took later numbers', async () => {
      const of = fresh();
      for (const lead of ['a', 'b']) expect(await take(of, lead, 9)).to.equal(true);
      for (const lead of ['c', 'd', 'e']) expect(await take(of, lead, 9, opened.another())).to.equal(true);
      await opened.store.free([{ lead: `c of ${of.month}`, number: 0 }]);
      expect(await take(of, 'f', 4)).to.equal(false);
    });

    it('lists the numbers that nobody kept, the oldest first', async () => {
      const { store } = opened;
      const of = fresh();
      const at = (minutes: number): Date => new Date(Date.UTC(2020, 0, 1, 0, minutes));
      for (const [i, lead] of ['z', 'y', 'x'].entries())
        await store.take({ share: of, lead, number: 0, at: at(i), limit: null });
      await store.keep([{ lead: 'y', number: 0 }]);
      expect(await store.unkept(at(9), 10)).to.deep.equal([
        { lead: 'z', number: 0 },
        { lead: 'x', number: 0 },
      ]);
      expect(await store.unkept(at(9), 1)).to.have.length(1);
      expect(await store.unkept(at(0), 10)).to.deep.equal([]);
    });
  });
