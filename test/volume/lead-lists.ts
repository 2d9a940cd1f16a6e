/**
 * Measures each filter of the lists of leads over many leads. It is not a part of `npm test`:
 *
 *   LEADS=1000000 npm test -- test/volume/lead-lists.ts
 *
 * With `LEADS_DATABASE=name` the made leads are kept in this database of `MONGO_URL`, and the next run uses them again.
 */
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { LeadFilter } from '../../src/app/ports/lead-overview.js';
import type { ListOrder } from '../../src/core/lead/lead-position.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { migrate } from '../../src/platform/mongo/migrations.js';
import { openMongo } from '../../src/platform/mongo/mongo.js';
import { partsOf } from '../../src/platform/mongo/stores/lead-filters.js';
import { createLeadOverview } from '../../src/platform/mongo/stores/lead-overview.js';
import { createIdentities } from '../../src/platform/secrets/identity-secret.js';
import { MANY, partyId } from '../support/many/draw.js';
import { fillManyLeads } from '../support/many/fill.js';
import { silentLog, withDatabase, TEST_SECRET } from '../support/services.js';

const LEADS = Number(process.env['LEADS'] ?? 100_000);
const UNTIL = new Date('2026-11-22T00:00:00Z');
const MADE = { leads: LEADS, days: 90, until: UNTIL, seed: 1, zone: 'America/Chicago' };
const RANGE = { from: new Date('2026-08-24T00:00:00Z'), to: UNTIL };
const REPEATS = 5;

const last = (count: number): number => count - 1;

/** Each filter alone, with a frequent, a rare and an awkward value. */
const FILTERS: readonly (readonly [string, Partial<LeadFilter>])[] = [
  ['time alone', {}],
  ...[0, MANY.stopped_campaign, last(MANY.affiliates)].map(
    (n) => [`affiliate ${n}`, { affiliate_id: partyId('affiliate', n) }] as const,
  ),
  ...[0, MANY.stopped_campaign, last(MANY.campaigns)].map(
    (n) => [`campaign ${n}`, { campaign_id: partyId('campaign', n) }] as const,
  ),
  ...[0, last(MANY.offers)].map((n) => [`offer ${n}`, { offer_ids: [partyId('offer', n)] }] as const),
  ...[0, last(MANY.buyers)].map((n) => [`buyer ${n}`, { buyer_id: partyId('buyer', n) }] as const),
  ...[0, last(MANY.programs)].map((n) => [`program ${n}`, { program_id: `program-${n}` }] as const),
  ...[0, last(MANY.subids)].map((n) => [`subid ${n}`, { subid: `src-${n}` }] as const),
  ['accepted', { states: ['accepted'] }],
  ['rejected', { states: ['rejected'] }],
  ['returned', { returned: true }],
  ...(['DUPLICATE', 'DELIVERY_FAILED', 'PENDING', 'UNKNOWN'] as const).map(
    (code) => [`code ${code}`, { code }] as const,
  ),
];

describe(`lists over ${LEADS} leads`, function () {
  this.timeout(3_600_000);
  const kept = process.env['LEADS_DATABASE'];
  const database = kept ?? `lk_volume_${randomBytes(4).toString('hex')}`;
  const mongo = openMongo(withDatabase(process.env['MONGO_URL'] ?? '', database), 'operator', silentLog, {
    monitorCommands: true,
  });
  const { connection } = mongo;
  const overview = createLeadOverview(connection);
  let finds = 0;

  before(async () => {
    await mongo.opened;
    connection.getClient().on('commandStarted', ({ commandName }) => {
      if (commandName === 'find' || commandName === 'getMore') finds += 1;
    });
    if ((await connection.collection('leads').findOne({ reference: { $exists: true } })) === null) {
      const begun = Date.now();
      await fillManyLeads(connection, MADE);
      console.log(`      filled in ${Math.round((Date.now() - begun) / 1_000)} s`);
    }
    const begun = Date.now();
    await migrate(connection, createIdentities(TEST_SECRET));
    console.log(`      indexes and keys in ${Math.round((Date.now() - begun) / 1_000)} s`);
  });
  after(async () => {
    if (kept === undefined) await connection.dropDatabase();
    await mongo.close();
  });

  /** The names of the indexes that the server says it reads. */
  async function plannedIndexes(filter: LeadFilter): Promise<string[]> {
    const received_at = { $gte: filter.from ?? new Date(0), $lt: filter.to };
    const plans = await Promise.all(
      partsOf(filter).map((part) =>
        connection
          .collection('leads')
          .find({ ...part.filter, received_at })
          .hint(part.index)
          .limit(200)
          .explain(),
      ),
    );
    // FerretDB also lists the costs of indexes that it does not read.
    const read = (plan: string): string | undefined =>
      (/"Index Name":"(\w+)"/.exec(plan) ?? /"indexName":"(\w+)"/.exec(plan))?.[1];
    return plans.map((plan) => read(JSON.stringify(plan)) ?? 'none');
  }

  async function measure(what: string, filter: LeadFilter, order?: ListOrder): Promise<void> {
    const times: number[] = [];
    let found = '';
    for (let i = 0; i < REPEATS; i += 1) {
      finds = 0;
      const begun = performance.now();
      const { leads, next } = await overview.page(filter, 50, undefined, order);
      times.push(performance.now() - begun);
      found = `${leads.length}${next ? '+' : ''}`;
    }
    const indexes = await plannedIndexes(filter);
    const [first = 0, ...again] = times.map(Math.round);
    const median = again.sort((a, b) => a - b)[Math.floor(again.length / 2)] ?? first;
    console.log(
      `      ${what.padEnd(24)} ${found.padStart(4)} leads, ${finds} commands, first ${first} ms, then ${median} ms, by ${indexes.join(', ')}`,
    );
    expect(indexes).to.deep.equal(partsOf(filter).map(({ index }) => index));
  }

  for (const [what, filter] of FILTERS)
    it(what, async () => {
      await measure(what, { ...RANGE, ...filter });
    });

  it('from the oldest on', async () => {
    await measure('time alone, oldest', RANGE, 'oldest');
    await measure('since ever, oldest', { to: RANGE.to }, 'oldest');
    const [affiliate_id, buyer_id] = [partyId('affiliate', 0), partyId('buyer', 0)];
    await measure('affiliate 0, oldest', { to: RANGE.to, affiliate_id }, 'oldest');
    await measure('buyer 0, oldest', { to: RANGE.to, buyer_id }, 'oldest');
    await measure('returned, oldest', { to: RANGE.to, returned: true }, 'oldest');
    await measure('PENDING, oldest', { to: RANGE.to, code: 'PENDING' }, 'oldest');
  });

  it('one lead by a selective value', async () => {
    const { leads } = await overview.page({ ...RANGE, to: new Date('2026-09-15T00:00:00Z') }, 1);
    const [lead] = leads as [LeadRecord];
    const [click_key] = lead.tracking_keys as [string];
    await measure('request id', { ...RANGE, request_id: lead.request_id });
    await measure('click id', { ...RANGE, click_key });
    await measure('reference', { ...RANGE, reference: `R-${Math.floor(LEADS / 2)}` });
  });
});
