import { createServer } from 'node:http';
import { expect } from 'chai';
import { Gauge } from 'prom-client';
import supertest from 'supertest';
import { createHealth, serveHealth, SILENT_MS, type Probe } from '../../../src/platform/process/health.js';
import { SettingsError } from '../../../src/platform/process/settings.js';
import { listenQuietly } from '../../support/quiet-port.js';
import { until } from '../../support/until.js';

const fine: Probe = () => Promise.resolve(undefined);

/** A server that answers health's paths and 404 for the rest. */
const serve = (checks: Record<string, Probe>) => {
  const health = createHealth(checks);
  const server = createServer((request, response) => {
    if (!health.handle(request, response)) response.writeHead(404).end();
  });
  return { health, request: supertest(server) };
};

describe('health', () => {
  it('is alive whatever is missing', async () => {
    const { request } = serve({ redis: () => Promise.resolve('away') });
    await request.get('/healthz').expect(200);
  });

  it('is ready whatever there is to note', async () => {
    const health = createHealth({ redis: fine }, () => ['secret TOKEN is not set']);
    expect(await health.ready()).to.deep.equal({
      ready: true,
      checks: { redis: 'ok' },
      notes: ['secret TOKEN is not set'],
    });
  });

  it('is ready when every check is fine', async () => {
    const { request } = serve({ redis: fine, mongodb: fine });
    const response = await request.get('/readyz?x=1').expect(200);
    expect(response.body).to.deep.equal({ ready: true, checks: { redis: 'ok', mongodb: 'ok' } });
  });

  it('names each check that is not, also one that throws or hangs', async () => {
    const { request } = serve({
      redis: () => Promise.resolve('maxmemory-policy is allkeys-lru, not noeviction'),
      mongodb: () => Promise.reject(new TypeError('secret detail')),
      indexes: () => new Promise(() => undefined),
      catalogue: fine,
    });
    const response = await request.get('/readyz').expect(503);
    expect(response.body).to.deep.equal({
      ready: false,
      checks: {
        redis: 'maxmemory-policy is allkeys-lru, not noeviction',
        mongodb: 'unavailable',
        indexes: 'no answer',
        catalogue: 'ok',
      },
    });
  });

  it('stays ready while a check is late after a good answer, until it was silent for 30 s or is refused', async () => {
    let now = 0;
    let answer: (word?: string) => void = () => undefined;
    const late: Probe = () => new Promise((resolve) => (answer = resolve));
    const health = createHealth({ mongodb: late }, undefined, () => now);
    const told = async (): Promise<string> => {
      const { ready, checks } = await health.ready();
      return `${ready ? 'ready' : 'not ready'}: ${checks['mongodb']}`;
    };
    expect(await told()).to.equal('not ready: no answer');
    answer();
    await until(async () => (await told()) === 'ready: busy', 'the next check is late');
    now = SILENT_MS - 1;
    await until(async () => (await told()) === 'ready: busy', 'it is still only late');
    now = SILENT_MS;
    await until(async () => (await told()) === 'not ready: no answer', 'it was silent for 30 s');
    answer('not the primary');
    await until(async () => (await told()) === 'not ready: no answer', 'late after a bad answer');
  });

  it('shows metrics, its own and those that others add', async () => {
    const { health, request } = serve({});
    new Gauge({ name: 'leadkeep_test', help: 'x', registers: [health.metrics] }).set(7);
    const { text } = await request.get('/metrics').expect(200);
    expect(text)
      .to.match(/^leadkeep_test 7$/m)
      .and.to.contain('process_cpu_seconds_total');
  });

  it('looks once a second, however many ask, and tells all the same', async () => {
    let looks = 0;
    const count: Probe = () => {
      looks += 1;
      return Promise.resolve(looks === 1 ? 'away' : undefined);
    };
    const health = createHealth({ redis: count });
    const told = await Promise.all(Array.from({ length: 400 }, () => health.ready()));
    for (let n = 0; n < 100; n += 1) told.push(await health.ready());
    expect(looks).to.equal(1);
    expect(told.every(({ ready }) => !ready)).to.equal(true);
    await until(async () => (await health.ready()).ready, 'it is looked again');
    expect(looks).to.equal(2);
  });

  it('leaves other paths alone', async () => {
    const { request } = serve({});
    for (const path of ['/', '/healthz/', '/api/v1', '/constructor']) await request.get(path).expect(404);
  });

  it('serves a worker, and says in one sentence that its port is taken', async () => {
    const taken = createServer();
    const port = await listenQuietly(taken);
    const host = '127.0.0.1';
    const error = await serveHealth(createHealth({}), { port, host }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(SettingsError);
    expect((error as Error).message).to.equal(`Settings: HEALTH_PORT ${port} is in use by another program.`);
    await new Promise((resolve) => taken.close(resolve));
    const stop = await serveHealth(createHealth({ redis: fine }), { port, host });
    await supertest(`http://127.0.0.1:${port}`).get('/readyz').expect(200);
    await supertest(`http://127.0.0.1:${port}`).get('/else').expect(404);
    await stop();
  });
});
