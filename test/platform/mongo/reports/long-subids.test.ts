import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { checkReports } from '../../../../src/app/integrity/check-reports.js';
import { report } from '../../../../src/app/reports/report.js';
import { rollUpReports } from '../../../../src/app/reports/roll-up.js';
import { EMPTY_CATALOGUE } from '../../../../src/core/catalogue/types.js';
import { createReportReader } from '../../../../src/platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../../../src/platform/mongo/reports/rollup-store.js';
import { captureLog } from '../../../support/captured-log.js';
import { storeTold, toldEntry, toldLead, toldSearch } from '../../../support/report-world.js';
import { migratedServices } from '../../../support/services.js';

const at = (time: string): Date => new Date(`2026-10-06T${time}:00Z`);
const SEARCHES = 400;

/** Text that shrinks to three quarters. */
const random = (length: number): string => randomBytes(length).toString('base64').slice(0, length);

/** Together these would be larger than a document of the database may be. */
describe('counting for reports with long subids', () => {
  const services = migratedServices();
  const captured = captureLog();
  let connection: Connection;
  let now = at('03:30');
  const clock = (): Date => now;
  const parts = () => ({
    ...{
      clock,
      reports: createReportReader(connection),
      rollups: createRollupStore(connection, captured.log),
    },
  });
  const rollUp = () => rollUpReports({ ...parts(), catalogue: { current: () => EMPTY_CATALOGUE } });

  before(async () => {
    connection = await services.migrated();
    await rollUp();
  });
  after(() => services.close());

  it('goes on, and counts them as one', async () => {
    await storeTold(connection, {
      searches: Array.from({ length: SEARCHES }, () =>
        toldSearch(at('04:01'), 1, { tracking: { ip_address: '203.0.113.7', subid: random(60_000) } }),
      ),
      leads: [toldLead('CAP_REACHED', { received_at: at('04:16'), subid: 'spring' })],
      entries: [toldEntry('sale', '2026-10-05', [4_250, 3_000])],
    });
    now = at('06:00');
    const { progress, money } = await rollUp();
    expect([progress.to, money]).to.deep.equal([at('05:30'), 1]);
    const { rows } = await report(
      { ...parts(), catalogue: { current: () => Promise.resolve(null) } },
      { from: '2026-10-06', to: '2026-10-06', by: ['subid'], only: [] },
    );
    expect(rows.map((row) => [row.subid, row.searches, row.submits])).to.have.deep.members([
      ['other', SEARCHES, 0],
      ['spring', 0, 1],
    ]);
    const { reports: reader, rollups } = parts();
    const when = { kept_since: null, beforeSecondLook: () => Promise.resolve() };
    expect(await checkReports({ reader, rollups }, when)).to.deep.equal([]);
  });

  it('stores counts without those by subid if they are too large', async () => {
    const { rollups } = parts();
    const id = 'quarter|2026-10-06T07:00';
    const cubes = { facts: '[]', subid: random(22 * 2 ** 20) };
    expect(await rollups.write({ id, version: 0, cubes })).to.equal(true);
    expect(await rollups.byId(id)).to.deep.equal({ id, version: 1, cubes: { facts: '[]' } });
    expect(captured.lines().map(({ rollup }) => rollup)).to.deep.equal([id]);
  });
});
