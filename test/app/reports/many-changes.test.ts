import { expect } from 'chai';
import { report } from '../../../src/app/reports/report.js';
import { rollUpReports } from '../../../src/app/reports/roll-up.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import { memoryRecords, memoryReportReader, memoryRollups } from '../../support/fakes/memory-reports.js';

const START = new Date('2026-11-20T12:00:00Z');
const QUARTER_MS = 900_000;
const NOW = new Date(START.getTime() + 8 * QUARTER_MS);
const LATE = 'Some leads changed in the last minutes; their newest state is counted within some minutes.';

/** What a report says after so many counted leads were settled, the last of them in a quarter of its own. */
async function afterSettling(leads: number) {
  const records = memoryRecords();
  for (let n = 1; n <= leads; n += 1)
    records.leads.set(`l${n}`, {
      ...{
        id: `l${n}`,
        affiliate_id: 'a',
        campaign_id: 'c',
        offer_id: 'o',
        buyer_id: 'b',
        attempts: [],
        state: 'unknown',
      },
      received_at: new Date(START.getTime() + (n === leads ? QUARTER_MS : 0)),
    });
  const rollups = memoryRollups(records);
  const some = { ...rollups, marked: async (limit: number) => (await rollups.marked(limit)).slice(0, limit) };
  const ports = {
    ...{ reports: memoryReportReader(records), rollups: some, clock: () => NOW },
    catalogue: { current: () => EMPTY_CATALOGUE },
  };
  await rollUpReports(ports);
  for (const id of records.leads.keys()) records.change(id, { state: 'accepted', code: 'ACCEPTED' }, NOW);
  const request = { from: '2026-11-20', to: '2026-11-20', by: [], only: [] };
  const current = () => Promise.resolve(null);
  const { total, notes } = await report({ ...ports, catalogue: { current } }, request);
  return { accepted: total.accepted, isLate: notes.includes(LATE) };
}

describe('a report right after many leads changed', () => {
  it('counts each of them', async () => {
    expect(await afterSettling(20)).to.deep.equal({ accepted: 20, isLate: false });
  });

  it('says so, if they are more than it looks at', async () => {
    expect(await afterSettling(1_001)).to.deep.equal({ accepted: 1_000, isLate: true });
  });
});

describe('changes of counted quarters, while a search of a younger one is open', () => {
  it('are counted, and their marks go; those of its own quarter wait until it is done', async () => {
    const at = (quarters: number): Date => new Date(START.getTime() + quarters * QUARTER_MS);
    const records = memoryRecords();
    const own = { affiliate_id: 'a', campaign_id: 'c' };
    const rollups = memoryRollups(records);
    let now = at(6.5);
    const ports = {
      ...{ reports: memoryReportReader(records), rollups, clock: () => now },
      catalogue: { current: () => EMPTY_CATALOGUE },
    };
    const marked = async () => (await rollups.marked(10)).map(({ id }) => id).sort();
    for (const n of [1, 6, 7])
      records.leads.set(`l${n}`, {
        ...{
          ...own,
          id: `l${n}`,
          offer_id: 'o',
          buyer_id: 'b',
          attempts: [],
          state: 'unknown',
          received_at: at(n),
        },
      });
    records.searches.set('s', { ...own, id: 's', created_at: at(6), open: true, shown: [] });
    await rollUpReports(ports);
    now = at(9.5);
    for (const id of records.leads.keys()) records.change(id, { state: 'accepted', code: 'ACCEPTED' }, now);
    const { marked: counted, progress } = await rollUpReports(ports);
    expect([counted, await marked(), progress.to]).to.deep.equal([2, ['l6'], at(6)]);
    records.changeSearch('s', { open: false }, now);
    expect((await rollUpReports(ports)).progress.to).to.deep.equal(at(8));
    expect(await marked()).to.deep.equal([]);
  });
});

describe('a sweeper that slept since it counted a changed lead', () => {
  it('stores nothing, if the lead changed back and another sweeper counted it', async () => {
    const records = memoryRecords();
    const rollups = memoryRollups(records);
    const now = new Date(START.getTime() + 4 * QUARTER_MS);
    const ports = {
      ...{ reports: memoryReportReader(records), rollups, clock: () => now },
      catalogue: { current: () => EMPTY_CATALOGUE },
    };
    records.leads.set('l', {
      ...{ id: 'l', affiliate_id: 'a', campaign_id: 'c', offer_id: 'o', buyer_id: 'b', attempts: [] },
      ...{ state: 'unknown', received_at: START },
    });
    await rollUpReports(ports);
    records.change('l', { state: 'accepted', code: 'ACCEPTED' }, now);
    const asleep: typeof rollups = {
      ...rollups,
      async write(rollup) {
        records.change('l', { state: 'unknown' }, now);
        await rollUpReports(ports);
        return rollups.write(rollup);
      },
    };
    await rollUpReports({ ...ports, rollups: asleep });
    const current = () => Promise.resolve(null);
    const request = { from: '2026-11-20', to: '2026-11-20', by: [], only: [] };
    const { total } = await report({ ...ports, catalogue: { current } }, request);
    expect([total.accepted, total.unknown]).to.deep.equal([0, 1]);
  });
});

describe('days after the accounting zone changed', () => {
  it('are counted in the new zone', async () => {
    const records = memoryRecords();
    const rollups = memoryRollups(records);
    const now = new Date(START.getTime() + 200 * QUARTER_MS);
    records.searches.set('s', {
      ...{ id: 's', affiliate_id: 'a', campaign_id: 'c', created_at: START, open: false, shown: [] },
    });
    const rollUp = async (time_zone: string): Promise<void> => {
      const books = { currency: 'USD', time_zone };
      const ports = { reports: memoryReportReader(records), rollups, clock: () => now };
      const catalogue = { current: () => ({ ...EMPTY_CATALOGUE, books }) };
      while ((await rollUpReports({ ...ports, catalogue })).isMoreDue);
    };
    const daysIn = async (zone: string): Promise<string[]> =>
      (await rollups.between(`day|${zone}|`, `day|${zone}|~`, ['total'])).map(({ id }) => id.slice(-10));
    await rollUp('UTC');
    expect(await daysIn('Asia/Kolkata')).to.deep.equal([]);
    await rollUp('Asia/Kolkata');
    expect(await daysIn('Asia/Kolkata')).to.deep.equal(['2026-11-20', '2026-11-21']);
    expect(await daysIn('UTC')).to.deep.equal(['2026-11-20', '2026-11-21']);
  });
});
