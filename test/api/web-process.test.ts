import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { quietPort } from '../support/quiet-port.js';
import { privateServices, type PrivateServices } from '../support/services.js';
import { until } from '../support/until.js';

const WEB = new URL('../../src/web.js', import.meta.url).pathname;

describe('api: the web process', function () {
  let services: PrivateServices;
  const running: ChildProcess[] = [];
  before(() => {
    services = privateServices();
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  after(() => services.close());

  const start = (env: NodeJS.ProcessEnv): ChildProcess => {
    const child = spawn(process.execPath, [WEB], {
      env: { ...services.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    return child;
  };
  const statusOf = async (url: string): Promise<number> =>
    fetch(url).then(
      // Unread, it would keep its connection when the process is gone.
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );

  it('listens at once where HOST says, answers 503 while MongoDB is away, and ends on SIGTERM', async () => {
    const port = await quietPort();
    const child = start({ PORT: String(port), HOST: '0.0.0.0', MONGO_URL: 'mongodb://127.0.0.1:1/none' });
    const url = `http://127.0.0.1:${port}`;
    for (const address of ['127.0.0.1', '127.0.0.2'])
      await until(async () => (await statusOf(`http://${address}:${port}/healthz`)) === 200, address);
    expect(await statusOf(`${url}/api/v1/operator/leads`), 'the operators’ API').to.equal(404);
    expect(await statusOf(`${url}/readyz`)).to.equal(503);
    const headers = { 'X-API-Key': `svc_live_${'0'.repeat(38)}`, 'X-Request-Id': 'request-one' };
    const answer = await fetch(`${url}/api/v1/engine/results/1`, { headers });
    expect([401, 503]).to.include(answer.status);
    expect(await answer.json()).to.include({ request_id: 'request-one' });
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).to.equal(0);
  });

  it('has its health pages on HEALTH_PORT alone where that is set, and says in production that without HOST both ports are on loopback', async () => {
    const [port, healthPort] = [await quietPort(), await quietPort()];
    const env = { HOST: '', NODE_ENV: 'production', LOG_LEVEL: 'warn' };
    const child = start({ PORT: String(port), HEALTH_PORT: String(healthPort), ...env });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await statusOf(`${url}/openapi.json`)) === 200, 'it listens');
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect(await statusOf(`http://127.0.0.1:${healthPort}${path}`), path).to.be.oneOf([200, 503]);
      expect(await statusOf(`${url}${path}`), path).to.equal(404);
    }
    for (const each of [port, healthPort])
      expect(await statusOf(`http://127.0.0.2:${each}/healthz`), 'not from elsewhere').to.equal(0);
    await until(() => said.includes('HOST is not set'), 'it says so');
  });

  it('can be reached from elsewhere where a platform names itself, and says where it listens', async () => {
    const port = await quietPort();
    const child = start({ PORT: String(port), DYNO: 'web.1', LOG_LEVEL: 'info' });
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(async () => (await statusOf(`http://127.0.0.2:${port}/healthz`)) === 200, 'it can');
    await until(() => said.includes('listening'), 'it says so');
    expect(said).to.contain('"host":"0.0.0.0"').and.to.not.contain('HOST is not set');
  });

  it('is the console, on PORT and HOST, where WEB_SERVES says so', async () => {
    const port = await quietPort();
    start({ PORT: String(port), HOST: '0.0.0.0', WEB_SERVES: 'console', IDENTITY_SECRET: '' });
    const url = `http://127.0.0.2:${port}`;
    await until(async () => (await statusOf(`${url}/healthz`)) === 200, 'it listens');
    expect(await statusOf(`${url}/api/v1/engine/results/1`)).to.equal(404);
    expect(await statusOf(`${url}/api/v1/operator/leads`)).to.equal(401);
  });

  it('says in one sentence that HOST is no address of the machine', async () => {
    const child = start({ PORT: '0', HOST: '192.0.2.1' });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, said]).to.deep.equal([
      1,
      'leadkeep: Settings: HOST 192.0.2.1 is no address of this machine.\n',
    ]);
  });

  it('says in one sentence that its port is in use', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const child = start({ PORT: String(port) });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    // 'exit' may come before the last of what it said.
    const [code] = (await once(child, 'close')) as [number | null];
    other.close();
    expect(code).to.equal(1);
    expect(said).to.match(/^leadkeep: .*PORT \d+ is in use.*\.\n$/);
  });
});
