import { IDS } from '../support/catalogue.js';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { ledgerKeys } from '../../src/platform/redis/ledger/ledger-keys.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { flakyProxy } from '../support/flaky-proxy.js';
import { forget } from '../support/ledger.js';
import { testLead } from '../support/records.js';
import { migratedServices } from '../support/services.js';
import { runAt, runOk } from './run-cli.js';

/** Noon in the caps' zone, so that no window ends meanwhile; not past, because Redis forgets what is. */
const NOW = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`);

describe('leadkeep caps, ledger', function () {
  const services = migratedServices();
  const { env, redisPrefix: prefix } = services;
  const keys = ledgerKeys(prefix);

  before(async () => {
    await services.migrated();
    await runOk(env, 'apply', 'examples/minimal.yaml');
  });
  after(() => services.close());

  const stored = async (state: LeadRecord['state'], at = NOW): Promise<LeadRecord> => {
    const lead = testLead({
      ...{ id: randomUUID(), state, intent: { at, submission: 1, buyer_id: IDS.buyer } },
      offer_id: derivedId('offer', 'lakeshore-nursing'),
      campaign_id: derivedId('campaign', 'northwind-edu'),
    });
    await createLeadStore(await services.connection()).insert(lead);
    return lead;
  };
  const run = (...args: string[]) => runAt(NOW, env, ...args);
  const row = async (): Promise<string[]> => {
    const { stdout } = await run('caps', '--offer', 'lakeshore-nursing');
    return (stdout.split('\n')[1] ?? '').split(/ {2,}/);
  };

  it('says before the first count that there is none', async () => {
    const check = await run('ledger', 'check');
    expect([check.code, check.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && said.includes('There is no ledger in this Redis yet'),
    );
    const { stdout, stderr } = await run('caps');
    expect(stdout).to.match(/offer lakeshore-nursing +day +\S+ +- +- +20 +- /);
    expect(stderr).to.contain('There is no ledger yet');
  });

  it('counts, shows and checks', async () => {
    await stored('accepted');
    await stored('pending');
    await stored('rejected');
    await stored('saved', new Date(NOW.getTime() + 2 * 86_400_000));
    const rebuilt = await run('ledger', 'rebuild');
    expect([rebuilt.code, rebuilt.stderr]).to.deep.equal([0, '']);
    expect(rebuilt.stdout).to.match(/^The ledger was rebuilt: 4 leads, 2 cap buckets, /);
    expect((await row()).slice(3, 7)).to.deep.equal(['1', '1', '20', '18']);
    const { stdout } = await run('caps', '--buyer', 'lakeshore');
    expect(stdout).to.equal('There are no caps.\n');
    const json = JSON.parse((await run('caps', '--json')).stdout) as { ledger: string; caps: object[] };
    expect(json.ledger).to.equal('sound');
    expect(json.caps, 'the later window of the saved lead too').to.have.length(2);
    expect((await run('ledger', 'check')).stdout).to.equal(
      'The ledger agrees with the leads in all 2 cap buckets.\n',
    );
  });

  it('refuses a rebuild while another runs, and says so', async () => {
    const redis = services.redis();
    await redis.set(keys.lock, 'another', 'PX', 600_000);
    try {
      for (const [command, why] of [
        ['rebuild', 'Another process is rebuilding the ledger; nothing was changed'],
        ['check', 'A rebuild of the ledger is running; check again in a minute'],
      ] as const) {
        const { code, stderr } = await run('ledger', command);
        expect([code, stderr]).to.deep.equal([1, `leadkeep: ${why}\n`]);
      }
      expect((await run('caps')).stderr).to.contain('what is used is known after it');
      expect(await redis.get(keys.lock)).to.equal('another');
    } finally {
      await redis.del(keys.lock);
    }
  });

  it('waits for a Redis that is slow, as nobody waits for the command', async () => {
    const slow = await flakyProxy(services.redisUrl);
    try {
      const hung = slow.when(keys.root, 'hang').then(() => sleep(1_500));
      const asked = runAt(NOW, { ...env, REDIS_URL: slow.url }, 'caps', '--json');
      await hung;
      await slow.comeBack();
      const { code, stdout, stderr } = await asked;
      expect(code, stderr).to.equal(0);
      expect(JSON.parse(stdout)).to.have.property('ledger', 'sound');
    } finally {
      await slow.close();
    }
  });

  it('finds a ledger of another server stale', async () => {
    await services.redis().hset(keys.root, 'epoch', 'foreign');
    expect((await run('ledger', 'check')).stderr).to.contain('The ledger is stale');
    const stale = await run('caps');
    expect(stale.stderr).to.contain('The ledger is stale');
    expect(stale.stdout, 'nobody knows').to.match(/offer lakeshore-nursing +day +\S+ +- +- +20 +- /);
    const { caps } = JSON.parse((await run('caps', '--json')).stdout) as { caps: object[] };
    expect(caps[0]).to.include({ reserved: null, confirmed: null, limit: 20, left: null });
    await forget(services.redis(), prefix);
  });

  it('says why nothing is sold on a Redis that does not tell its replication id', async () => {
    const redis = services.redis();
    const allowed = ['~*', '&*', '+@all', '-info', '+info|memory', '+info|stats'];
    await redis.acl('SETUSER', prefix, 'reset', 'on', '>secret', ...allowed);
    const url = new URL(services.redisUrl);
    Object.assign(url, { username: prefix, password: 'secret' });
    const blind = { ...env, REDIS_URL: url.href };
    try {
      const why =
        "leadkeep: Leadkeep cannot sell with this Redis: its replication id can't be read (INFO replication), so a failover could not be noticed\n";
      for (const command of ['check', 'rebuild']) {
        const { code, stderr } = await runAt(NOW, blind, 'ledger', command);
        expect([code, stderr]).to.deep.equal([1, why]);
      }
      expect((await runAt(NOW, blind, 'caps')).stderr).to.contain('leadkeep ledger check shows why');
    } finally {
      await redis.acl('DELUSER', prefix);
    }
  });

  it('refuses handles that are not there', async () => {
    const { code, stderr } = await run('caps', '--offer', 'lakeshore-nurse');
    expect([code, stderr]).to.deep.equal([
      1,
      "leadkeep: offer must be the handle or id of one of the catalogue's offers\n",
    ]);
  });
});
