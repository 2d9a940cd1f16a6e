import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { report, type ReportPorts } from '../../../../src/app/reports/report.js';
import { rollUpReports, type RolledUp } from '../../../../src/app/reports/roll-up.js';
import { checkReports } from '../../../../src/app/integrity/check-reports.js';
import type { RollupStore } from '../../../../src/app/ports/rollup-store.js';
import { EMPTY_CATALOGUE } from '../../../../src/core/catalogue/types.js';
import type { LeadState } from '../../../../src/core/lead/lead-states.js';
import { createBookStore } from '../../../../src/platform/mongo/money/book-store.js';
import { createReportReader } from '../../../../src/platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../../../src/platform/mongo/reports/rollup-store.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../../src/platform/mongo/stores/search-store.js';
import { countCommands } from '../../../support/count-commands.js';
import { attempt, storeTold, toldEntry, toldLead, toldSearch } from '../../../support/report-world.js';
import { migratedServices } from '../../../support/services.js';

const at = (time: string): Date => new Date(`2026-10-${time}Z`);

describe('the rollups of the reports in MongoDB', () => {
  const services = migratedServices();
  let connection: Connection;
  let now = at('09T12:00:00');
  const clock = (): Date => now;

  const ports = (): ReportPorts => ({
    clock,
    reports: createReportReader(connection),
    rollups: createRollupStore(connection),
    catalogue: { current: () => Promise.resolve(null) },
  });
  const rollUp = (): Promise<RolledUp> =>
    rollUpReports({ ...ports(), catalogue: { current: () => EMPTY_CATALOGUE } });
  const days = async (): Promise<unknown[]> => {
    const { rows } = await report(ports(), { from: '2026-10-01', to: '2026-10-31', by: ['day'], only: [] });
    return rows
      .filter(({ searches, submits }) => searches !== 0 || submits !== 0)
      .map((row) => [row.day, row.searches, row.submits, row.accepted, row.revenue_cents]);
  };
  const rollupsOf = (kind: string) =>
    connection
      .collection<{ _id: string }>('report_rollups')
      .countDocuments({ _id: { $gte: kind, $lt: `${kind}~` } });

  before(async () => {
    connection = await services.migrated();
    await storeTold(connection, {
      leads: [
        toldLead('ACCEPTED', { id: 'sold', received_at: at('05T23:30:00') }),
        toldLead('CAP_REACHED', { id: 'again', received_at: at('06T03:10:00'), state: 'failed' }),
        toldLead('ACCEPTED', { id: 'late', received_at: at('06T04:00:00'), state: 'unknown' }),
        toldLead('ACCEPTED', { received_at: at('06T04:00:00'), is_test: true }),
        toldLead('CAP_REACHED', { received_at: at('09T11:59:00') }),
      ],
      searches: [toldSearch(at('05T23:29:00'), 2, { id: 'seen' }), toldSearch(at('09T11:50:00'))],
    });
    await createBookStore(connection).write([toldEntry('sale', '2026-10-05', [4_250, 3_000])]);
  });
  after(() => services.close());

  const FIRST = [
    ['2026-10-05', 1, 1, 1, 4_250],
    ['2026-10-06', 0, 2, 0, 0],
    ['2026-10-09', 1, 1, 0, 0],
  ];

  it('say what the records say', async () => {
    expect(await days()).to.deep.equal(FIRST);
    for (let rolled = await rollUp(); rolled.isMoreDue || rolled.marked > 0;) rolled = await rollUp();
    expect(await rollupsOf('day|UTC|')).to.equal(5);
    expect(await rollupsOf('money|')).to.equal(1);
    expect(await days()).to.deep.equal(FIRST);
  });

  it('cost few commands', async () => {
    const { names } = await countCommands(connection).during(days);
    expect(names.length, names.join()).to.be.at.most(12);
  });

  it('follow a lead that changes later, at once and after they were counted again', async () => {
    const leads = createLeadStore(connection, clock);
    const decision = { code: 'ACCEPTED' as const, at: now, source: 'buyer' as const };
    const won = await leads.transition(
      { id: 'late', submission: 1, states: ['unknown'] },
      { state: 'accepted', due_at: null, decision, entries: [] },
    );
    expect(won).to.equal(true);
    const changed = FIRST.map((row) => (row[0] === '2026-10-06' ? ['2026-10-06', 0, 2, 1, 0] : row));
    expect(await days()).to.deep.equal(changed);
    expect((await rollUp()).marked).to.equal(1);
    expect(await createRollupStore(connection).marked(10)).to.deep.equal([]);
    expect(await days()).to.deep.equal(changed);
  });

  it('follow a lead that is submitted again to its new time, and a search that runs again', async () => {
    const { lead, tracking, consent, ...data } = toldLead('CAP_REACHED');
    const { affiliate_id, campaign_id, offer_id, buyer_id, request_id, data_hash } = data;
    await createLeadStore(connection, clock).resubmit('again', 1, {
      ...{ campaign_id, offer_id, buyer_id, request_id, data_hash, is_test: false, lead, tracking, consent },
      ...{ extra: {}, answers: {}, identities: [], known: [], received_at: now, due_at: now },
      received_before: at('06T03:10:00'),
      entry: { at: now, what: 'received_again' },
    });
    const searches = createSearchStore(connection);
    const run = {
      ...{ campaign_id, request_id, is_test: false, lead, tracking, consent: {}, extra: {}, identities: [] },
      mergeIdentities: () => [],
      ...{ due_at: now, closes_at: now, entries: [] },
    };
    await searches.searchAgain('seen', { affiliate_id, is_test: false }, run, now);
    const moved = [
      ['2026-10-05', 1, 1, 1, 4_250],
      ['2026-10-06', 0, 1, 1, 0],
      ['2026-10-09', 1, 2, 0, 0],
    ];
    expect(await days()).to.deep.equal(moved);
    await searches.close('seen', 2, now, { at: now, what: 'closed', reason: { why: 'open time is over' } });
    now = at('09T13:00:00');
    for (let turn = 0; turn < 3; turn += 1) await rollUp();
    expect(await createRollupStore(connection).marked(10)).to.deep.equal([]);
    expect(await days()).to.deep.equal(moved);
  });

  it('follow an entry that is written for an earlier day', async () => {
    await createBookStore(connection).write([toldEntry('return', '2026-10-05', [-4_250, -3_000])]);
    expect((await days())[0]).to.deep.equal(['2026-10-05', 1, 1, 1, 0]);
    expect((await rollUp()).money).to.equal(1);
    expect((await days())[0]).to.deep.equal(['2026-10-05', 1, 1, 1, 0]);
  });

  it('follow what changed while a sweeper slept between counting and taking the marks off', async () => {
    const store = createRollupStore(connection);
    const book = (cents: number): Promise<void> =>
      createBookStore(connection).write([toldEntry('adjustment', '2026-10-05', [cents, 0])]);
    const change = (from: LeadState, state: LeadState): Promise<boolean> =>
      createLeadStore(connection, clock).transition(
        { id: 'asleep', submission: 1, states: [from] },
        { state, due_at: null, decision: { code: 'ACCEPTED', at: now, source: 'buyer' }, entries: [] },
      );
    const sent = { id: 'asleep', received_at: at('07T04:00:00'), attempts: [attempt()] };
    await storeTold(connection, { leads: [toldLead('ACCEPTED', { ...sent, state: 'sending' })] });
    await rollUp();
    await change('sending', 'unknown');
    const asleep: RollupStore = {
      ...store,
      async clearMarks(records) {
        await rollUp();
        await change('unknown', 'accepted');
        await book(20);
        await store.clearMarks(records);
      },
      async clearDays(marked) {
        await rollUp();
        await book(3);
        await store.clearDays(marked);
      },
    };
    await rollUpReports({ ...ports(), rollups: asleep, catalogue: { current: () => EMPTY_CATALOGUE } });
    await rollUp();
    const { rows } = await report(ports(), { from: '2026-10-05', to: '2026-10-07', by: ['day'], only: [] });
    expect(rows.map((row) => [row.revenue_cents, row.unknown, row.accepted])).to.deep.equal([
      [23, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });

  it('are compared with the records by the integrity check', async () => {
    const compared = async () =>
      checkReports(
        { reader: createReportReader(connection), rollups: createRollupStore(connection) },
        { kept_since: at('09T11:45:00'), beforeSecondLook: () => Promise.resolve() },
      );
    await rollUp();
    expect(await compared()).to.deep.equal([]);
    const id = { affiliate_id: 'nobody' };
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: 'again' }, { $set: id });
    const [violation] = await compared();
    expect(violation).to.include({ invariant: 'reports-agree', id: 'quarter|2026-10-09T12:00' });
  });

  it('forget subids after 400 days', async () => {
    const store = createRollupStore(connection);
    const subids = async () => {
      const rollups = await store.between('day|UTC|', 'day|UTC|~', ['subid']);
      return rollups.filter(({ cubes }) => cubes['subid'] !== undefined).length;
    };
    expect(await subids()).to.equal(4);
    await store.forgetSubids({ from: at('01T00:00:00'), to: at('07T00:00:00') }, ['UTC']);
    expect(await subids()).to.equal(2);
  });
});
