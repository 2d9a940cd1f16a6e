import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { checkReports } from '../../../../src/app/integrity/check-reports.js';
import { report } from '../../../../src/app/reports/report.js';
import { rollUpReports } from '../../../../src/app/reports/roll-up.js';
import { EMPTY_CATALOGUE } from '../../../../src/core/catalogue/types.js';
import { createReportReader } from '../../../../src/platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../../../src/platform/mongo/reports/rollup-store.js';
import { createPersonStore } from '../../../../src/platform/mongo/person/person-store.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { storeTold, toldLead } from '../../../support/report-world.js';
import { migratedServices } from '../../../support/services.js';

const at = (time: string): Date => new Date(`2026-10-${time}Z`);

/** A term of `labels` under 400 days takes the subids off leads whose reports are still asked for. */
describe('reports by subid after leads lost their labels', () => {
  const services = migratedServices();
  let connection: Connection;
  let now = at('06T03:30:00');
  const clock = (): Date => now;
  const ports = () => ({
    ...{ clock, reports: createReportReader(connection), rollups: createRollupStore(connection) },
    catalogue: { current: () => Promise.resolve(null) },
  });
  const rollUp = async (): Promise<void> => {
    for (let left = true; left;) {
      const rolled = await rollUpReports({ ...ports(), catalogue: { current: () => EMPTY_CATALOGUE } });
      left = rolled.isMoreDue || rolled.marked > 0;
    }
  };
  const numbers = async (...by: readonly string[]): Promise<unknown[]> => {
    const { rows } = await report(ports(), { from: '2026-10-06', to: '2026-10-06', by, only: [] });
    return rows.map((row) => [row.subid, row.submits, row.accepted]).sort();
  };
  /** By days that were counted in advance, by quarters of an hour, and by leads, all in the same words. */
  const bySubid = async (): Promise<unknown> => {
    const [days, hours] = [await numbers('subid', 'affiliate'), await numbers('subid', 'hour')];
    expect(hours).to.deep.equal(days);
    return days;
  };
  const faults = () =>
    checkReports(
      { reader: createReportReader(connection), rollups: createRollupStore(connection) },
      { kept_since: null, beforeSecondLook: () => Promise.resolve() },
    );

  before(async () => {
    connection = await services.migrated();
    await rollUp();
    const received_at = at('06T04:00:00');
    await storeTold(connection, {
      leads: [
        toldLead('ACCEPTED', { id: 'sold', received_at, subid: 'spring' }),
        toldLead('CAP_REACHED', { id: 'refused', received_at, subid: 'fall' }),
        toldLead('ACCEPTED', { id: 'late', received_at, subid: 'fall', state: 'unknown' }),
      ],
    });
    now = at('06T06:00:00');
    await rollUp();
  });
  after(() => services.close());

  const COUNTED = [
    ['fall', 2, 0],
    ['spring', 1, 1],
  ];

  it('stay as they were counted, also when their quarter changes or is counted again', async () => {
    expect(await bySubid()).to.deep.equal(COUNTED);
    const persons = createPersonStore(connection);
    for (const [id, state] of [
      ['sold', 'accepted'],
      ['refused', 'rejected'],
    ] as const)
      await persons.forgetLead({ id, submission: 1, state }, { at: now, why: 'retention' });
    await persons.forgetLabels(['sold', 'refused']);
    now = at('07T06:00:00');
    const decision = { code: 'ACCEPTED' as const, at: now, source: 'buyer' as const };
    await createLeadStore(connection, clock).transition(
      { id: 'late', submission: 1, states: ['unknown'] },
      { state: 'accepted', due_at: null, decision, entries: [] },
    );
    expect(await bySubid(), 'before it is counted again').to.deep.equal(COUNTED);
    for (const time of ['07T06:00:00', '07T07:00:00', '15T07:00:00']) {
      now = at(time);
      await rollUp();
      expect(await bySubid(), time).to.deep.equal(COUNTED);
      expect(await numbers('day'), time).to.deep.equal([[undefined, 3, 2]]);
      expect(await faults(), time).to.deep.equal([]);
    }
  });

  it('do not come back after they were forgotten', async () => {
    await createRollupStore(connection).forgetSubids({ from: at('06T00:00:00'), to: at('07T00:00:00') }, [
      'UTC',
    ]);
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne({ _id: 'late' }, { $set: { state: 'unknown', unrolled: [at('06T04:00:00')] } });
    await rollUp();
    expect(await bySubid()).to.deep.equal([]);
    expect(await numbers('day')).to.deep.equal([[undefined, 3, 1]]);
    expect(await faults()).to.deep.equal([]);
  });
});
