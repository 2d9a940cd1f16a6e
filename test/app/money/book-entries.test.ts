import { bookedSale } from '../../support/returns.js';
import { expect } from 'chai';
import { bookPending } from '../../../src/app/money/book-entries.js';
import type { Entry } from '../../../src/core/money/entry.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { saleEntry } from '../../../src/core/money/sale-entry.js';
import { createBookStore } from '../../../src/platform/mongo/money/book-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { migratedServices } from '../../support/services.js';

const NOV = new Date('2026-11-01T03:30:00Z'); // still October in Chicago
const sale = bookedSale({ buyer_id: 'summit', buyer_cents: 5_000, affiliate_cents: 3_500 });
const books = { currency: 'USD', time_zone: 'America/Chicago' };

describe('writing what leads owe to the books', () => {
  const services = migratedServices();
  after(() => services.close());

  async function open() {
    const connection = await services.migrated();
    for (const name of ['leads', 'entries', 'periods']) await connection.collection(name).deleteMany({});
    await connection
      .collection('meta')
      .updateOne({ _id: 'books' as never }, { $unset: { currency: 1, time_zone: 1 } });
    const catalogue = { ...testCatalogue(), books };
    const { ports } = fakeWork(catalogue, NOV);
    const stores = { leads: createLeadStore(connection), books: createBookStore(connection) };
    const entries = () =>
      connection.collection<Entry & { _id: string }>('entries').find().sort({ _id: 1 }).toArray();
    return { connection, entries, ports: { ...ports, ...stores } };
  }
  const soldLead = (id: string, over: Partial<LeadRecord> = {}): LeadRecord =>
    testLead({
      id,
      state: 'accepted',
      reference: `ref-${id}`,
      tracking: { ip_address: '203.0.113.7', subid: 'spring', subid2: '7', click_id: 'secret' },
      decision: { code: 'ACCEPTED', at: NOV, sale, source: 'buyer' },
      pending_effects: [saleEntry(sale, NOV, 'buyer')],
      ...over,
    });

  it('writes the entry with its day, month and period in the accounting zone, and nothing of a person', async () => {
    const { entries, ports, connection } = await open();
    await ports.leads.insert(soldLead('l1'));
    expect(await bookPending(ports)).to.equal(1);
    const [entry] = await entries();
    const { affiliate_id, campaign_id, offer_id } = testLead();
    expect(entry).to.deep.equal({
      ...{ _id: 'sale:l1:0', kind: 'sale', lead_id: 'l1', ...sale, affiliate_id, campaign_id, offer_id },
      ...{ at: NOV, day: '2026-10-31', month: '2026-10', period: '2026-10', written_at: NOV },
      ...{ by: 'buyer', currency: 'USD', reference: 'ref-l1', subids: { subid: 'spring', subid2: '7' } },
    });
    expect((await connection.collection('leads').findOne({}))?.['pending_effects']).to.deep.equal([]);
    expect(await bookPending(ports)).to.equal(0);
  });

  it('writes once, however many do it at once or again after a kill before the lead was told', async () => {
    const { entries, ports } = await open();
    for (const id of ['l1', 'l2', 'l3']) await ports.leads.insert(soldLead(id));
    const killed = { ...ports.leads, clearPending: () => Promise.reject(new Error('killed')) };
    await bookPending({ ...ports, leads: killed }).catch(() => undefined);
    await Promise.all([bookPending(ports), bookPending(ports), bookPending(ports)]);
    expect((await entries()).map(({ _id }) => _id)).to.deep.equal(['sale:l1:0', 'sale:l2:0', 'sale:l3:0']);
  });

  it('books a return with the subids of its sale, though the lead has lost its labels', async () => {
    const { entries, ports, connection } = await open();
    await ports.leads.insert(soldLead('l1'));
    await bookPending(ports);
    const returned = { ...saleEntry(sale, NOV, 'buyer'), what: 'return', number: 0 };
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne({ _id: 'l1' }, { $set: { tracking: {}, pending_effects: [returned] } });
    await bookPending(ports);
    const found = (await entries()).map(({ kind, subids }) => [kind, subids]);
    const subids = { subid: 'spring', subid2: '7' };
    expect(found).to.have.deep.members([
      ['sale', subids],
      ['return', subids],
    ]);
  });

  it('keeps the first currency and zone, whatever the catalogue says later', async () => {
    const { entries, ports } = await open();
    await ports.leads.insert(soldLead('l1'));
    await bookPending(ports);
    const other = { ...testCatalogue(), books: { currency: 'EUR', time_zone: 'UTC' } };
    await ports.leads.insert(soldLead('l2'));
    await bookPending({ ...ports, catalogue: { current: () => other } });
    expect((await entries()).map(({ currency, day }) => [currency, day])).to.deep.equal([
      ['USD', '2026-10-31'],
      ['USD', '2026-10-31'],
    ]);
  });

  it('books into the next month what happened in a closed one', async () => {
    const { entries, ports, connection } = await open();
    await connection.collection('periods').insertOne({ _id: '2026-10' as never, state: 'closing' });
    await ports.leads.insert(soldLead('l1'));
    await bookPending(ports);
    expect((await entries())[0]).to.include({ month: '2026-10', period: '2026-11' });
  });

  it('does not let an entry that cannot be written delay the others, and keeps it owed', async () => {
    const { entries, ports } = await open();
    for (const id of ['l1', 'l2']) await ports.leads.insert(soldLead(id));
    const refusing: typeof ports.books = {
      ...ports.books,
      write: (some) =>
        some.some(({ lead_id }) => lead_id === 'l1')
          ? Promise.reject(new Error('poison'))
          : ports.books.write(some),
    };
    expect(await bookPending({ ...ports, books: refusing })).to.equal(1);
    expect((await entries()).map(({ lead_id }) => lead_id as string)).to.deep.equal(['l2']);
    expect(await bookPending(ports)).to.equal(1);
  });
});
