/**
 * Measures a buyer's file of many returns: the plan, and carrying it out. It is not a part of `npm test`:
 *
 *   LINES=100000 npm test -- test/volume/returned-file.ts
 */
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { ago, BUYER, CATALOGUE, soldAt, thisMonth } from '../support/audited-world.js';
import { bookedSale } from '../support/returns.js';
import { privateServices } from '../support/services.js';
import { runHere } from '../cli/run-cli.js';

const LINES = Number(process.env['LINES'] ?? 10_000);
const BATCH = 2_000;

interface Stored {
  _id: string;
  [member: string]: unknown;
}

describe(`a file of ${LINES} returns`, function () {
  this.timeout(7_200_000);
  const services = privateServices();
  const dir = makeTempDir();
  const ids = Array.from({ length: LINES }, () => randomUUID());
  const path = dir.write('returns.csv', ['id,reason', ...ids.map((id) => `${id},bad_phone`)].join('\n'));

  before(async () => {
    const catalogue = dir.write('catalogue.yaml', CATALOGUE);
    await runHere(services.env, 'migrate');
    expect((await runHere(services.env, 'apply', catalogue)).code).to.equal(0);
    const connection = await services.connection();
    const lead = soldAt(ago(3_600_000));
    const entry = {
      ...{ kind: 'sale', at: new Date(), written_at: new Date(), by: 'buyer' },
      ...{ period: thisMonth, day: `${thisMonth}-01`, affiliate_id: derivedId('affiliate', 'northwind') },
      ...bookedSale({ buyer_id: BUYER }),
      month: thisMonth,
    };
    for (let at = 0; at < LINES; at += BATCH) {
      const some = ids.slice(at, at + BATCH);
      const { id: _, ...members } = lead;
      await connection.collection<Stored>('leads').insertMany(some.map((id) => ({ _id: id, ...members })));
      await connection
        .collection<Stored>('entries')
        .insertMany(some.map((id) => ({ _id: `sale:${id}:0`, lead_id: id, ...entry })));
    }
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  async function timed(...args: string[]): Promise<string> {
    const begun = performance.now();
    const { code, stdout, stderr } = await runHere(services.env, 'lead', 'return', '--file', path, ...args);
    expect(code, stderr.slice(0, 500)).to.equal(0);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const mb = Math.round(process.memoryUsage().rss / 2 ** 20);
    console.log(`      ${args.join(' ') || 'the plan'}: ${seconds} s, ${mb} MB`);
    return stdout;
  }

  it('is planned', async () => {
    expect(await timed()).to.contain(`Leads: would be returned ${LINES}.`);
  });
  it('is carried out', async () => {
    expect(await timed('--yes')).to.contain(`Leads: returned ${LINES}.`);
  });
  it('and changes nothing when it is run again', async () => {
    expect(await timed('--yes')).to.contain(`Leads: already returned ${LINES}.`);
  });
});
