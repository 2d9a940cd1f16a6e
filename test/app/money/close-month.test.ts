import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pendingAdjustment } from '../../../src/core/money/adjustment.js';
import { periodNames } from '../../../src/core/money/period-names.js';
import { bookAll } from '../../../src/app/money/book-adjustments.js';
import type { BookStore } from '../../../src/app/ports/book-store.js';
import { applyDocument } from '../../../src/app/catalogue/change-catalogue.js';
import { appliedCatalogue } from '../../support/applied-catalogue.js';
import { bookWorld, type BookWorld } from '../../support/book-world.js';
import { IDS } from '../../support/catalogue.js';
import { migratedServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const BEGUN = new Date('2026-09-10T12:00:00Z');
const NOW = new Date('2026-12-05T00:00:00Z');
const OCTOBER = new Date('2026-10-20T15:00:00Z');
const { catalogue, apply } = appliedCatalogue({
  ...{ buyerUrl: 'http://127.0.0.1:9', directOffers: 1, partner: false },
});

describe('closing a month', () => {
  const services = migratedServices();
  let world: BookWorld;
  let now = NOW;

  before(async () => {
    const connection = await services.migrated();
    await apply(connection);
    world = bookWorld(connection, catalogue, () => now);
  });
  beforeEach(async () => {
    now = NOW;
    await world.begin(BEGUN);
  });
  after(() => services.close());

  const closeAll = async (...months: string[]): Promise<void> => {
    for (const month of months) expect(await world.close(month)).to.deep.equal({ outcome: 'closed' });
  };
  const periodOf = async (lead: { readonly id: string }): Promise<string | undefined> =>
    (await world.all()).find(({ lead_id }) => lead_id === lead.id)?.period;

  it('works in order and only after the end of the month, and says in one sentence why not', async () => {
    const why = async (month: string): Promise<string> => {
      const closed = await world.close(month);
      return 'why' in closed ? closed.why : closed.outcome;
    };
    expect(await why('2026-9')).to.contain('must be like 2026-10');
    expect(await why('2026-08')).to.equal('The books start in 2026-09');
    expect(await why('2026-10')).to.equal('Months are closed in order, and the next one is 2026-09');
    now = new Date('2026-09-30T23:59:59.999Z');
    expect(await why('2026-09')).to.equal(
      'The month 2026-09 is not over: it ends at 2026-10-01 00:00:00 UTC (midnight in UTC)',
    );
    now = new Date('2026-10-01T00:00:00Z');
    expect(await why('2026-09')).to.equal('closed');
    expect(await why('2026-09')).to.equal('already');
    expect(await world.books.periods()).to.have.length(1);
  });

  it('books what is owed before the month closes to new entries, also adjustments', async () => {
    const lead = await world.sold(OCTOBER);
    const party = { kind: 'buyer', id: IDS.buyer } as const;
    await world.adjustments.add(
      pendingAdjustment({
        ...{ party, cents: -500, reference: 'CN-1', why: 'Discount' },
        ...{ at: OCTOBER, by: 'ann', currency: 'USD' },
      }),
    );
    await closeAll('2026-09', '2026-10');
    expect(await periodOf(lead)).to.equal('2026-10');
    expect((await world.all()).map(({ period }) => period)).to.deep.equal(['2026-10', '2026-10']);
  });

  it('gives a sale that is told after the close to the next month, and keeps its day', async () => {
    await closeAll('2026-09', '2026-10');
    const lead = await world.sold(OCTOBER);
    await world.bookPending();
    expect(await periodOf(lead)).to.equal('2026-11');
    const [entry] = await world.all();
    expect(entry).to.include({ day: '2026-10-20', month: '2026-10' });
  });

  it('waits for what is owed, within bounds, and goes on when it is run again', async () => {
    await closeAll('2026-09');
    const lead = await world.sold(OCTOBER);
    const asleep = { bookPending: () => Promise.resolve() };
    const waiting = await world.close('2026-10', asleep, 2_000);
    expect(waiting).to.deep.equal({ outcome: 'waiting', owing: { leads: 1, adjustments: 0 } });
    expect((await world.books.periods()).at(-1)).to.include({ month: '2026-10', state: 'closing' });
    expect(await world.statement('buyer', 'lakeshore', '2026-10')).to.contain('"draft":true');
    await closeAll('2026-10');
    expect(await periodOf(lead)).to.equal('2026-11');
  });

  it('lets no writer that slept across the close into the closed month', async () => {
    await closeAll('2026-09');
    const lead = await world.sold(OCTOBER);
    // The first writer has read that October is open, and sleeps before it writes.
    const sleeper = sleepingBooks(world.books);
    const slept = bookAll({ ...world.booking, books: sleeper.books });
    await sleeper.asleep;
    // Nobody else books until the month takes no more entries.
    let isClosing = false;
    const closing = world.close('2026-10', {
      bookPending: () => (isClosing ? world.bookPending() : Promise.resolve()),
      periods: {
        ...world.periods,
        async beginClosing(...args) {
          await world.periods.beginClosing(...args);
          isClosing = true;
        },
      },
    });
    expect(await closing).to.deep.equal({ outcome: 'closed' });
    const before = await world.statement('buyer', 'lakeshore', '2026-10');
    sleeper.wake();
    await slept;
    expect(await world.statement('buyer', 'lakeshore', '2026-10')).to.equal(before);
    expect(await periodOf(lead)).to.equal('2026-11');
    expect(await world.all()).to.have.length(1);
  });

  it('counts a writer that slept only until the close waits for it', async () => {
    await closeAll('2026-09');
    const lead = await world.sold(OCTOBER);
    const sleeper = sleepingBooks(world.books);
    const slept = bookAll({ ...world.booking, books: sleeper.books });
    await sleeper.asleep;
    const closing = world.close('2026-10', { bookPending: () => Promise.resolve() });
    await pause(100);
    sleeper.wake();
    await slept;
    expect(await closing).to.deep.equal({ outcome: 'closed' });
    expect(await periodOf(lead)).to.equal('2026-10');
    expect(await world.statement('buyer', 'lakeshore', '2026-10')).to.contain(lead.id);
  });

  it('keeps the closed statement the same while buyers, two writers and two closers race', async () => {
    await closeAll('2026-09');
    const jitter = (): Promise<void> => pause(Math.random() * 15);
    let isOver = false;
    const slow: BookStore = {
      ...world.books,
      async periods() {
        const read = await world.books.periods();
        await jitter();
        return read;
      },
    };
    const writer = async (): Promise<void> => {
      while (!isOver) await bookAll({ ...world.booking, books: slow });
    };
    const leads: { readonly id: string }[] = [];
    const buyer = async (): Promise<void> => {
      for (let n = 0; n < 40; n += 1) {
        leads.push(await world.sold(new Date(OCTOBER.getTime() + n)));
        await jitter();
      }
    };
    const writers = [writer(), writer()];
    const buyers = [buyer(), buyer()];
    await until(async () => (await world.all()).length > 5, 'some are booked');
    /** It gives up for what a busy machine has not booked yet. */
    const close = async () => {
      for (;;) {
        const closed = await world.close('2026-10');
        if (closed.outcome !== 'waiting') return closed;
      }
    };
    const closed = await Promise.all([close(), close()]);
    expect(closed.map(({ outcome }) => outcome).sort()).to.deep.equal(['already', 'closed']);
    const before = await world.statement('affiliate', 'northwind', '2026-10');
    await Promise.all(buyers);
    // However late the close was.
    leads.push(await world.sold(OCTOBER));
    await world.bookPending();
    isOver = true;
    await Promise.all(writers);
    await world.bookPending();
    expect(await world.statement('affiliate', 'northwind', '2026-10')).to.equal(before);
    const entries = await world.all();
    expect(entries.map(({ lead_id }) => lead_id).sort()).to.deep.equal(leads.map(({ id }) => id).sort());
    expect(new Set(entries.map(({ period }) => period))).to.deep.equal(new Set(['2026-10', '2026-11']));
  });

  it('goes on after a kill at any of its steps, and two closes name one closer', async () => {
    await closeAll('2026-09');
    await world.sold(OCTOBER);
    for (let step = 1, done = false; !done; step += 1) {
      await world.begin(BEGUN);
      await closeAll('2026-09');
      const lead = await world.sold(OCTOBER);
      let left = step;
      const killed = <Ports extends object>(target: Ports): Ports =>
        new Proxy(target, {
          get(object, name, receiver) {
            const member: unknown = Reflect.get(object, name, receiver);
            if (typeof member !== 'function') return member;
            return async (...args: unknown[]) => {
              const result: unknown = await Reflect.apply(member, object, args);
              if ((left -= 1) === 0) throw new Error('killed');
              return result;
            };
          },
        });
      try {
        const { books, periods, bookPending } = world;
        await world.close('2026-10', {
          ...{
            books: killed(books),
            periods: killed(periods),
            bookPending: killed({ bookPending }).bookPending,
          },
        });
        done = true;
      } catch (error) {
        expect((error as Error).message).to.equal('killed');
      }
      const again = await world.close('2026-10');
      expect(again.outcome, `step ${step}`).to.be.oneOf(['closed', 'already']);
      expect((await world.books.periods()).at(-1)).to.include({
        month: '2026-10',
        state: 'closed',
        by: 'ann',
      });
      expect(await world.statement('buyer', 'lakeshore', '2026-10')).to.contain(lead.id);
      expect(await world.all(), `step ${step}`).to.have.length(1);
      if (done) expect(step).to.be.greaterThan(8);
    }
  });

  it('freezes the names: the same bytes whenever it is printed again, found by either handle', async () => {
    await closeAll('2026-09');
    await world.sold(OCTOBER);
    await world.sold(OCTOBER, { id: randomUUID() }, { buyer_cents: null });
    await closeAll('2026-10');
    const printed = await world.statement('buyer', 'lakeshore', '2026-10');
    const pdf = await world.pdf('buyer', 'lakeshore', '2026-10');
    expect(printed).to.contain('"number":"2026-10-buyer-lakeshore"').and.to.contain('"null_amounts":1');
    expect(JSON.parse(printed)).to.include({ net_cents: 4_250, currency: 'USD', month: '2026-10' });
    const current = await world.versions.current();
    const document = current!.document;
    const renamed = {
      ...document,
      books: { name: 'Other Exchange', payment_days: 5 },
      buyers: document.buyers.map((buyer) => ({ ...buyer, ...LAKESIDE })),
      offers: document.offers.map((offer) => ({ ...offer, name: '=HYPERLINK("x")' })),
    };
    await applyDocument(world.versions, renamed, { at: now, by: 'test', how: 'apply' });
    expect(await world.statement('buyer', 'lakeshore', '2026-10')).to.equal(printed);
    expect(await world.statement('buyer', 'lakeside', '2026-10')).to.equal(printed);
    expect((await world.pdf('buyer', 'lakeside', '2026-10')).equals(pdf)).to.equal(true);
    expect((await world.pdf('buyer', 'lakeside', '2026-11')).equals(pdf)).to.equal(false);
    expect(await world.statement('buyer', 'lakeside', '2026-11')).to.contain('"name":"Lakeside"');
    await applyDocument(world.versions, document, { at: now, by: 'test', how: 'apply' });
  });

  it('prints lines by day, then by id, whatever the order in which they were booked', async () => {
    const day = 86_400_000;
    const sold: { readonly day: number; readonly id: string }[] = [];
    for (const later of [2, 1, 2, 0, 1, 2]) {
      const { id } = await world.sold(new Date(OCTOBER.getTime() + later * day));
      sold.push({ day: later, id });
      await world.bookPending();
    }
    const { lines } = JSON.parse(await world.statement('buyer', 'lakeshore', '2026-10')) as {
      lines: { lead_id: string }[];
    };
    const inOrder = sold.sort((a, b) => a.day - b.day || (a.id < b.id ? -1 : 1));
    expect(lines.map(({ lead_id }) => lead_id)).to.deep.equal(inOrder.map(({ id }) => id));
  });

  it('lets the first of two closers freeze the names', async () => {
    await world.periods.beginClosing('2026-09', NOW, 'ann');
    const names = periodNames((await world.versions.current())!.document);
    expect(await world.periods.endClosing('2026-09', names)).to.equal(true);
    const others = { ...names, buyers: {} };
    expect(await world.periods.endClosing('2026-09', others)).to.equal(false);
    expect(await world.periods.names('2026-09')).to.deep.equal(names);
  });
});

const LAKESIDE = { handle: 'lakeside', name: 'Lakeside', address: '3 New St', payment_days: 7 };

/** Books whose first write sleeps until it is woken. */
function sleepingBooks(books: BookStore) {
  let wake = (): void => undefined;
  let fallAsleep = (): void => undefined;
  const woken = new Promise<void>((resolve) => (wake = resolve));
  const asleep = new Promise<void>((resolve) => (fallAsleep = resolve));
  return {
    books: {
      ...books,
      async write(entries) {
        fallAsleep();
        await woken;
        await books.write(entries);
      },
    } satisfies BookStore,
    asleep,
    wake: () => {
      wake();
    },
  };
}
