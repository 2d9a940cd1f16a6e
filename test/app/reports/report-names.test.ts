import { expect } from 'chai';
import { report } from '../../../src/app/reports/report.js';
import type { CatalogueStore } from '../../../src/app/ports/catalogue-store.js';
import { memoryRecords, memoryReportReader, memoryRollups } from '../../support/fakes/memory-reports.js';

const AT = new Date('2026-11-20T12:00:00Z');
const DAY = { from: '2026-11-20', to: '2026-11-20' };
const CAMPAIGN = 'c0000000-0000-4000-8000-000000000001';
const DOCUMENT = {
  campaigns: [{ id: CAMPAIGN, handle: 'northwind-edu' }],
  offers: [
    { id: 'o1', handle: 'one', programs: [{ value: 'mba' }] },
    { id: 'o2', handle: 'two', programs: [{ value: 'MBA' }, { value: 'BSN' }] },
  ],
};

/** One lead of each program, whose affiliate sends the id of its campaign as a subid. */
async function rowsOf(by: readonly string[], only: readonly string[] = []) {
  const records = memoryRecords();
  for (const program of ['mba', 'MBA', 'BSN'])
    records.leads.set(program, {
      ...{
        id: program,
        affiliate_id: 'a',
        campaign_id: CAMPAIGN,
        offer_id: 'o',
        buyer_id: 'b',
        attempts: [],
      },
      ...{ program_id: program, subid: CAMPAIGN, state: 'accepted', code: 'ACCEPTED', received_at: AT },
    });
  const current = () => Promise.resolve({ document: DOCUMENT });
  const ports = {
    ...{ reports: memoryReportReader(records), rollups: memoryRollups(records), clock: () => AT },
    catalogue: { current } as unknown as CatalogueStore,
  };
  return (await report(ports, { ...DAY, by, only })).rows;
}

describe('names in reports', () => {
  for (const [asked, found] of [
    ['MBA', 'MBA'],
    ['mba', 'mba'],
    ['bsn', 'BSN'],
  ] as const)
    it(`finds program ${found} by ${asked}`, async () => {
      const rows = await rowsOf(['program'], [`program=${asked}`]);
      expect(rows.map(({ program, submits }) => [program, submits])).to.deep.equal([[found, 1]]);
    });

  it('shows a subid as it was sent, also one that is the id of a campaign', async () => {
    expect((await rowsOf(['subid'])).map(({ subid }) => subid)).to.deep.equal([CAMPAIGN]);
    expect((await rowsOf(['campaign'])).map(({ campaign }) => campaign)).to.deep.equal(['northwind-edu']);
  });
});
