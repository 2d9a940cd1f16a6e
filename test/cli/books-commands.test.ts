import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import type { UnbookedEntry } from '../../src/core/money/entry.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { testLead } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runAt, runOk, type CliRun } from './run-cli.js';

const BUYER = derivedId('buyer', 'lakeshore');
const AFFILIATE = derivedId('affiliate', 'northwind');
const BEGUN = new Date('2026-10-03T08:00:00Z');
const NOW = new Date('2026-11-05T12:00:00Z');

describe('leadkeep books, period, statement', function () {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();
  let now = NOW;

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
  });
  beforeEach(async () => {
    now = NOW;
    const connection = await services.connection();
    for (const name of ['entries', 'periods', 'pending_adjustments', 'leads'])
      await connection.collection(name).deleteMany({});
    await connection
      .collection<{ _id: string }>('meta')
      .replaceOne({ _id: 'books' }, { begun_at: BEGUN }, { upsert: true });
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  const run = (...args: string[]): Promise<CliRun> => runAt(now, env, ...args);
  const ok = async (...args: string[]): Promise<string> => {
    const done = await run(...args);
    expect(done.code, done.stderr).to.equal(0);
    return done.stdout;
  };
  const refused = async (...args: string[]): Promise<string> => {
    const done = await run(...args);
    expect(done.code, done.stdout).to.not.equal(0);
    expect(done.stderr).to.not.contain('Unexpected error');
    return done.stderr;
  };
  const statement = (kind: string, handle: string, month: string, ...how: string[]): Promise<string> =>
    ok('statement', kind, handle, '--month', month, ...how);

  const sold = async (
    at: string,
    over: Partial<LeadRecord> = {},
    owed: Partial<UnbookedEntry> = {},
  ): Promise<LeadRecord> => {
    const when = new Date(at);
    const { due_at: _, ...rest } = testLead({
      ...{ id: randomUUID(), state: 'accepted', received_at: when, reference: 'CRM-17' },
      ...{ affiliate_id: AFFILIATE, campaign_id: derivedId('campaign', 'northwind-edu') },
      offer_id: derivedId('offer', 'lakeshore-nursing'),
      external_id: 'order-17',
      tracking: { ip_address: '203.0.113.7', subid: 'google', subid2: '=cmd()' },
      decision: { code: 'ACCEPTED', at: when, payout_cents: 3_000, source: 'buyer' },
      pending_effects: [
        {
          ...{
            kind: 'entry',
            what: 'sale',
            number: 0,
            since: when,
            by: 'buyer',
            buyer_id: BUYER,
            currency: 'USD',
          },
          ...{ buyer_cents: 4_250, affiliate_cents: 3_000, attempt: 1, catalogue_version: 1, ...owed },
        },
      ],
      ...over,
    });
    await createLeadStore(await services.connection()).insert(rest);
    return rest;
  };
  const adjustment = (kind: string, handle: string, amount: string, reference: string, ...more: string[]) => [
    ...['books', 'adjust', kind, handle, amount, '--reference', reference],
    ...['--why', 'Agreed discount', '--by', 'ann', ...more],
  ];

  it('closes a month and prints its statements, each party its own side, the same bytes twice', async () => {
    const lead = await sold('2026-10-20T15:00:00Z');
    const unpriced = await sold('2026-10-21T15:00:00Z', {}, { buyer_cents: null });
    await ok(...adjustment('buyer', 'lakeshore', '-50.00', 'CN-1', '--at', '2026-10-31T23:00:00Z'));
    const draft = await statement('buyer', 'lakeshore', '2026-10');
    expect(draft).to.contain('Draft of a statement for buyer lakeshore, 2026-10\nThe month is not closed');
    expect(await ok('period', 'close', '2026-10', '--by', 'ann')).to.equal(
      'The month 2026-10 is closed. Its statements have numbers now.\n',
    );
    const printed = await statement('buyer', 'lakeshore', '2026-10');
    expect(printed).to.contain('Statement 2026-10-buyer-lakeshore').and.to.contain('CRM-17');
    expect(printed).to.contain('Net: -7.50 USD (credit to the buyer)');
    expect(printed).to.contain('1 line has no amount, because none was configured');
    for (const hidden of ['30.00', 'northwind', 'Northwind', 'google', 'order-17'])
      expect(printed).to.not.contain(hidden);

    const json = JSON.parse(await statement('buyer', 'lakeshore', '2026-10', '--json')) as {
      lines: { lead_id: string | null; amount_cents: number | null }[];
    };
    expect(json).to.include({ number: '2026-10-buyer-lakeshore', month: '2026-10', currency: 'USD' });
    expect(json).to.include({ net_cents: -750, null_amounts: 1 });
    expect(json.lines.map(({ lead_id, amount_cents }) => [lead_id, amount_cents])).to.deep.equal([
      [lead.id, 4_250],
      [unpriced.id, null],
      [null, -5_000],
    ]);

    const ofAffiliate = await statement('affiliate', 'northwind', '2026-10', '--csv');
    const rows = parse<Record<string, string>>(ofAffiliate, { columns: true });
    expect(rows).to.have.length(2);
    expect(rows[0]).to.include({ lead_id: lead.id, amount: '30.00', currency: 'USD', subid: 'google' });
    expect(rows[0]).to.include({
      statement: '2026-10-affiliate-northwind',
      subid2: "'=cmd()",
      ...{ reference: '', external_id: 'order-17' },
    });
    for (const hidden of ['42.50', 'lakeshore,', 'University', 'CRM-17'])
      expect(ofAffiliate).to.not.contain(hidden);

    for (const how of [[], ['--csv'], ['--json'], ['--html']])
      for (const [kind, handle] of [
        ['buyer', 'lakeshore'],
        ['affiliate', 'northwind'],
      ] as const)
        expect(await statement(kind, handle, '2026-10', ...how)).to.equal(
          await statement(kind, handle, '2026-10', ...how),
        );
  });

  it('writes a PDF to a file: the same one again, and a clear sentence where it cannot', async () => {
    await sold('2026-10-20T15:00:00Z');
    await ok('period', 'close', '2026-10');
    const file = dir.path('lakeshore.pdf');
    const of = ['statement', 'buyer', 'lakeshore', '--month', '2026-10', '--pdf'];
    expect(await ok(...of, file)).to.equal(`Wrote ${file}.\n`);
    const first = readFileSync(file);
    expect(first.subarray(0, 5).toString()).to.equal('%PDF-');
    await ok(...of, file);
    expect(readFileSync(file).equals(first)).to.equal(true);
    expect(await refused(...of, `${file}/x.pdf`)).to.contain("x.pdf can't be written");
  });

  it('writes negative amounts as numbers and defuses formulas in a CSV', async () => {
    await sold('2026-10-20T15:00:00Z', { reference: '=HYPERLINK("http://evil.example")' });
    await ok(...adjustment('buyer', 'lakeshore', '-12.50', 'CN-1', '--at', '2026-10-22T00:00:00Z'));
    await ok('period', 'close', '2026-10');
    const rows = parse<Record<string, string>>(await statement('buyer', 'lakeshore', '2026-10', '--csv'), {
      columns: true,
    });
    expect(rows[0]).to.include({ reference: `'=HYPERLINK("http://evil.example")`, amount: '42.50' });
    expect(rows[1]).to.include({ kind: 'adjustment', reference: 'CN-1', amount: '-12.50' });
  });

  it('escapes everything in the HTML, which has no script and a table head on each page', async () => {
    await sold('2026-10-20T15:00:00Z', { reference: '<script>alert(1)</script>' });
    await ok(...adjustment('buyer', 'lakeshore', '7.50', 'CN-1'));
    const html = await statement('buyer', 'lakeshore', '2026-10', '--html');
    expect(html)
      .to.contain('&lt;script&gt;alert(1)&lt;/script&gt;')
      .and.to.not.match(/<script/i);
    expect(html).to.contain('<!doctype html>').and.to.contain('table-header-group');
    expect(html).to.contain('@page').and.to.contain('Net: 42.50 USD').and.to.contain('Draft of a statement');
  });

  it('books an adjustment once, and refuses another amount under its reference', async () => {
    const credit = adjustment('affiliate', 'northwind', '-5', 'CN-9');
    expect(await ok(...credit)).to.equal(
      'Booked: it will be on the statement of affiliate northwind for 2026-11.\n',
    );
    expect(await ok(...credit)).to.contain(
      'Nothing changed: this adjustment of affiliate northwind was booked before',
    );
    expect(await refused(...adjustment('affiliate', 'northwind', '-6', 'CN-9'))).to.contain(
      'The reference CN-9 of affiliate northwind is taken by an adjustment of -5.00; give another reference; nothing was changed',
    );
    expect(await ok(...adjustment('buyer', 'lakeshore', '6', 'CN-9'))).to.contain('Booked');
    const entries = JSON.parse(await ok('books', 'entries', '--json')) as Record<string, unknown>[];
    expect(entries).to.have.length(2);
    expect(entries.find(({ affiliate_id }) => affiliate_id === AFFILIATE)).to.include({
      ...{ kind: 'adjustment', affiliate_cents: -500, buyer_cents: 0, by: 'ann', why: 'Agreed discount' },
    });
  });

  it('takes a reference that is written otherwise for the same', async () => {
    await ok(...adjustment('buyer', 'lakeshore', '5', 'CN-7 \u00c5'));
    for (const same of ['CN-7 \u00c5 ', 'CN-7 \u212b'])
      expect(await ok(...adjustment('buyer', 'lakeshore', '5', same))).to.contain('Nothing changed');
  });

  it('books an adjustment on the day that was given, in the zone of the books', async () => {
    await (
      await services.connection()
    )
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { currency: 'USD', time_zone: 'America/Chicago' } });
    await ok(...adjustment('buyer', 'lakeshore', '3', 'D-1', '--at', '2026-11-01'));
    const [entry] = JSON.parse(await ok('books', 'entries', '--json')) as Record<string, unknown>[];
    const at = '2026-11-01T05:00:00.000Z';
    expect(entry).to.deep.include({ at, day: '2026-11-01', period: '2026-11' });
  });

  it('cleans the words of an adjustment, and knows the lead that it is about', async () => {
    const lead = await sold('2026-10-20T15:00:00Z');
    await statement('buyer', 'lakeshore', '2026-10');
    await ok(...adjustment('affiliate', 'northwind', '2', 'A-1', '--lead', lead.id));
    await ok(
      'books',
      'adjust',
      'buyer',
      'lakeshore',
      '2',
      '--reference',
      'B-1',
      '--lead',
      lead.id,
      '--why',
      'ask jane@example.com',
    );
    const entries = JSON.parse(await ok('books', 'entries', '--lead', lead.id, '--json')) as object[];
    expect(entries).to.have.length(3);
    expect(JSON.stringify(entries)).to.contain('"why":"Ask"').and.to.not.contain('jane');
    expect(await refused(...adjustment('buyer', 'lakeshore', '2', 'B-2', '--lead', randomUUID()))).to.contain(
      'There is no lead',
    );
  });

  it('says in one sentence why an adjustment, a month or a statement is wrong', async () => {
    const bad: readonly (readonly [args: string[], why: string])[] = [
      [adjustment('buyer', 'lakeshore', '1.005', 'X'), 'there are no fractions of a cent'],
      [adjustment('buyer', 'lakeshore', '0.00', 'X'), 'must not be 0'],
      [adjustment('buyer', 'lakeshore', '1e3', 'X'), 'must be an amount like 12.50'],
      [adjustment('buyer', 'lakeshore', '1000001', 'X'), 'must be at most 1000000'],
      [
        adjustment('buyer', 'lakeshor', '1', 'X'),
        'There is no buyer lakeshor in the catalogue (did you mean "lakeshore"?)',
      ],
      [adjustment('seller', 'lakeshore', '1', 'X'), 'Allowed choices are buyer, affiliate'],
      [adjustment('buyer', 'lakeshore', '1', '=X'), 'It must be up to 100 letters'],
      [
        adjustment('buyer', 'lakeshore', '1', 'X', '--at', '2026-09-30T00:00:00Z'),
        'The books start in 2026-10',
      ],
      [adjustment('buyer', 'lakeshore', '1', 'X', '--at', '2027-01-01T00:00:00Z'), 'has not come yet'],
      [['period', 'close', '2026-11'], 'Months are closed in order, and the next one is 2026-10'],
      [['period', 'close', 'october'], 'The month must be like 2026-10'],
      [['statement', 'buyer', 'lakeshore', '--month', '2026-13'], 'The month must be like 2026-10'],
      [['statement', 'buyer', 'lakeshore', '--month', '2026-09'], 'The books start in 2026-10'],
      [['statement', 'buyer', 'lakeshore', '--month', '2026-12'], 'The month 2026-12 has not begun'],
      [['statement', 'buyer', 'northwind', '--month', '2026-10'], 'There is no buyer northwind in 2026-10'],
      [['statement', 'buyer', 'lakeshore', '--month', '2026-10', '--csv', '--json'], 'cannot be used with'],
      [['books', 'entries', '--month', '2026'], 'It must be a month like 2026-10.'],
      [['books', 'entries', '--party', 'nobody'], 'There is no buyer or affiliate nobody'],
    ];
    for (const [args, why] of bad) expect(await refused(...args), args.join(' ')).to.contain(why);
    now = new Date('2026-10-31T23:59:59.999Z');
    expect(await refused('period', 'close', '2026-10')).to.contain('The month 2026-10 is not over');
    expect(await (await services.connection()).collection('entries').countDocuments()).to.equal(0);
  });

  it('gives what is adjusted in a closed month to the next month, and lists months and sums', async () => {
    await sold('2026-10-20T15:00:00Z');
    await ok('period', 'close', '2026-10', '--by', 'ann');
    expect(await ok('period', 'close', '2026-10')).to.contain('Nothing changed');
    await ok(...adjustment('buyer', 'lakeshore', '-10', 'CN-1', '--at', '2026-10-31T23:00:00Z'));
    await sold('2026-11-02T15:00:00Z', {}, { affiliate_cents: null });
    await ok('period', 'list');
    expect(await ok('books', 'show')).to.contain('still to be booked  1');
    await refused('period', 'close', '2026-11');
    await ok(...adjustment('buyer', 'lakeshore', '-1', 'CN-2'));
    const shown = JSON.parse(await ok('books', 'show', '--json')) as { months: object[] };
    expect(shown).to.include({ currency: 'USD', time_zone: 'UTC', fixed: true });
    expect(shown.months[0]).to.include({ month: '2026-10', state: 'closed', by: 'ann', entries: 1 });
    expect(shown.months[0]).to.include({ buyer_cents: 4_250, affiliate_cents: 3_000, affiliate_nulls: 0 });
    expect(shown.months[1]).to.include({ month: '2026-11', state: 'open', entries: 3 });
    expect(shown.months[1]).to.include({ buyer_cents: 3_150, affiliate_cents: 0, affiliate_nulls: 1 });
    expect(await ok('period', 'list')).to.match(/2026-10 +closed .*ann\n2026-11 +open/);
    const csv = await ok('books', 'entries', '--null', '--csv');
    expect(parse<Record<string, string>>(csv, { columns: true })).to.have.length(1);
    expect(await ok('books', 'entries', '--month', '2026-10', '--party', 'northwind')).to.contain('30.00');
  });
});
