import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import { testLead, testAttempt, testSentTo } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const HOUR_MS = 3_600_000;

describe('the plan of leadkeep lead settle --destination', () => {
  const services = migratedServices();
  const { env } = services;
  const dir = makeTempDir();
  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  const stored = async (sent_at: Date, buyer = 'lakeshore'): Promise<string> => {
    const { due_at: _, ...rest } = testLead({
      ...{ id: randomUUID(), state: 'unknown', received_at: new Date(Date.now() - 3 * HOUR_MS) },
      offer_id: derivedId('offer', 'lakeshore-nursing'),
      campaign_id: derivedId('campaign', 'northwind-edu'),
      attempts: [
        testAttempt({
          number: 1,
          submission: 1,
          at: sent_at,
          timeout_ms: HOUR_MS,
          outcome: 'unknown',
          sent_to: testSentTo(derivedId('buyer', buyer)),
        }),
      ],
    });
    await createLeadStore(await services.connection()).insert(rest);
    return rest.id;
  };
  const stateOf = async (id: string) => (await createLeadStore(await services.connection()).read(id))?.state;

  it('is carried out for the leads that it showed, and no others', async () => {
    const long = new Date(Date.now() - 2 * HOUR_MS);
    const planned = await stored(long);
    const mayBeAnswered = await stored(new Date());
    const before = new Date(Date.now() - HOUR_MS).toISOString();
    const why = ['--reason', 'Never arrived'];
    const args = ['lead', 'settle', 'rejected', '--destination', 'lakeshore', '--before', before, ...why];
    const plan = async (): Promise<string[]> =>
      /--plan [0-9a-f]{12}/.exec((await runOk(env, ...args)).stdout)?.[0].split(' ') ?? [];

    const seen = await plan();
    expect(seen).to.have.lengthOf(2);
    const late = await stored(long);
    const run = await runHere(env, ...args, '--yes', ...seen);
    expect([run.code, run.stderr.includes('nothing was changed')]).to.deep.equal([1, true]);
    expect(await Promise.all([planned, late].map(stateOf))).to.deep.equal(['unknown', 'unknown']);
    await runOk(env, ...args, '--yes', ...(await plan()));
    const states = await Promise.all([planned, late, mayBeAnswered].map(stateOf));
    expect(states).to.deep.equal(['rejected', 'rejected', 'unknown']);

    const alone = await runHere(env, 'lead', 'settle', planned, 'rejected', ...why, '--plan', 'a');
    expect(alone.stderr).to.contain('--plan goes with --destination');
  });

  it('is of what went to the buyer: not what its offer sent to a former one, which has it still', async () => {
    const text = await readFile('examples/minimal.yaml', 'utf8');
    const harbor = '  - { handle: harbor, name: Harbor College, time_zone: America/Chicago }';
    const file = dir.write('harbor.yaml', text.replace(/^buyers:$/m, `buyers:\n${harbor}`));
    await runOk(env, 'apply', file, '--yes');
    const long = new Date(Date.now() - 2 * HOUR_MS);
    const former = await stored(long, 'harbor');
    const its = await stored(long, 'lakeshore');
    const before = new Date(Date.now() - HOUR_MS).toISOString();
    const settle = (handle: string) =>
      runHere(
        env,
        ...['lead', 'settle', 'rejected', '--destination', handle, '--before', before],
        ...['--reason', 'Never arrived', '--yes'],
      );
    await settle('lakeshore');
    expect(await Promise.all([former, its].map(stateOf))).to.deep.equal(['unknown', 'rejected']);
    await settle('harbor');
    expect(await stateOf(former)).to.equal('rejected');
  });
});
