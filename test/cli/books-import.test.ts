import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { randomUUID } from 'node:crypto';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { importSales } from '../../src/app/money/import-sales.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createEarlierSales } from '../../src/platform/mongo/money/earlier-sales.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { bookWorld, type BookWorld } from '../support/book-world.js';
import { EMPTY_CATALOGUE } from '../../src/core/catalogue/types.js';
import { testLead } from '../support/records.js';
import { privateServices } from '../support/services.js';
import { runAt, runOk, type CliRun } from './run-cli.js';

const BUYER = derivedId('buyer', 'lakeshore');
const BEGUN = new Date('2026-10-03T08:00:00Z');
const NOW = new Date('2026-11-05T12:00:00Z');

describe('leadkeep books import', () => {
  const services = privateServices();
  const { env } = services;
  const dir = makeTempDir();
  let world: BookWorld;

  before(async () => {
    await runOk(env, 'migrate');
    await runOk(env, 'apply', 'examples/minimal.yaml');
    // The version was in force when the leads below were sold.
    const connection = await services.connection();
    await connection
      .collection('catalogue_versions')
      .updateMany({}, { $set: { at: new Date('2026-08-20T00:00:00Z') } });
    world = bookWorld(connection, EMPTY_CATALOGUE, () => NOW);
  });
  beforeEach(() => world.begin(BEGUN));
  after(async () => {
    dir.remove();
    await services.close();
  });

  const run = (...args: string[]): Promise<CliRun> => runAt(NOW, env, ...args);
  const ok = async (...args: string[]): Promise<string> => {
    const done = await run(...args);
    expect(done.code, done.stderr).to.equal(0);
    return done.stdout;
  };
  /** A sale of an earlier build, which stored no amounts but the payout. */
  const sold = async (at: string, over: Partial<LeadRecord> = {}): Promise<LeadRecord> => {
    const when = new Date(at);
    const { due_at: _, ...lead } = testLead({
      ...{ id: randomUUID(), state: 'accepted', received_at: when },
      affiliate_id: derivedId('affiliate', 'northwind'),
      campaign_id: derivedId('campaign', 'northwind-edu'),
      offer_id: derivedId('offer', 'lakeshore-nursing'),
      buyer_id: BUYER,
      attempts: [{ n: 1, round: 1, at: when, timeout_ms: 1_000, outcome: 'accepted' }],
      decision: { code: 'ACCEPTED', at: when, payout_cents: 3_000, source: 'buyer' },
      ...over,
    });
    await createLeadStore(await services.connection()).insert(lead);
    return lead;
  };
  const file = (...lines: string[]): string =>
    dir.write(`${randomUUID()}.csv`, ['id,buyer,price,payout', ...lines].join('\n'));
  const periods = async (): Promise<(readonly [string | undefined, string, number | null])[]> =>
    (await world.all()).map(({ lead_id, period, buyer_cents }) => [lead_id, period, buyer_cents] as const);

  it('proposes the sales from before the books with what is known of them, and books the reviewed file', async () => {
    const early = await sold('2026-08-10T10:00:00Z');
    const lead = await sold('2026-09-30T23:59:59Z', { tracking: { ip_address: '203.0.113.7', subid: 'g' } });
    await sold('2026-10-03T08:00:01Z');
    await sold('2026-09-01T00:00:00Z', { is_test: true });
    await sold('2026-09-01T00:00:00Z', { state: 'rejected' });
    const proposed = await ok('books', 'import', '--propose');
    const rows = parse<Record<string, string>>(proposed, { columns: true });
    expect(rows.map(({ id }) => id)).to.deep.equal([early.id, lead.id]);
    // No version of the catalogue was in force on 10 August, so no price is known.
    expect(rows[0]).to.include({ buyer: 'lakeshore', price: '', payout: '30.00', catalogue_version: '' });
    expect(rows[1]).to.include({ affiliate: 'northwind', offer: 'lakeshore-nursing', price: '42.50' });
    expect(rows[1]).to.include({ accepted_at: '2026-09-30T23:59:59.000Z', catalogue_version: '1' });

    // A spreadsheet may write the byte order mark and other line ends.
    const reviewed = dir.write('review.csv', `\ufeff${proposed.replaceAll('\n', '\r\n')}`);
    const shown = await ok('books', 'import', '--file', reviewed);
    expect(shown).to.match(/2026-08 +1 +0\.00 +30\.00 +1 +0\n2026-09 +1 +42\.50/);
    expect(shown).to.contain('Dry run: nothing was changed.');
    expect(await world.all()).to.have.length(0);

    expect(await ok('books', 'import', '--file', reviewed, '--yes')).to.contain('2 sales were booked now.');
    expect(await periods()).to.deep.equal([
      [early.id, '2026-08', null],
      [lead.id, '2026-09', 4_250],
    ]);
    expect((await world.all())[1]).to.deep.include({ subids: { subid: 'g' }, id: `sale:${lead.id}:0` });
    expect(await ok('period', 'list')).to.match(/2026-08 +open\n2026-09 +open/);
    expect(await ok('books', 'import', '--file', reviewed, '--yes')).to.contain(
      'Nothing to book. 2 sales were booked before.',
    );
    expect(await world.all()).to.have.length(2);
    expect((await run('period', 'close', '2026-10')).stderr).to.contain('the next one is 2026-08');
  });

  it('shows a corrected payout wherever the lead is shown', async () => {
    const leads = createLeadStore(await services.connection());
    const [corrected, emptied] = [await sold('2026-09-02T10:00:00Z'), await sold('2026-09-03T10:00:00Z')];
    const reviewed = file(`${corrected.id},lakeshore,42.50,25.00`, `${emptied.id},lakeshore,42.50,`);
    await ok('books', 'import', '--file', reviewed, '--yes');
    expect((await leads.read(corrected.id))?.decision?.payout_cents).to.equal(2_500);
    expect((await leads.read(emptied.id))?.decision).to.not.have.property('payout_cents');
  });

  it('refuses a wrong file as a whole, with the lines', async () => {
    const lead = await sold('2026-09-10T10:00:00Z');
    const other = await sold('2026-09-10T10:00:00Z', {
      attempts: [
        {
          ...{ n: 1, round: 1, at: NOW, timeout_ms: 1_000, outcome: 'accepted' },
          sent_to: { buyer_id: randomUUID() },
        },
      ],
    });
    const late = await sold('2026-10-04T10:00:00Z');
    const test = await sold('2026-09-10T10:00:00Z', { is_test: true });
    const held = await sold('2026-09-10T10:00:00Z', { state: 'rejected' });
    const path = file(
      `${lead.id},lakeshore,42.505,30`,
      `${lead.id},lakeshore,-1,30`,
      `${lead.id},lakeshore,42.50,=1+1`,
      `${lead.id},,42.50,30`,
      `x,lakeshore,42.50,30`,
    );
    const { code, stderr } = await run('books', 'import', '--file', path, '--yes');
    expect(code).to.equal(1);
    expect(stderr).to.contain(':2: the price is "42.505"').and.to.contain(':3: the price is "-1"');
    expect(stderr).to.contain(':4: the payout is "=1+1"').and.to.contain(':5: there is no buyer');
    expect(stderr).to.contain('has errors in lines 2, 3, 4, 5, 6; nothing was changed');

    const unknown = randomUUID();
    const again = await run(
      ...['books', 'import', '--yes', '--file'],
      file(
        `${lead.id},lakeshore,42.50,30`,
        `${lead.id},lakeshore,42.50,31`,
        `${unknown},lakeshore,42.50,30`,
        `${other.id},lakeshore,42.50,30`,
        `${late.id},lakeshore,42.50,30`,
        `${test.id},lakeshore,42.50,30`,
        `${held.id},lakeshore,42.50,30`,
        `${lead.id},lakeshor,42.50,30`,
      ),
    );
    for (const why of [
      ':3: contradicts line 2',
      `:4: there is no lead ${unknown}`,
      ':5: the lead',
      'was sold to another buyer than lakeshore',
      'was accepted after the books began',
      'is a test lead',
      'was not accepted',
      ':9: contradicts line 2',
    ])
      expect(again.stderr).to.contain(why);
    expect(await world.all()).to.have.length(0);
  });

  it('refuses other amounts for a booked sale', async () => {
    const lead = await sold('2026-09-10T10:00:00Z');
    await ok('books', 'import', '--yes', '--file', file(`${lead.id},lakeshore,42.50,30`));
    const { stderr } = await run('books', 'import', '--yes', '--file', file(`${lead.id},lakeshore,42.51,30`));
    expect(stderr).to.contain(`the lead ${lead.id} is booked with other amounts`);
  });

  it('says what another import booked otherwise meanwhile, and books it no second time', async () => {
    const [lead, other] = [await sold('2026-09-10T10:00:00Z'), await sold('2026-09-11T10:00:00Z')];
    const earlier = createEarlierSales(await services.connection());
    const planned = (id: string, line: number, buyer_cents: number) => {
      const sale = { buyer_id: BUYER, buyer_cents, affiliate_cents: 3_000 };
      const owed = { kind: 'sale', n: 0, at: new Date('2026-09-10T10:00:00Z'), by: 'ann', ...sale } as const;
      return { line, lead_id: id, sale, owed, month: '2026-09' };
    };
    const mine = [planned(lead.id, 2, 4_250), planned(other.id, 3, 4_250)];
    const raced: typeof earlier = {
      ...earlier,
      async owe(sales) {
        await earlier.owe([planned(lead.id, 2, 4_000)]);
        await earlier.owe(sales);
      },
    };
    const done = await importSales({ ...world, earlier: raced }, mine, { currency: 'USD', time_zone: 'UTC' });
    const why = `the lead ${lead.id} is booked with other amounts: another import was first`;
    expect(done).to.deep.equal({ outcome: 'done', booked: [mine[1]], faults: [{ line: 2, why }] });
    expect(await periods()).to.have.deep.members([
      [lead.id, '2026-09', 4_000],
      [other.id, '2026-09', 4_250],
    ]);
  });

  it('two at once with other amounts: one books the sale, the other fails', async () => {
    const lead = await sold('2026-09-10T10:00:00Z');
    const runs = await Promise.all(
      ['42.50', '40.00'].map((price) =>
        run('books', 'import', '--yes', '--file', file(`${lead.id},lakeshore,${price},30`)),
      ),
    );
    expect(runs.map(({ code }) => code).sort()).to.deep.equal([0, 1]);
    const lost = runs.findIndex(({ code }) => code === 1);
    expect(runs[lost]?.stderr).to.contain(`:2: the lead ${lead.id} is booked with other amounts`);
    expect(await periods()).to.deep.equal([[lead.id, '2026-09', lost === 0 ? 4_000 : 4_250]]);
  });

  it('imports nothing once a month is closed, also if that happens after the plan', async () => {
    const lead = await sold('2026-09-10T10:00:00Z');
    const path = file(`${lead.id},lakeshore,42.50,30`);
    expect(await world.close('2026-10')).to.deep.equal({ outcome: 'closed' });
    expect((await run('books', 'import', '--yes', '--file', path)).stderr).to.contain(
      'A month of the books is closed',
    );
    const earlier = createEarlierSales(await services.connection());
    const sale = { buyer_id: BUYER, buyer_cents: 4_250, affiliate_cents: 3_000 };
    const owed = { kind: 'sale', n: 0, at: new Date('2026-09-10T10:00:00Z'), by: 'ann', ...sale } as const;
    const planned = [{ line: 2, lead_id: lead.id, sale, owed, month: '2026-09' }];
    const booksOf = { currency: 'USD', time_zone: 'UTC' };
    expect(await importSales({ ...world, earlier }, planned, booksOf)).to.deep.equal({ outcome: 'closed' });
    expect(await world.all()).to.have.length(0);
  });

  it('goes on after a kill between two sales, and books each sale once', async () => {
    const lines: string[] = [];
    for (let n = 0; n < 3; n += 1)
      lines.push(`${(await sold(`2026-0${n + 7}-10T10:00:00Z`)).id},lakeshore,42.50,30`);
    const path = file(...lines);
    const earlier = createEarlierSales(await services.connection());
    let steps = 0;
    const dying = {
      ...world,
      earlier: {
        ...earlier,
        async owe(sales: Parameters<typeof earlier.owe>[0]) {
          await earlier.owe(sales.slice(0, 2));
          steps += 1;
          throw new Error('killed');
        },
      },
    };
    const sales = lines.map((line, n) => {
      const sale = { buyer_id: BUYER, buyer_cents: 4_250, affiliate_cents: 3_000, attempt: 1 };
      const at = new Date(`2026-0${n + 7}-10T10:00:00Z`);
      const owed = { kind: 'sale', n: 0, at, by: 'ann', ...sale } as const;
      return { line: n + 2, lead_id: line.slice(0, 36), sale, owed, month: `2026-0${n + 7}` };
    });
    const killed = importSales(dying, sales, { currency: 'USD', time_zone: 'UTC' });
    expect(await killed.catch((error: unknown) => (error as Error).message)).to.equal('killed');
    expect(steps).to.equal(1);
    expect(await ok('books', 'import', '--yes', '--file', path)).to.contain(
      '1 sale was booked now. 2 sales were booked before.',
    );
    expect((await periods()).map(([, period]) => period)).to.deep.equal(['2026-07', '2026-08', '2026-09']);
  });
});
