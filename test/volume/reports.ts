/**
 * Measures reports over many leads, and compares them with a plain aggregation over the leads. It is not a part of
 * `npm test`:
 *
 *   LEADS=1000000 npm test -- test/volume/reports.ts
 *
 * With `LEADS_DATABASE=name` the made leads and their rollups are kept in this database of `MONGO_URL`, and the next
 * run uses them again.
 */
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { report, type Report, type ReportPorts } from '../../src/app/reports/report.js';
import type { ReportRequest } from '../../src/core/reports/report-request.js';
import { rollUpReports } from '../../src/app/reports/roll-up.js';
import { EMPTY_DOCUMENT } from '../../src/core/catalogue/document.js';
import { EMPTY_CATALOGUE } from '../../src/core/catalogue/types.js';
import { migrate } from '../../src/platform/mongo/migrations.js';
import { openMongo } from '../../src/platform/mongo/mongo.js';
import { markDays } from '../../src/platform/mongo/reports/mark-days.js';
import { createReportReader } from '../../src/platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../src/platform/mongo/reports/rollup-store.js';
import { createIdentities } from '../../src/platform/secrets/identity-secret.js';
import { countCommands } from '../support/count-commands.js';
import { fillManyLeads } from '../support/many/fill.js';
import { silentLog, withDatabase, TEST_SECRET } from '../support/services.js';

const LEADS = Number(process.env['LEADS'] ?? 100_000);
const UNTIL = new Date('2026-11-22T00:00:00Z');
const ZONE = 'America/Chicago';
const RANGE = { from: '2026-08-24', to: '2026-11-21' };
const MOST_COMMANDS = 20;
const REPEATS = 5;

/** The shapes of docs/reports.md, with the group of a plain aggregation that answers the same. */
const SHAPES: readonly (readonly [by: readonly string[], group: object])[] = [
  [['day'], { day: { $dateToString: { date: '$received_at', timezone: ZONE, format: '%Y-%m-%d' } } }],
  [['hour'], { hour: { $dateToString: { date: '$received_at', timezone: ZONE, format: '%H' } } }],
  [['affiliate', 'campaign'], { affiliate: '$affiliate_id', campaign: '$campaign_id' }],
  [['buyer', 'offer'], { buyer: '$buyer_id', offer: '$offer_id' }],
  [['code', 'reason'], { code: '$decision.code', reason: '$decision.refusal.why' }],
  [
    ['day', 'affiliate'],
    {
      day: { $dateToString: { date: '$received_at', timezone: ZONE, format: '%Y-%m-%d' } },
      affiliate: '$affiliate_id',
    },
  ],
];
/** Other shapes, which add up quarters of an hour. */
const OTHERS = [['hour', 'affiliate'], ['buyer', 'code'], ['subid']];

describe(`reports over ${LEADS} leads`, function () {
  this.timeout(7_200_000);
  const kept = process.env['LEADS_DATABASE'];
  const database = kept ?? `lk_volume_${randomBytes(4).toString('hex')}`;
  const mongo = openMongo(withDatabase(process.env['MONGO_URL'] ?? '', database), 'operator', silentLog, {
    monitorCommands: true,
  });
  const { connection } = mongo;
  const clock = (): Date => new Date(UNTIL.getTime() + 1_800_000);
  const books = { currency: 'USD', time_zone: ZONE };
  const version = { version: 1, at: UNTIL, by: 'test', how: 'apply' as const };
  const ports = (): ReportPorts => ({
    clock,
    reports: createReportReader(connection),
    rollups: createRollupStore(connection),
    catalogue: { current: () => Promise.resolve({ ...version, document: { ...EMPTY_DOCUMENT, books } }) },
  });

  before(async () => {
    await mongo.opened;
    const seconds = (since: number): number => Math.round((Date.now() - since) / 1_000);
    let begun = Date.now();
    if ((await connection.collection('leads').findOne({})) === null) {
      await fillManyLeads(connection, { leads: LEADS, days: 90, until: UNTIL, seed: 1, zone: ZONE });
      console.log(`      filled in ${seconds(begun)} s`);
    }
    if ((await connection.collection('report_rollups').findOne({})) === null) {
      begun = Date.now();
      await migrate(connection, createIdentities(TEST_SECRET));
      console.log(`      indexes in ${seconds(begun)} s`);
      const days = Array.from({ length: 120 }, (_, n) => new Date(UNTIL.getTime() - n * 86_400_000));
      await markDays(
        connection,
        days.map((day) => day.toISOString().slice(0, 10)),
      );
    }
    begun = Date.now();
    await rollUpAll();
    console.log(`      rolled up in ${seconds(begun)} s`);
  });
  after(async () => {
    if (kept === undefined) await connection.dropDatabase();
    await mongo.close();
  });

  async function rollUpAll(): Promise<void> {
    const catalogue = { current: () => ({ ...EMPTY_CATALOGUE, books }) };
    while ((await rollUpReports({ ...ports(), catalogue })).isMoreDue);
  }

  async function measure(
    by: readonly string[],
    over: Partial<ReportRequest> = {},
  ): Promise<{ made: Report; commands: number }> {
    const times: number[] = [];
    let made: Report | undefined;
    let commands = 0;
    for (let turn = 0; turn < REPEATS; turn += 1) {
      const begun = performance.now();
      const run = await countCommands(connection).during(() =>
        report(ports(), { ...RANGE, by, only: [], ...over }),
      );
      times.push(performance.now() - begun);
      made = run.result;
      commands = run.names.length;
    }
    const [first = 0, ...again] = times.map(Math.round);
    const median = again.sort((a, b) => a - b)[Math.floor(again.length / 2)] ?? first;
    console.log(
      `      by ${by.join().padEnd(20)} ${String(made?.rows.length).padStart(6)} rows, ${commands} commands, first ${first} ms, then ${median} ms`,
    );
    return { made: made as Report, commands };
  }

  for (const [by, group] of SHAPES)
    it(by.join(), async () => {
      const { made, commands } = await measure(by);
      const begun = performance.now();
      const [plain] = await connection
        .collection('leads')
        .aggregate<{ leads: number; accepted: number; groups: number }>([
          { $match: { received_at: { $gte: new Date('2026-08-24T05:00:00Z'), $lt: UNTIL }, is_test: false } },
          {
            $group: {
              _id: group,
              leads: { $sum: 1 },
              accepted: { $sum: { $cond: [{ $eq: ['$state', 'accepted'] }, 1, 0] } },
            },
          },
          {
            $group: {
              _id: null,
              leads: { $sum: '$leads' },
              accepted: { $sum: '$accepted' },
              groups: { $sum: 1 },
            },
          },
        ])
        .toArray();
      console.log(
        `      plain aggregation: ${plain?.groups} groups in ${Math.round(performance.now() - begun)} ms`,
      );
      expect([made.total.submits, made.total.accepted]).to.deep.equal([plain?.leads, plain?.accepted]);
      expect(commands).to.be.at.most(MOST_COMMANDS);
    });

  for (const by of OTHERS)
    it(`another shape: ${by.join()}`, async () => {
      const { commands } = await measure(by);
      expect(commands).to.be.at.most(MOST_COMMANDS);
    });

  it('day, beside the period before', async () => {
    const { made, commands } = await measure(['day'], { from: '2026-10-08', compare: 'previous' });
    expect(made.previous?.total.submits).to.be.greaterThan(0);
    expect(commands).to.be.at.most(2 * MOST_COMMANDS);
  });
});
