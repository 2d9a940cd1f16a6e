import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runProgram } from '../../src/cli/run-program.js';
import { createAuditLog } from '../../src/platform/mongo/audit/audit-log.js';
import { createAuditKey } from '../../src/platform/secrets/audit-key.js';
import { testIntent } from '../support/audit-entries.js';
import { quietPort } from '../support/quiet-port.js';
import { migratedServices, TEST_SECRET } from '../support/services.js';
import { LEADS, SEARCH, soundWorld, type SoundWorld } from '../support/sound-world.js';
import { storeWorld } from '../support/store-world.js';
import { spawnCli } from './run-cli.js';

/** See test/platform/check. */
const NOW = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`);

describe('leadkeep check', () => {
  const services = migratedServices();
  let dir: string;
  before(async () => {
    await services.migrated();
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-check-'));
  });
  after(async () => {
    await rm(dir, { recursive: true });
    await services.close();
  });

  async function check(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const said = { out: '', err: '' };
    const code = await runProgram(
      {
        env: { ...services.env, ...env },
        clock: () => NOW,
        print: (text) => void (said.out += `${text}\n`),
        note: (text) => void (said.err += `${text}\n`),
      },
      ['check', ...args],
    );
    return { code, ...said };
  }
  async function stored(plant: (world: SoundWorld) => void = () => undefined): Promise<void> {
    const world = soundWorld(NOW);
    plant(world);
    await storeWorld(await services.connection(), services.redis(), services.redisPrefix, world);
  }
  async function file(text: string): Promise<string> {
    const path = join(dir, 'ids.txt');
    await writeFile(path, text);
    return path;
  }
  const forgetClaim = (world: SoundWorld): void => {
    world.claims.delete('key-phone-direct');
  };

  it('exits with 0 and says what it looked at when nothing is wrong', async () => {
    await stored();
    const ids = await file(`${LEADS.sold}\n\n${SEARCH.toUpperCase()}\n`);
    expect(await check(['--settled', '--acknowledged', ids])).to.deep.equal({
      code: 0,
      out: '',
      err: 'no violations among 5 leads, 1 search, 6 claims, 2 acknowledged ids, 2 open cap buckets\n',
    });
  });

  it('exits with 1 and prints each violation', async () => {
    await stored(forgetClaim);
    const { code, out } = await check([]);
    expect(code).to.equal(1);
    expect(out).to.equal(`lead-has-claims  lead ${LEADS.direct}: accepted without the claim of its phone\n`);
  });

  it('exits with 1 also if nobody reads the violations', async () => {
    await stored();
    const ids = await file(`${randomUUID()}\n`.repeat(3));
    const child = spawnCli({ ...process.env, ...services.env }, 'check', '--acknowledged', ids);
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await once(child, 'exit')).to.deep.equal([1, null]);
  });

  it('finds a decision that is no news, and a message without news', async () => {
    await stored((world) => {
      world.lead('refused', { revision: 1 });
    });
    const messages = (await services.connection()).collection<{ _id: string; created_at: Date }>(
      'webhook_messages',
    );
    const _id = `webhook:${LEADS.sold}:3`;
    await messages.insertOne({ _id, created_at: new Date(NOW.getTime() - 60_000) });
    const { code, out } = await check([]);
    await messages.deleteOne({ _id });
    expect(code).to.equal(1);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/decided at \S+/, 'decided')),
    ).to.deep.equal([
      `news-published  lead ${LEADS.refused}: decided is neither published nor pending`,
      `news-published  lead ${LEADS.refused}: revision 1 of 1 is not published`,
      `told-from-news  message ${_id}: the news that it is about is not stored`,
    ]);
  });

  it('lets records be gone that are older than the retention', async () => {
    await stored((world) => {
      world.leads.delete(LEADS.direct);
    });
    expect((await check(['--retention', '30m'])).code).to.equal(0);
    const { code, out } = await check(['--retention', '90d', '--json']);
    expect(code).to.equal(1);
    const { count, violations } = JSON.parse(out) as { count: number; violations: object[] };
    expect(count).to.equal(2);
    expect(violations[0]).to.deep.equal({
      invariant: 'owner-has-lead',
      kind: 'identity',
      id: 'key-email-direct',
      detail: `owner ${LEADS.direct} does not exist`,
    });
  });

  it('exits with 2 and one sentence when it could not look', async () => {
    await stored();
    const away = await quietPort();
    const cases = [
      [[], { MONGO_URL: 'nonsense' }, /MONGO_URL must be/],
      [
        [],
        { MONGO_URL: services.mongoUrl.replace(/lk_test_\w+/, '$&_nothere') },
        /The database lk_test_\w+_nothere was never prepared \(leadkeep migrate\); is MONGO_URL right\?/,
      ],
      [[], { REDIS_URL: `redis://127.0.0.1:${away}` }, /Redis at .* does not answer/],
      [['--acknowledged', join(dir, 'none')], {}, /none can't be read: there is no such file/],
      [['--acknowledged', await file(`${LEADS.sold}\nann@example.com\n`)], {}, /ids\.txt:2 is not an id/],
      [['--retention', 'long'], {}, /It must be a duration/],
    ] as const;
    for (const [args, env, sentence] of cases) {
      const { code, err } = await check(args, env);
      expect(code, err).to.equal(2);
      expect(err).to.match(sentence).and.not.contain('ann@');
    }
  });

  it('verifies the audit log, where there is a secret for it', async () => {
    await stored();
    const connection = await services.connection();
    const log = createAuditLog(connection, createAuditKey(TEST_SECRET));
    for (let n = 0; n < 3; n += 1) await log.append(testIntent());
    const secret = { IDENTITY_SECRET: TEST_SECRET };
    expect((await check([], secret)).err).to.contain('3 entries of the audit log');
    await connection.collection<{ _id: number }>('audit_log').deleteOne({ _id: 2 });
    const { code, out } = await check([], secret);
    expect(code).to.equal(1);
    expect(out).to.match(/^audit-log-whole {2}audit_entry 2: broken: the chain breaks at .*\n$/);
    for (const other of ['', TEST_SECRET.split('').reverse().join('')]) {
      const unable = await check([], { IDENTITY_SECRET: other, AUDIT_SECRET: '' });
      expect(unable.code, unable.err).to.equal(0);
      expect(unable.err).to.contain('the audit log was not verified');
    }
  });
});
