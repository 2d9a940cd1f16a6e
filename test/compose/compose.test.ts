import { setTimeout as pause } from 'node:timers/promises';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startBuyer, timesSent, type TestBuyer } from '../support/buyer.js';
import { until } from '../support/until.js';
import { catalogueOf, sell, type Sold } from './sell.js';
import { dataKey, docker, openStack, whyNoEngine, type Stack } from './stack.js';

const MINUTE_MS = 60_000;
/** Generous: a busy machine is no failure. */
const LIMIT_MS = 10 * MINUTE_MS;
const PROCESSES = ['web', 'search', 'partner', 'submit', 'sweeper', 'notify', 'console'] as const;

/** `npm test -- test/compose/compose.test.ts`: docker-compose.yml on a real engine. Each test goes on where the one before ended. */
describe('docker-compose.yml on a Docker engine', function () {
  this.timeout(2 * LIMIT_MS);
  this.bail(true);
  let stack: Stack;
  let buyer: TestBuyer;
  const closing: (() => Promise<void>)[] = [];
  let key: string;
  const sold: Sold[] = [];
  const leadkeep = (...args: string[]) => stack.must(['exec', '-T', 'web', 'leadkeep', ...args]);
  const allHealthy = () => stack.must(['up', '--detach', '--wait']);
  // `--wait` ends at once for a process that is unhealthy from before.
  const healthyAgain = () =>
    until(
      async () => (await stack.compose(['up', '--detach', '--wait'])).code === 0,
      'all are healthy again',
    );
  const over = new AbortController();
  let leads = 0;
  const sellOne = async (patience?: AbortSignal): Promise<void> => {
    sold.push(await sell(stack.webUrl, key, (leads += 1), over.signal, patience));
  };

  before(async function () {
    const why = whyNoEngine();
    if (why !== undefined) {
      console.log(`  skipped: ${why}`);
      this.skip();
    }
    stack = await openStack();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      const { all } = await stack.compose(['ps', '--all']);
      const logs = await stack.compose(['logs', '--tail', '15', '--no-color']);
      const lines = logs.all.split('\n').map((line) => line.slice(0, 300));
      console.log(`${all}\n${lines.join('\n')}`);
    }
  });

  after(async () => {
    if (whyNoEngine() !== undefined) return;
    over.abort();
    await stack.remove();
    await docker(['image', 'rm', '--force', stack.image]);
    for (const close of closing) await close();
  });

  it('builds one image, once, with nothing in it that no process runs', async () => {
    await stack.must(['build']);
    const { out } = await docker([
      'run',
      '--rm',
      stack.image,
      'sh',
      '-c',
      'ls -A /app /app/dist /app/console; find /app -name "*.map" -path "*node_modules*" | head -1',
    ]);
    expect(out.split('\n').filter((line) => line !== '')).to.deep.equal([
      ...['/app:', 'console', 'dist', 'node_modules', 'package.json'],
      ...['/app/console:', 'dist', '/app/dist:', 'src', 'workers'],
    ]);
  });

  it('starts: one command, all ready, and the same again changes nothing', async () => {
    const before = await stack.ids();
    expect(before).to.deep.equal([]);
    await allHealthy();
    for (const name of PROCESSES) expect(await stack.health(name), name).to.equal('healthy');
    const ids = await stack.ids();
    await allHealthy();
    await stack.must(['up', '--detach', '--wait', '--build']);
    expect(await stack.ids()).to.have.members([...ids]);
  });

  it('has `leadkeep` on the PATH, several at once, and reads a catalogue from the standard input', async () => {
    // An address of the host that stays over a `down`, which removes the networks of the project.
    const gateway = '{{(index .IPAM.Config 0).Gateway}}';
    const { out } = await docker(['network', 'inspect', 'bridge', '--format', gateway]);
    buyer = await startBuyer(out.trim());
    closing.push(() => buyer.close());
    writeFileSync(join(stack.secrets, 'TOKEN'), 'token', { mode: 0o644 });
    stack.settings['OUTBOUND_ALLOW'] = `${out.trim()}/32`;
    await allHealthy();
    await stack.must(['exec', '-T', 'web', 'leadkeep', 'apply', '-', '--yes'], catalogueOf(buyer.url));
    const issued = await leadkeep('key', 'issue', '--affiliate', 'northwind', '--json');
    key = (JSON.parse(issued) as { readonly key: string }).key;
    const checks = await Promise.all(
      Array.from({ length: 8 }, () => stack.compose(['exec', '-T', 'web', 'leadkeep', 'check'])),
    );
    expect(checks.map(({ code }) => code)).to.deep.equal(Array.from({ length: 8 }, () => 0));
  });

  it('lets what is inside reach no program of the host', async () => {
    const { code } = await stack.compose([
      'exec',
      '-T',
      'search',
      'bash',
      '-c',
      `echo > /dev/tcp/${new URL(buyer.url).host.replace(':', '/')}`,
    ]);
    expect(code).to.not.equal(0);
    const health = await stack.compose(['exec', '-T', 'search', 'bash', '-c', 'echo > /dev/tcp/web/9464']);
    expect(health.code, 'the health port of web').to.not.equal(0);
  });

  it('sells while services are killed, scaled and stopped for a minute, says so soon, and loses nothing', async () => {
    const [end, patience] = [new AbortController(), new AbortController()];
    const seller = async (): Promise<void> => {
      while (!end.signal.aborted) await sellOne(patience.signal);
    };
    const selling = Promise.all([seller(), seller(), seller()]);
    const sells = async (): Promise<void> => {
      const before = sold.length;
      await Promise.race([selling, until(() => sold.length > before + 10, 'it sells')]);
    };
    await sells();
    for (const service of ['redis', 'mongo']) {
      await stack.must(['kill', service]);
      // What was killed by hand is not started again by itself.
      await healthyAgain();
      await sells();
    }
    Object.assign(stack.settings, { SUBMIT_REPLICAS: '2', SEARCH_REPLICAS: '2' });
    await allHealthy();
    for (const service of ['mongo', 'redis']) {
      await stack.must(['stop', service]);
      const back = pause(MINUTE_MS);
      const saysSo = async () => (await stack.health('web')) === 'unhealthy';
      await until(saysSo, `web says that ${service} is away`, MINUTE_MS);
      await back;
      await healthyAgain();
      await sells();
    }
    for (const name of ['submit', 'search']) expect(await stack.ids(name), name).to.have.length(2);
    end.abort();
    const listed = async (...args: string[]): Promise<readonly string[]> => {
      const leads = JSON.parse(await leadkeep('lead', 'list', ...args, '--json')) as {
        readonly id: string;
      }[];
      return leads.map(({ id }) => id);
    };
    await until(async () => (await listed('--code', 'PENDING')).length === 0, 'all are decided');
    patience.abort();
    await selling;
    // One whose answer could not be stored for as long as that: an operator settles it.
    const unknown = await listed('--unknown');
    console.log(`      ${sold.length} sold, ${unknown.length} of them for an operator to settle`);
    for (const { id, status } of sold) {
      expect(status, id).to.equal(unknown.includes(id) ? 'pending' : 'accepted');
      expect(timesSent(buyer.received, id), id).to.equal(1);
    }
    expect(buyer.received.length).to.equal(sold.length);
    await leadkeep('check');
  });

  it('starts with the wrong keys: says so, changes nothing, and goes on with the right ones', async () => {
    const right = stack.settings['DATA_KEYS'] ?? '';
    stack.settings['DATA_KEYS'] = dataKey('second');
    const { code } = await stack.compose(['up', '--detach', '--wait']);
    expect(code).to.not.equal(0);
    const { out } = await stack.compose(['logs', '--no-log-prefix', 'release']);
    expect(out).to.contain('Settings: DATA_KEYS lacks first, which this database needs');
    stack.settings['DATA_KEYS'] = right;
    await allHealthy();
    expect(await leadkeep('data-keys', 'status')).to.not.contain('second');
  });

  it('tells each bad setting once, in the release', async () => {
    for (const [name, value, sentence] of [
      ['DATA_KEYS', 'first:not-base-64!', 'Settings: DATA_KEYS can’t be used: the key first is not base64.'],
      ['REDIS_PASSWORD', 'pa#ss', 'Settings: REDIS_URL must be'],
      ['MONGO_PASSWORD', 'p@ss', "Settings: MONGO_URL can't be used: write @"],
    ] as const) {
      const right = stack.settings[name] ?? '';
      stack.settings[name] = value;
      const ran = await stack.compose(['run', '--rm', '--no-deps', '-T', 'release']);
      expect([ran.code, ran.all.trim().split('\n').length]).to.deep.equal([1, 1]);
      expect(ran.all).to.contain(sentence);
      stack.settings[name] = right;
    }
    chmodSync(stack.secrets, 0o700);
    const ran = await stack.compose(['run', '--rm', '--no-deps', '-T', 'web']);
    expect([ran.code, ran.all.trim()]).to.deep.equal([
      1,
      'leadkeep: Settings: SECRETS_DIR /run/leadkeep-secrets is a folder that the user 1000 may not enter: make it theirs (chown), or let them in (chmod).',
    ]);
    chmodSync(stack.secrets, 0o755);
  });

  it('takes new passwords, and all data over a `down`', async () => {
    await stack.must(['down', '--timeout', '30']);
    for (const name of ['REDIS_PASSWORD', 'MONGO_PASSWORD', 'MONGO_ROOT_PASSWORD'])
      stack.settings[name] = `new-${stack.settings[name] ?? ''}`;
    await allHealthy();
    const listed = JSON.parse(await leadkeep('lead', 'list', '--accepted', '--json')) as {
      readonly id: string;
    }[];
    expect(listed.length).to.be.at.least(Math.min(sold.length, 20));
    await sellOne();
    expect(sold.at(-1)?.status).to.equal('accepted');
  });

  it('is upgraded with two of `web`, without a call that is refused', async () => {
    const [from, to] = [Number(stack.settings['PORT']), Number(stack.settings['PORT']) + 1];
    Object.assign(stack.settings, { PORT: `${from}-${to}`, WEB_REPLICAS: '2' });
    await allHealthy();
    expect(await stack.ids('web')).to.have.length(2);
    // As a proxy does: the other one, if one takes no connection.
    const call = (): Promise<number> =>
      [from, to].reduce<Promise<number>>(
        (tried, port) =>
          tried.catch(async () => {
            const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`);
            await answer.arrayBuffer();
            return answer.status;
          }),
        Promise.reject(new Error('none was tried')),
      );
    const end = new AbortController();
    const seen = new Set<number>();
    const calling = (async () => {
      while (!end.signal.aborted) seen.add(await call().catch(() => 0));
    })();
    // Another image of the same name: a version that differs in nothing but that.
    await docker(['build', '--tag', stack.image, '-'], `FROM ${stack.image}\nLABEL version=next\n`);
    const { out: next } = await docker(['image', 'inspect', stack.image, '--format', '{{.Id}}']);
    await stack.must(['run', '--rm', '--no-deps', '-T', 'release']);
    await stack.must([
      'up',
      '--detach',
      '--wait',
      '--no-deps',
      ...PROCESSES.filter((name) => name !== 'submit' && name !== 'web'),
    ]);
    for (const id of [...(await stack.ids('submit')), ...(await stack.ids('web'))]) {
      await docker(['stop', id]);
      await docker(['rm', id]);
      await stack.must(['up', '--detach', '--wait', '--no-deps', '--no-recreate', 'submit', 'web']);
    }
    end.abort();
    await calling;
    expect([...seen]).to.deep.equal([200]);
    for (const name of PROCESSES)
      for (const id of await stack.ids(name)) {
        const { out } = await docker(['inspect', id, '--format', '{{.Image}}']);
        expect(out, name).to.equal(next);
      }
    await leadkeep('check');
  });

  it('is backed up and restored by its own commands', async function () {
    const tools = ['run', '--rm', '-T', ...mounts(), 'mongo-tools'];
    if ((await stack.compose([...tools, 'sh', '-c', 'command -v mongodump'])).code !== 0) {
      console.log(
        '      skipped: the image of mongo has no mongodump; MONGO_TOOLS names a folder that has it',
      );
      this.skip();
    }
    const before = await leadkeep('lead', 'list', '--accepted', '--json');
    const backup = await stack.compose([...tools, 'mongodump', '--db', 'leadkeep', '--archive', '--gzip']);
    expect(backup.code, backup.all.slice(-500)).to.equal(0);
    await stack.must(['stop', ...PROCESSES]);
    await stack.must([
      'exec',
      '-T',
      'mongo',
      'sh',
      '-c',
      'mongosh --quiet -u root -p "$ROOT_PASSWORD" admin --eval \'db.getSiblingDB("leadkeep").runCommand({ dropDatabase: 1 })\'',
    ]);
    const restored = await stack.compose(
      [...tools, 'mongorestore', '--drop', '--nsInclude', 'leadkeep.*', '--archive', '--gzip'],
      backup.bytes,
    );
    expect(restored.all).to.match(/ 0 document\(s\) failed to restore/);
    await allHealthy();
    expect(await leadkeep('lead', 'list', '--accepted', '--json')).to.equal(before);
    await leadkeep('check');
  });

  it('comes up after a first start that was interrupted', async function () {
    const other = await openStack(stack.image);
    const wereMissing: boolean[] = [];
    try {
      const done = (...command: string[]) => other.compose(['exec', '-T', 'mongo', ...command]);
      // When it has begun, and when its first server answers, which makes the users.
      for (const begun of ['ls /data/db | grep -q .', 'echo > /dev/tcp/127.0.0.1/27017']) {
        await other.must(['up', '--detach', '--no-deps', 'mongo']);
        await until(async () => (await done('bash', '-c', begun)).code === 0, 'mongo has begun', MINUTE_MS);
        wereMissing.push((await done('test', '-e', '/tmp/has-users')).code !== 0);
        await other.must(['kill', 'mongo']);
      }
      await other.must(['up', '--detach', '--wait', 'release', 'web']);
      expect(await other.health('web')).to.equal('healthy');
    } finally {
      await other.remove();
    }
    if (!wereMissing.includes(true)) {
      console.log('      skipped: on this busy machine, each kill came after the users were made');
      this.skip();
    }
  });
});

const mounts = (): string[] =>
  ['mongodump', 'mongorestore'].flatMap((name) =>
    process.env['MONGO_TOOLS'] === undefined
      ? []
      : ['--volume', `${join(process.env['MONGO_TOOLS'], name)}:/usr/local/bin/${name}:ro`],
  );
