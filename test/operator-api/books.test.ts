import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { PERMISSIONS } from '../../src/core/operators/permissions.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { IDS } from '../support/catalogue.js';
import { REPORTS, startOperatorApi, STATEMENTS, type TestOperatorApi } from '../support/operator-api.js';
import { signedIn } from '../support/people.js';
import { storeTold, toldEntry, toldLead } from '../support/report-world.js';

const OURS = {
  affiliate_id: IDS.affiliate,
  campaign_id: IDS.campaign,
  offer_id: IDS.shared,
  buyer_id: IDS.buyer,
};
const at = (day: number): Date => new Date(Date.UTC(2026, 9, day, 12));
const MANY = 1_200;

describe('operator API: reports and statements', function () {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
    await appliedCatalogue({ buyerUrl: 'https://buyer.example', directOffers: 1, partner: false }).apply(
      api.connection,
    );
    const begun_at = new Date('2026-10-01T00:00:00Z');
    await api.connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at } });
    const entry = (...args: Parameters<typeof toldEntry>) =>
      toldEntry(args[0], args[1], args[2], { ...OURS, lead_id: randomUUID(), ...args[3] });
    await storeTold(api.connection, {
      leads: [
        toldLead('ACCEPTED', { ...OURS, received_at: at(5) }),
        toldLead('ACCEPTED', { ...OURS, received_at: at(6) }),
        toldLead('DUPLICATE', { ...OURS, received_at: at(6) }),
      ],
      entries: [
        entry('sale', '2026-10-05', [5_000, 2_000], { reference: 'B-1', subids: { subid: 'spring' } }),
        entry('sale', '2026-10-06', [5_000, 2_000]),
        entry('return', '2026-10-20', [-5_000, -2_000], { reason: 'bad_phone' }),
        ...Array.from({ length: MANY }, () => entry('sale', '2026-09-15', [100, 50])),
      ],
    });
  });
  after(() => api.close());
  /** By a key of its own, so that none meets its limit. */
  const get = async (path: string) => api.get(path, { key: await api.issueKey(PERMISSIONS) });

  const rowsOf = async (query: string) => {
    const { status, body } = await get(`${REPORTS}${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as unknown as {
      rows: Record<string, unknown>[];
      total: Record<string, unknown>;
      currency: string;
    };
  };

  it('reports by groups, with the total', async () => {
    const { rows, total, currency } = await rowsOf('?from=2026-10-01&to=2026-10-31&by=day,affiliate');
    expect(
      rows.map((row) => [row['day'], row['affiliate'], row['submits'], row['revenue_cents']]),
    ).to.deep.equal([
      ['2026-10-05', 'northwind', 1, 5_000],
      ['2026-10-06', 'northwind', 2, 5_000],
      ['2026-10-20', 'northwind', 0, -5_000],
    ]);
    expect([currency, total['submits'], total['margin_cents'], total['returned']]).to.deep.equal([
      'USD',
      3,
      3_000,
      1,
    ]);
  });

  it('reports only what belongs to something, several times', async () => {
    const { total } = await rowsOf(
      '?from=2026-10-01&to=2026-10-31&only=affiliate=northwind&only=code=DUPLICATE',
    );
    expect(total['submits']).to.equal(1);
    const ofNone = await rowsOf(`?from=2026-10-01&to=2026-10-31&only=subid=${'x'.repeat(200)}`);
    expect(ofNone.total['submits']).to.equal(0);
  });

  const from = '?from=2026-10-01&to=2026-10-31';
  const REFUSED = [
    ['', undefined, 'Give the first and the last day, or a range.'],
    ['?from=2026-10-01', undefined, 'Give the first and the last day, or a range.'],
    ['?from=2026-10-32&to=2026-10-31', 'from', 'from must be a day like 2026-10-31.'],
    ['?from=2026-10-02&to=2026-10-01', 'from', 'from must be on or before to.'],
    [`${from}&zone=Mars/Olympus`, 'zone', 'zone must be a time zone like America/Chicago.'],
    [`${from}&by=day,planet`, 'by', 'by must be one or more of day, hour, affiliate,'],
    [`${from}&sort=planet`, 'sort', 'sort must be one of day, hour,'],
    [`${from}&only=affiliate=nobody`, undefined, 'The catalogue has no affiliate nobody.'],
    [`${from}&only=affiliate`, undefined, 'affiliate is not a filter like affiliate=acme.'],
    [`${from}&by=subid,buyer`, undefined, 'A report on subids can be split by'],
    ['?from=2001-01-01&to=2026-10-31', undefined, 'A report covers at most 3660 days'],
    [`${from}${'&only=affiliate=northwind'.repeat(21)}`, 'only', 'Send only at most 20 times.'],
  ] as const;
  for (const [query, field, message] of REFUSED)
    it(`report${query.slice(0, 60)}: ${message}`, async () => {
      const { status, body } = await get(`${REPORTS}${query}`);
      expect([status, body.field]).to.deep.equal([400, field]);
      expect(body['message']).to.contain(message).and.to.match(/\.$/);
    });

  it('reads a statement of a buyer, without the affiliate’s side', async () => {
    const { status, text, body } = await get(`${STATEMENTS}/buyer/lakeshore/2026-10`);
    expect(status).to.equal(200);
    expect(body).to.deep.include({ draft: true, month: '2026-10', currency: 'USD', net_cents: 5_000 });
    const lines = body['lines'] as { reference: unknown; amount_cents: number }[];
    expect(lines.map(({ amount_cents, reference }) => [amount_cents, reference])).to.deep.equal([
      [5_000, 'B-1'],
      [5_000, null],
      [-5_000, null],
    ]);
    for (const other of ['spring', '2000', 'northwind']) expect(text).to.not.contain(other);
  });

  it('reads a statement of an affiliate, without the buyer’s side', async () => {
    const { text, body } = await get(`${STATEMENTS}/affiliate/northwind/2026-10`);
    expect(body['net_cents']).to.equal(2_000);
    for (const other of ['B-1', '5000', 'lakeshore']) expect(text).to.not.contain(other);
    expect(text).to.contain('spring');
  });

  it('answers a long statement in parts, as CSV too, and HEAD without them', async () => {
    await api.connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at: new Date('2026-09-01T12:00:00Z') } });
    const path = `${STATEMENTS}/buyer/lakeshore/2026-09`;
    const { body, headers } = await get(path);
    expect(body['lines']).to.have.length(MANY);
    expect([body['net_cents'], headers['transfer-encoding']]).to.deep.equal([MANY * 100, 'chunked']);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    const asked = request(new URL(path, api.url), {
      method: 'HEAD',
      headers: { 'X-API-Key': api.key },
    }).end();
    const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume: () => void }];
    answer.resume();
    expect(answer.statusCode).to.equal(200);
    const { text } = await get(`${path}/lines.csv`);
    expect(parse<object>(text, { columns: true })).to.have.length(MANY);
  });

  it('a key that reads a statement leaves an export in the audit log; a page of the console leaves none', async () => {
    const exports = async (): Promise<unknown[]> => {
      const found = await api.connection
        .collection('audit_log')
        .find({ action: 'books.export', phase: 'intent' })
        .sort({ _id: 1 })
        .toArray();
      return found.map(({ who, on, facts }) => [(who as { kind: string }).kind, on, facts] as unknown);
    };
    const before = (await exports()).length;
    const path = `${STATEMENTS}/buyer/lakeshore/2026-10`;
    await get(path);
    await get(`${path}/lines.csv`);
    const pdf = await get(`${path}/statement.pdf`);
    expect(pdf.headers['content-type']).to.equal('application/pdf');
    expect(pdf.headers['content-disposition']).to.match(/^attachment; filename="2026-10-buyer-.+\.pdf"$/);
    const { browser } = await signedIn(api, ['finance']);
    expect((await browser.call('get', path)).status).to.equal(200);
    expect((await browser.call('get', `${path}/lines.csv`)).status).to.equal(200);
    const on = { kind: 'statement', ids: ['buyer lakeshore', '2026-10'] };
    expect((await exports()).slice(before)).to.deep.equal([
      ['operator_key', on, { format: 'json' }],
      ['operator_key', on, { format: 'csv' }],
      ['operator_key', on, { format: 'pdf' }],
      ['person', on, { format: 'csv' }],
    ]);
  });

  const STATEMENT_FAULTS = [
    ['buyer/nobody/2026-10', 404, 'handle', 'There is no buyer with this handle or id in this month.'],
    [
      'affiliate/lakeshore/2026-10',
      404,
      'handle',
      'There is no affiliate with this handle or id in this month.',
    ],
    ['school/lakeshore/2026-10', 400, 'kind', 'kind must be one of buyer, affiliate.'],
    ['buyer/lakeshore/2026-13', 400, 'month', 'month must be a month like 2026-10.'],
    ['buyer/lakeshore/9999-01', 400, 'month', 'The month 9999-01 has not begun.'],
    ['buyer/lakeshore/1999-01', 400, 'month', 'The books start in'],
    ['buyer/lakeshore/2026-10?csv=1', 400, 'csv', 'There is no parameter csv'],
  ] as const;
  for (const [path, status, field, message] of STATEMENT_FAULTS)
    it(`statements/${path}: ${message}`, async () => {
      const answer = await get(`${STATEMENTS}/${path}`);
      expect([answer.status, answer.body.field]).to.deep.equal([status, field]);
      expect(answer.body['message']).to.contain(message);
    });
});
