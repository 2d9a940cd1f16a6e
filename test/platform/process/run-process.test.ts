import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { connectProxy } from '../outbound/connect-proxy.js';
import { migratedServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const module = new URL('../../../src/platform/process/run-process.js', import.meta.url).href;

/** Says when it begins and when it is drained, so that a test sees the order. */
const PROGRAM = `
  import os from 'node:os';
  import { runProcess } from ${JSON.stringify(module)};
  await runProcess(process.env.NAME, async () => {
    console.log('begun');
    if (process.env.TELL_NICE) console.log(os.getPriority());
    return async () => { console.log('drained'); };
  });
`;

/** A process takes seconds to begin on a machine that has other things to do. */
const BEGINS_MS = 40_000;

describe('run-process', () => {
  const services = migratedServices();
  const running: ChildProcess[] = [];
  before(async () => {
    await services.migrated();
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  after(() => services.close());

  function start(env: NodeJS.ProcessEnv, by: readonly string[] = []) {
    const [program, ...args] = [...by, process.execPath, '--input-type=module', '-e', PROGRAM];
    const child = spawn(program, args, { env: { ...services.env, NAME: 'submit', ...env } });
    running.push(child);
    const said = { out: '', err: '' };
    child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { child, said, ended };
  }

  it('begins when everything is ready, drains on SIGTERM, exits with 0', async () => {
    const { child, said, ended } = start({});
    await until(() => said.out.includes('begun'), 'it begins', BEGINS_MS);
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
    expect(said).to.deep.equal({ out: 'begun\ndrained\n', err: '' });
  });

  it('stays as nice as it was started, which not everybody may lower', async () => {
    const { child, said, ended } = start({ TELL_NICE: 'yes' }, ['nice', '-n', '12']);
    await until(() => /begun\n\d/.test(said.out), 'it begins', BEGINS_MS);
    child.kill('SIGTERM');
    expect([await ended, said.out]).to.deep.equal([0, 'begun\n12\ndrained\n']);
  });

  it('begins without a data key that some records need, and says that it is not ready', async () => {
    const meta = (await services.connection()).collection<{ _id: string; kids: string[] }>('meta');
    await meta.updateOne({ _id: 'data_keys' }, { $addToSet: { kids: 'lost' } }, { upsert: true });
    const { child, said, ended } = start({ LOG_LEVEL: 'warn' });
    await until(() => said.out.includes('begun'), 'it begins', BEGINS_MS);
    expect(said.out).to.contain('"data_keys":"DATA_KEYS lacks lost"').and.to.contain('begins without');
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
    await meta.updateOne({ _id: 'data_keys' }, { $pull: { kids: 'lost' } });
  });

  it('tells a wrong setting in one sentence and exits with 1', async () => {
    const { said, ended } = start({ IDENTITY_SECRET: '', PORT: 'x' });
    expect(await ended).to.equal(1);
    expect(said.err).to.match(/^leadkeep: Settings: PORT [^.]+; IDENTITY_SECRET [^.]+\.\n$/);
  });

  it('tells a password that the proxy refuses in one sentence and exits with 1', async () => {
    const proxy = await connectProxy({ answer: () => 407 });
    const { said, ended } = start({ OUTBOUND_PROXY: `http://user:geheim@${proxy.host}` });
    expect(await ended).to.equal(1);
    expect(said.err).to.match(/^leadkeep: Settings: OUTBOUND_PROXY must have [^.]+\.\n$/);
    expect(said.out + said.err).to.not.contain('geheim');
    expect(proxy.targets()).to.deep.equal(['leadkeep.invalid:443']);
    await proxy.close();
  });

  it('begins while the proxy is away, and names it', async () => {
    const outboundProxy = 'http://user:geheim@127.0.0.1:1';
    const { child, said, ended } = start({ OUTBOUND_PROXY: outboundProxy, LOG_LEVEL: 'warn' });
    await until(() => said.out.includes('begun'), 'it begins', BEGINS_MS);
    expect(said.out).to.contain("nothing can be sent: the proxy (OUTBOUND_PROXY) can't be used: nobody");
    expect(said.out).to.not.contain('geheim');
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
  });

  it('tells another identity secret in one sentence and exits with 1', async () => {
    const { said, ended } = start({ IDENTITY_SECRET: 'y'.repeat(40) });
    expect(await ended).to.equal(1);
    expect(said.err).to.match(/^leadkeep: Settings: IDENTITY_SECRET is not the secret [^.]+\.\n$/);
  });

  it('tells a port that is taken in one sentence and exits with 1', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { said, ended } = start({ HEALTH_PORT: String(port) });
    expect(await ended).to.equal(1);
    expect(said.err).to.equal(`leadkeep: Settings: HEALTH_PORT ${port} is in use by another program.\n`);
    taken.close();
  });

  for (const name of ['web', 'search'])
    it(`${name} without services: ${name === 'web' ? 'begins all the same' : 'waits'}, and ends cleanly on SIGINT`, async () => {
      const nowhere = {
        MONGO_URL: 'mongodb://127.0.0.1:1/x',
        REDIS_URL: 'redis://127.0.0.1:1',
        LOG_LEVEL: 'warn',
      };
      const { child, said, ended } = start({ ...nowhere, NAME: name });
      const lines = [
        'waiting for MongoDB',
        'waiting for Redis',
        name === 'web' ? 'begun' : 'waiting to be ready',
      ];
      await until(
        () => lines.every((line) => said.out.includes(line)),
        'it says what it waits for',
        BEGINS_MS,
      );
      child.kill('SIGINT');
      expect(await ended).to.equal(0);
      expect(said.out.includes('begun')).to.equal(name === 'web');
    });
});
