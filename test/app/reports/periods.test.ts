import { expect } from 'chai';
import { report } from '../../../src/app/reports/report.js';
import type { CatalogueStore } from '../../../src/app/ports/catalogue-store.js';
import type { ReportedEntry } from '../../../src/core/reports/counted-records.js';
import { dayOf } from '../../../src/core/reports/calendar.js';
import type { ReportRequest } from '../../../src/core/reports/report-request.js';
import { memoryRecords, memoryReportReader, memoryRollups } from '../../support/fakes/memory-reports.js';

const ZONE = 'America/Chicago';
const NOW = new Date('2026-11-20T18:30:00Z'); // 12:30 in Chicago
const DOCUMENT = {
  books: { currency: 'USD', time_zone: ZONE },
  affiliates: [
    { id: 'a1', handle: 'northwind', name: 'Northwind Media' },
    { id: 'a2', handle: 'fall', name: 'Fall Leads' },
  ],
};

type Told = readonly [kind: ReportedEntry['kind'], at: string, cents: number, affiliate?: string];

/** An exchange with these entries of the books. */
async function reportOf(entries: readonly Told[], request: Partial<ReportRequest>) {
  const records = memoryRecords();
  entries.forEach(([kind, time, cents, affiliate_id = 'a1'], place) => {
    const at = new Date(time);
    records.enter({
      ...{ id: `entry-${place}`, kind, at, day: dayOf(at, ZONE), affiliate_id, buyer_id: 'b', offer_id: 'o' },
      ...{ campaign_id: 'c', lead_id: 'gone', buyer_cents: cents, affiliate_cents: 0 },
    });
  });
  const current = () => Promise.resolve({ document: DOCUMENT });
  const ports = {
    ...{ reports: memoryReportReader(records), rollups: memoryRollups(records), clock: () => NOW },
    catalogue: { current } as unknown as CatalogueStore,
  };
  return report(ports, { by: [], only: [], ...request });
}

const BOOKED: readonly Told[] = [
  ['sale', '2026-11-20T14:10:00Z', 4_000],
  ['sale', '2026-11-20T16:50:00Z', 3_000, 'a2'],
  ['return', '2026-11-20T16:55:00Z', -9_000],
  ['return_reversal', '2026-11-20T17:00:00Z', 1_000],
  ['sale', '2026-11-18T12:00:00Z', 500],
  ['sale', '2026-11-13T12:00:00Z', 700],
  ['sale', '2026-11-12T12:00:00Z', 200, 'a2'],
];

describe('the periods of reports', () => {
  const GROUPS: readonly (readonly [
    what: string,
    asked: Partial<ReportRequest>,
    groups: readonly string[],
  ])[] = [
    [
      'every day up to today, also those without calls',
      { range: '7d', by: ['day'] },
      ['11-14', '11-15', '11-16', '11-17', '11-18', '11-19', '11-20'].map((day) => `2026-${day}`),
    ],
    [
      'no day that has not begun',
      { from: '2026-11-19', to: '2026-11-30', by: ['day'] },
      ['2026-11-19', '2026-11-20'],
    ],
    [
      'the hours of today up to now',
      { range: 'today', by: ['hour'] },
      ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'],
    ],
    [
      'the 23 hours of a day in spring',
      { from: '2026-03-08', to: '2026-03-08', by: ['hour'] },
      Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).filter((hour) => hour !== '02'),
    ],
    [
      'all hours of several days',
      { range: '30d', by: ['hour'] },
      Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
    ],
    [
      'only what happened, if other groups split it',
      { range: '7d', by: ['day', 'affiliate'] },
      ['2026-11-18 northwind', '2026-11-20 fall', '2026-11-20 northwind'],
    ],
  ];
  for (const [what, asked, groups] of GROUPS)
    it(`have ${what}`, async () => {
      const { rows, by } = await reportOf(BOOKED, asked);
      expect(rows.map((row) => by.map((group) => row[group]).join(' '))).to.deep.equal(groups);
    });

  it('say which day and hour are not over, and what entries are called', async () => {
    const here = await reportOf(BOOKED, { range: 'today', by: ['affiliate'], only: ['affiliate=northwind'] });
    expect(here).to.deep.include({
      ...{ from: '2026-11-20', to: '2026-11-20', running: { day: '2026-11-20', hour: '12' }, previous: null },
      names: [{ kind: 'affiliate', handle: 'northwind', name: 'Northwind Media' }],
    });
    expect(await reportOf(BOOKED, { range: 'yesterday' })).to.include({ running: null });
  });

  it('keep what was sold apart from what was returned, and hours add up to the day', async () => {
    const { rows, total } = await reportOf(BOOKED, { range: 'today', by: ['hour'] });
    const money = { sales: 2, sold_cents: 7_000, returned: 1, returned_cents: 9_000, revenue_cents: -1_000 };
    expect(total).to.include({ ...money, returns_undone: 1, returns_undone_cents: 1_000 });
    const sumOf = (name: keyof typeof money) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
    for (const [name, sum] of Object.entries(money))
      expect(sumOf(name as keyof typeof money), name).to.equal(sum);
    expect(
      rows.filter(({ sales }) => sales !== 0).map(({ hour, sold_cents }) => [hour, sold_cents]),
    ).to.deep.equal([
      ['08', 4_000],
      ['10', 3_000],
    ]);
  });

  it('put the period before beside this one: days by their place, and what is only there', async () => {
    const { rows, previous, total } = await reportOf(BOOKED, {
      range: '7d',
      by: ['day'],
      compare: 'previous',
    });
    expect(previous).to.deep.include({ from: '2026-11-07', to: '2026-11-13' });
    expect([total.sales, previous?.total.sales]).to.deep.equal([3, 2]);
    expect(rows.map((row) => row.previous?.sales)).to.deep.equal([0, 0, 0, 0, 0, 1, 1]);
    const by = await reportOf(BOOKED, {
      from: '2026-11-13',
      to: '2026-11-13',
      by: ['affiliate'],
      compare: 'previous',
    });
    expect(by.rows.map((row) => [row.affiliate, row.sales, row.previous?.sales])).to.deep.equal([
      ['fall', 0, 1],
      ['northwind', 1, 0],
    ]);
  });

  for (const days of [{}, { from: '2026-11-01' }, { range: '7d', to: '2026-11-01' }] as const)
    it(`are refused as ${JSON.stringify(days)}`, async () => {
      const refused = await reportOf([], days).catch((error: unknown) => error);
      expect(refused).to.include({ message: 'Give the first and the last day, or a range.' });
    });
});
