import { expect } from 'chai';
import type { ClosePorts } from '../../../src/app/money/close-month.js';
import { importSales, type ImportPorts } from '../../../src/app/money/import-sales.js';
import type { PlannedSale } from '../../../src/app/money/plan-import.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { createEarlierSales } from '../../../src/platform/mongo/money/earlier-sales.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { appliedCatalogue } from '../../support/applied-catalogue.js';
import { bookWorld, type BookWorld } from '../../support/book-world.js';
import { IDS } from '../../support/catalogue.js';
import { privateServices } from '../../support/services.js';

const BEGUN = new Date('2026-09-10T12:00:00Z');
const AUGUST = new Date('2026-08-20T15:00:00Z');
const KEPT_IN = { currency: 'USD', time_zone: 'UTC' };
const { catalogue, apply } = appliedCatalogue({
  ...{ buyerUrl: 'http://127.0.0.1:9', directOffers: 1, partner: false },
});

describe('closing a month while earlier sales are imported', function () {
  const services = privateServices();
  let world: BookWorld;
  let ports: ImportPorts;
  let now: Date;

  before(async () => {
    const connection = await services.connection();
    await migrate(connection, createIdentities(services.settings.identitySecret));
    await apply(connection);
    world = bookWorld(connection, catalogue, () => now);
    ports = { ...world, earlier: createEarlierSales(connection) };
  });
  beforeEach(async () => {
    now = new Date('2026-12-05T00:00:00Z');
    await world.begin(BEGUN);
  });
  after(() => services.close());

  /** A sale from before the books, as an import plans it. */
  async function earlierSale(): Promise<PlannedSale> {
    const { id } = await world.sold(AUGUST, { unbooked: [] });
    const sale = { buyer_id: IDS.buyer, buyer_cents: 4_250, affiliate_cents: 2_000 };
    const owed = { kind: 'sale', n: 0, at: AUGUST, by: 'ann', ...sale } as const;
    return { line: 2, lead_id: id, sale, owed, month: '2026-08' };
  }
  const bring = async (over: Partial<ImportPorts> = {}): Promise<string> => {
    const done = await importSales({ ...ports, ...over }, [await earlierSale()], KEPT_IN);
    return done.outcome;
  };
  const why = async (month: string, over: Partial<ClosePorts> = {}): Promise<string> => {
    const closed = await world.close(month, over);
    return 'why' in closed ? closed.why : closed.outcome;
  };
  const periods = async (): Promise<string[]> => (await world.all()).map(({ period }) => period);
  const NEXT_IS_AUGUST = 'Months are closed in order, and the next one is 2026-08';
  const IMPORTING = 'Earlier sales are being imported at this moment; close the month in some minutes';

  it('a close that an import forestalled keeps no later import out', async () => {
    const over = {
      bookOwed: async () => {
        await bring();
      },
    };
    expect(await why('2026-09', over)).to.equal(NEXT_IS_AUGUST);
    expect(await bring()).to.equal('done');
    expect(await why('2026-08')).to.equal('closed');
    expect(await bring()).to.equal('closed');
    expect(await periods()).to.deep.equal(['2026-08', '2026-08']);
  });

  it('a close that was killed keeps no import out, until the month takes no more entries', async () => {
    for (const killed of ['fixFirstMonth', 'beginClosing'] as const) {
      await world.begin(BEGUN);
      const dying = {
        ...world.periods,
        async [killed](...args: never[]) {
          await (world.periods[killed] as (...all: never[]) => Promise<unknown>)(...args);
          throw new Error('killed');
        },
      };
      expect(
        await why('2026-09', { periods: dying }).catch((error: unknown) => (error as Error).message),
      ).to.equal('killed');
      expect(await bring(), killed).to.equal(killed === 'fixFirstMonth' ? 'done' : 'closed');
      expect(await why('2026-09')).to.equal(killed === 'fixFirstMonth' ? NEXT_IS_AUGUST : 'closed');
    }
  });

  it('nor does one of an earlier build', async () => {
    const meta = (await services.connection()).collection<{ _id: string }>('meta');
    await meta.updateOne({ _id: 'books' }, { $set: { first_month_fixed: true } });
    expect(await bring()).to.equal('done');
    expect(await why('2026-08')).to.equal('closed');
  });

  it('a close that slept until an import came gives up, and leaves no month closing', async () => {
    let imported = '';
    const slept = {
      ...world.periods,
      async beginClosing(...args: Parameters<typeof world.periods.beginClosing>) {
        imported ||= await bring();
        return world.periods.beginClosing(...args);
      },
    };
    expect(await why('2026-09', { periods: slept })).to.equal(NEXT_IS_AUGUST);
    expect(imported).to.equal('done');
    expect(await world.books.periods()).to.deep.equal([]);
    expect(await periods()).to.deep.equal(['2026-08']);
  });

  it('a close that was killed as it met an import leaves its month closing, until one of that month is asked for', async () => {
    const meeting = {
      ...world.periods,
      async beginClosing(...args: Parameters<typeof world.periods.beginClosing>) {
        await bring();
        await world.periods.beginClosing(...args);
        throw new Error('killed');
      },
    };
    expect(await why('2026-09', { periods: meeting }).catch(() => 'killed')).to.equal('killed');
    expect((await world.books.periods()).map(({ state }) => state)).to.deep.equal(['closing']);
    expect(await why('2026-09')).to.equal(NEXT_IS_AUGUST);
    expect(await bring()).to.equal('done');
    expect(await why('2026-08')).to.equal('closed');
    expect(await why('2026-09')).to.equal('closed');
  });

  it('waits for an import, for two minutes after it was killed', async () => {
    const dying = { ...ports.earlier, owe: () => Promise.reject(new Error('killed')) };
    expect(await bring({ earlier: dying }).catch((error: unknown) => (error as Error).message)).to.equal(
      'killed',
    );
    expect(await why('2026-08')).to.equal(IMPORTING);
    expect(await bring(), 'it goes on').to.equal('done');
    expect(await why('2026-08'), 'the first one may be alive').to.equal(IMPORTING);
    now = new Date(now.getTime() + 120_000);
    expect(await why('2026-08')).to.equal('closed');
  });

  it('waits for each of several imports, whichever ends first', async () => {
    const meanwhile: string[] = [];
    const other = {
      ...ports.earlier,
      async owe(...args: Parameters<typeof ports.earlier.owe>) {
        meanwhile.push(await why('2026-08'), await bring(), await why('2026-08'));
        await ports.earlier.owe(...args);
      },
    };
    expect(await bring({ earlier: other })).to.equal('done');
    expect(meanwhile).to.deep.equal([IMPORTING, 'done', IMPORTING]);
    expect(await why('2026-08')).to.equal('closed');
    expect(await periods()).to.deep.equal(['2026-08', '2026-08']);
  });

  it('also for one of an earlier build; a close forgets those that were killed', async () => {
    const meta = (await services.connection()).collection<{ _id: string }>('meta');
    const importing_until = new Date(now.getTime() + 120_000);
    await meta.updateOne({ _id: 'books' }, { $set: { importing_until } });
    expect(await why('2026-09')).to.equal(IMPORTING);
    expect(await bring()).to.equal('done');
    expect(await why('2026-08'), 'the other one goes on').to.equal(IMPORTING);
    const dying = { ...ports.earlier, owe: () => Promise.reject(new Error('killed')) };
    await bring({ earlier: dying }).catch(() => 'killed');
    now = importing_until;
    expect(await why('2026-08')).to.equal('closed');
    expect(await world.books.head()).to.not.have.any.keys('importing', 'importing_until');
  });

  it('an import that slept for longer books no more sales once a month closes', async () => {
    const many = await Promise.all(Array.from({ length: 501 }, earlierSale));
    let closed = '';
    const sleeping = {
      ...ports.earlier,
      async owe(sales: Parameters<typeof ports.earlier.owe>[0]) {
        await ports.earlier.owe(sales);
        await world.bookOwed();
        now = new Date(now.getTime() + 120_000);
        closed ||= await why('2026-08');
      },
    };
    const done = await importSales({ ...ports, earlier: sleeping }, many, KEPT_IN);
    expect(closed).to.equal('closed');
    const late = `the lead ${many[500]?.lead_id} is not booked: a month of the books was closed meanwhile`;
    expect(done).to.deep.include({ outcome: 'done', faults: [{ line: 2, why: late }] });
    expect(await periods()).to.have.length(500);
  });

  it('whichever of several closes and imports is first, no sale is imported behind a closed month', async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      await world.begin(BEGUN);
      const [one, other, ...imports] = await Promise.all([
        ...[why('2026-09'), why('2026-09')],
        ...[bring(), bring()],
      ]);
      const isClosed = [one, other].includes('closed');
      expect(imports).to.deep.equal(isClosed ? ['closed', 'closed'] : ['done', 'done']);
      expect(await periods()).to.deep.equal(isClosed ? [] : ['2026-08', '2026-08']);
      const months = (await world.books.periods()).map(({ month }) => month);
      expect(months).to.deep.equal(isClosed ? ['2026-09'] : []);
      if (!isClosed) expect(await why('2026-08')).to.equal('closed');
    }
  });
});
