import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { migrate } from '../../src/platform/mongo/migrations.js';
import { createIdentities } from '../../src/platform/secrets/identity-secret.js';
import { processesWith, type Processes } from '../support/processes.js';
import { PEOPLE } from '../support/operator-api.js';
import { signedIn } from '../support/people.js';
import { quietPort } from '../support/quiet-port.js';
import { privateServices, type PrivateServices } from '../support/services.js';
import { until } from '../support/until.js';

const KEYS = '/api/v1/operator/keys';

const statusOf = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  fetch(url, { headers }).then(
    // A body that nobody reads keeps its connection.
    async (answer) => (await answer.arrayBuffer(), answer.status),
    () => 0,
  );

describe('operator API: the console process', function () {
  let services: PrivateServices;
  let processes: Processes;
  before(() => {
    services = privateServices();
    // It needs no secret: it hashes nothing and calls nobody.
    processes = processesWith({ ...services.env, IDENTITY_SECRET: '' });
  });
  afterEach(() => processes.killAll());
  after(() => services.close());

  it('listens at once on loopback alone, answers 503 while MongoDB is away, and ends on SIGTERM', async () => {
    const MONGO_URL = 'mongodb://127.0.0.1:1/none';
    const child = await (await processes.start('console', { MONGO_URL })).lives();
    expect((await child.ask('/readyz')).http).to.equal(503);
    expect(await statusOf(`${child.url}/openapi.json`)).to.equal(200);
    const lead = '/api/v1/operator/leads/00000000-0000-4000-8000-000000000001';
    const key = `lko_${'0'.repeat(38)}`;
    // The form of the key is wrong, so no look-up is needed.
    expect(await statusOf(`${child.url}${lead}`, { 'X-API-Key': key })).to.equal(401);
    // It serves no operation of the affiliates (nor web one of the operators: test/api/web-process).
    expect(await statusOf(`${child.url}/api/v1/engine/results/1`, { 'X-API-Key': 'any' })).to.equal(404);
    expect(await statusOf(`${child.url.replace('127.0.0.1', '127.0.0.2')}/healthz`)).to.equal(0);
    child.send('SIGTERM');
    expect(await child.ended).to.equal('code 0');
  });

  it('has its health pages on HEALTH_PORT alone where that is set', async () => {
    const [port, HEALTH_PORT] = [await quietPort(), String(await quietPort())];
    const child = await processes.start('console', { CONSOLE_PORT: String(port), HEALTH_PORT });
    await child.says('listening');
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect(await statusOf(`http://127.0.0.1:${HEALTH_PORT}${path}`), path).to.be.oneOf([200, 503]);
      expect(await statusOf(`http://127.0.0.1:${port}${path}`), path).to.equal(404);
    }
  });

  it('listens where CONSOLE_HOST says, and says in one sentence that it can not', async () => {
    const child = await (await processes.start('console', { CONSOLE_HOST: '0.0.0.0' })).lives();
    expect(await statusOf(`${child.url.replace('127.0.0.1', '127.0.0.2')}/healthz`)).to.equal(200);
    const refused = await processes.start('console', { CONSOLE_HOST: '192.0.2.1' });
    expect(await refused.ended).to.equal('code 1');
    expect(refused.lines.at(-1)).to.equal(
      'leadkeep: Settings: CONSOLE_HOST 192.0.2.1 is no address of this machine.',
    );
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await processes.start('console', { CONSOLE_PORT: String(port) });
    expect(await taken.ended).to.equal('code 1');
    other.close();
    expect(taken.lines.at(-1)).to.equal(
      `leadkeep: Settings: CONSOLE_PORT ${port} is in use by another program.`,
    );
  });

  it('takes a role away in every process, also during a session', async () => {
    const CONSOLE_URL = `http://localhost:${await quietPort()}`;
    const env = { CONSOLE_URL, IDENTITY_SECRET: services.settings.identitySecret };
    const [one, other] = await Promise.all([
      processes.start('console', env),
      processes.start('console', env),
    ]);
    const connection = await services.connection();
    await migrate(connection, createIdentities(env.IDENTITY_SECRET));
    const at = { connection, url: (await one.ready()).url, origin: CONSOLE_URL };
    const admin = await signedIn(at, ['admin']);
    const { browser, id } = await signedIn({ ...at, url: (await other.ready()).url }, ['operator']);
    expect((await browser.call('get', KEYS)).status).to.equal(200);
    const taken = await admin.browser.call('put', `${PEOPLE}/${id}/roles`, { roles: ['viewer'] });
    expect(taken.status).to.equal(200);
    await until(async () => (await browser.call('get', KEYS)).status === 403, 'the role is gone');
  });
});
