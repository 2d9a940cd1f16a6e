import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { openStatement } from '../../src/app/money/open-statement.js';
import { statementJson } from '../../src/app/money/write-statement.js';
import type { Entry } from '../../src/core/money/entry.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { createBookStore } from '../../src/platform/mongo/money/book-store.js';
import { createEntryReader } from '../../src/platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../../src/platform/mongo/money/period-store.js';
import { PATHS, type Answered } from '../support/api.js';
import { idOf, startContract, type Contract } from '../support/contract.js';

/** Long ago, so that it is closed whatever day the test runs on; the open month is the present one. */
const CLOSED = '2024-10';
const BEFORE = '2024-08';
const LONG = '2024-09';
const MANY = 600;
const OPEN = new Date().toISOString().slice(0, 7);
const NORTHWIND = idOf('affiliate', 'northwind');
const SOUTHWIND = idOf('affiliate', 'southwind');

/** docs/contract.md, and docs/reconciliation.md */
describe('contract: statements', () => {
  let world: Contract;
  const sold = randomUUID();
  before(async () => {
    world = await startContract(() => ({
      affiliates: { southwind: {} },
      offers: { nursing: {} },
      campaigns: { all: { offers: [{ offer: 'nursing' }] } },
    }));
    const { connection } = world.api;
    await connection
      .collection<{ _id: string }>('meta')
      .updateOne(
        { _id: 'books' },
        { $set: { begun_at: new Date('2024-09-15T12:00:00Z') } },
        { upsert: true },
      );
    const entry = (over: Partial<Entry>): Entry => ({
      ...{ id: `sale:${randomUUID()}:0`, kind: 'sale', at: new Date('2024-10-05T15:00:00Z'), by: 'buyer' },
      ...{ day: `${CLOSED}-05`, month: CLOSED, period: CLOSED, written_at: new Date(), currency: 'USD' },
      ...{ buyer_id: idOf('buyer', 'lakeshore'), buyer_cents: 4_250, affiliate_cents: 3_001 },
      ...{ affiliate_id: NORTHWIND, offer_id: idOf('offer', 'nursing'), reference: 'CRM-17' },
      ...over,
    });
    await createBookStore(connection).write([
      entry({ lead_id: sold, subids: { subid: 'spring' }, external_id: 'order-1' }),
      entry({
        kind: 'return',
        lead_id: sold,
        buyer_cents: -4_250,
        affiliate_cents: -3_001,
        reason: 'bad_phone',
      }),
      entry({ lead_id: randomUUID(), affiliate_cents: 1_999, external_id: '=order' }),
      entry({ lead_id: randomUUID(), affiliate_id: SOUTHWIND, affiliate_cents: 77 }),
      entry({ lead_id: randomUUID(), period: OPEN, month: OPEN, day: `${OPEN}-01` }),
      ...Array.from({ length: MANY }, () =>
        entry({ lead_id: randomUUID(), period: LONG, month: LONG, day: `${LONG}-20` }),
      ),
    ]);
    const periods = createPeriodStore(connection);
    await periods.beginClosing(CLOSED, new Date(), 'ann');
    await periods.endClosing(CLOSED, {
      ...{ issuer: {}, campaigns: {}, programs: {}, buyers: {} },
      offers: { [idOf('offer', 'nursing')]: { handle: 'nursing', name: 'Nursing of then' } },
      // The handle that the affiliate has now was another's then.
      affiliates: {
        [NORTHWIND]: { handle: 'northwind-of-then', name: 'Northwind' },
        [SOUTHWIND]: { handle: 'northwind', name: 'Southwind' },
      },
    });
  });
  after(() => world.close());

  const read = (month: string, accept?: string, key?: string): Promise<Answered> =>
    world.api.get(`${PATHS.statements}/${month}`, {
      ...(accept !== undefined && { headers: { Accept: accept } }),
      ...(key !== undefined && { key }),
    });
  const linesOf = ({ body }: Answered) => body['lines'] as readonly Readonly<Record<string, unknown>>[];

  it('a closed month: number, each line, sums; the affiliate’s own side by its id, with the names of then', async () => {
    const answer = await read(CLOSED);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.include({
      ...{
        code: 'OK',
        reason: 'Statement of a closed month',
        number: `${CLOSED}-affiliate-northwind-of-then`,
      },
      ...{ month: CLOSED, currency: 'USD', net_cents: 1_999, null_amounts: 0 },
      party: { kind: 'affiliate', handle: 'northwind-of-then', name: 'Northwind' },
    });
    expect(answer.body).to.not.have.property('draft');
    const [sale] = linesOf(answer).filter(({ lead_id, kind }) => lead_id === sold && kind === 'sale');
    expect(sale).to.deep.equal({
      ...{ lead_id: sold, kind: 'sale', day: `${CLOSED}-05`, offer: 'Nursing of then', program: null },
      ...{ amount_cents: 3_001, reason: null, subid: 'spring', external_id: 'order-1' },
    });
    expect(linesOf(answer)).to.have.length(3);
    for (const hidden of ['4250', 'CRM-17', 'lakeshore', 'outhwind', '"amount_cents":77'])
      expect(answer.text).to.not.contain(hidden);
  });

  it('it is what the operator prints', async () => {
    const { connection } = world.api;
    const opened = await openStatement(
      {
        ...{ books: createBookStore(connection), periods: createPeriodStore(connection) },
        ...{ entries: createEntryReader(connection), catalogue: createCatalogueStore(connection) },
        clock: () => new Date(),
      },
      { kind: 'affiliate', party: 'northwind-of-then', month: CLOSED },
    );
    if (opened.outcome !== 'opened') throw new Error(opened.why);
    let printed = '';
    for await (const part of statementJson(opened.statement)) printed += part;
    const {
      code: _,
      status,
      reason,
      message,
      success,
      retryable,
      request_id,
      ...own
    } = (await read(CLOSED)).body;
    expect(own).to.deep.equal(JSON.parse(printed));
    expect([status, reason, message, success, retryable, request_id]).to.not.include(undefined);
  });

  it('the open month is a draft, and its lines stand', async () => {
    const answer = await read(OPEN);
    expect(answer.body).to.include({ draft: true, reason: 'Draft of an open month', net_cents: 3_001 });
    expect(answer.body).to.not.have.property('number');
  });

  it('CSV of a long statement has one row for each line', async () => {
    const { text } = await read(LONG, 'text/csv');
    expect(parse<object>(text, { columns: true })).to.have.length(MANY);
  });

  it('CSV by Accept, with formulas defused; anything else is JSON', async () => {
    const answer = await read(CLOSED, 'text/csv');
    expect(answer.headers['content-type']).to.equal('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).to.contain(`${CLOSED}-affiliate-northwind-of-then.csv`);
    const rows = parse<Record<string, string>>(answer.text, { columns: true });
    expect(
      rows.map(({ lead_id, amount, external_id }) => [lead_id === sold, amount, external_id]),
    ).to.have.deep.members([
      [true, '30.01', 'order-1'],
      [true, '-30.01', ''],
      [false, '19.99', "'=order"],
    ]);
    for (const accept of ['*/*', 'application/json, text/csv;q=0.5', 'text/html'])
      expect((await read(CLOSED, accept)).body.code, accept).to.equal('OK');
  });

  for (const month of [BEFORE, '2099-01', '2024-13', '2024-1', 'x', '0'.repeat(40)])
    it(`${month} → 404`, async () => {
      const { status, body } = await read(month);
      expect([status, body.code, body.field]).to.deep.equal([404, 'NOT_FOUND', 'month']);
    });

  it('404 for a test key; 403 for a key without the operation; 429 over its limit', async () => {
    const test = await world.api.issueKey({ is_test: true });
    expect((await read(CLOSED, undefined, test)).status).to.equal(404);
    const poller = await world.api.issueKey({ operations: ['results'] });
    expect((await read(CLOSED, undefined, poller)).status).to.equal(403);
    const once = await world.api.issueKey({ limits: { reconcile: { per_minute: 1, burst: 1 } } });
    expect((await read(CLOSED, undefined, once)).status).to.equal(200);
    expect((await read(CLOSED, undefined, once)).status).to.equal(429);
  });
});
