/**
 * Runs the Procfile as a platform of dynos does: on ports that a router elsewhere leads to, with Redis behind a certificate
 * that nobody vouches for, without a disk. It is not a part of `npm test`:
 *
 *   npm run test:long -- platform
 */
import { X509Certificate } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { startBuyer, timesSent, type TestBuyer } from '../support/buyer.js';
import { directBody, PATHS } from '../support/api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { privateServices, type PrivateServices } from '../support/services.js';
import { tlsProxy, type TlsProxy } from '../support/tls-proxy.js';
import { OF_ANOTHER_HOST, SELF_SIGNED } from '../platform/outbound/self-signed.js';
import { createApp, type App } from './platform.js';
import { usageOf } from './usage.js';

const WORKERS = ['search', 'partner', 'submit', 'sweeper', 'notify'];
const CLIENTS = 2;
const BETWEEN_LEADS_MS = 500;
/** Longer than a restart of everything takes on a machine that has much else to do. */
const PATIENCE_MS = 600_000;
const HEALTH_TOKEN = 'a token of the health pages, 32 characters';
const fingerprintOf = ({ cert }: { readonly cert: string }): string =>
  new X509Certificate(cert).fingerprint256;

const isWarning = (line: string): boolean => !line.includes('"level":"info"');

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly svc_lead_id?: string };
}

describe('a platform of dynos', function () {
  this.timeout(20 * 60_000);
  // Each step goes on where the one before has ended.
  this.bail(true);
  let services: PrivateServices;
  let redis: TlsProxy;
  let buyer: TestBuyer;
  let app: App;
  let second: App;
  let key = '';
  /** What each lead became, by its id. */
  const sold = new Map<string, string>();

  before(async () => {
    services = privateServices();
    redis = await tlsProxy(services.redisUrl, SELF_SIGNED);
    buyer = await startBuyer();
    app = await createApp('leads.example.test');
    second = await createApp('console.example.test');
  });
  afterEach(function () {
    if (this.currentTest?.isFailed())
      for (const line of app.log.filter(isWarning).slice(-40)) console.log(line);
  });
  after(async () => {
    console.log(`      the routers' own answers: ${JSON.stringify([...app.router.faults])}`);
    await Promise.all([app.close(), second.close()]);
    await Promise.all([buyer.close(), redis.close()]);
    await services.close();
  });

  const call = async (path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> => {
    const answer = await fetch(`${app.router.url}${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {} };
  };

  /** As a careful client does: each call again while it is 503, with the same Idempotency-Key, then polls. */
  async function sellOne(): Promise<void> {
    const own = { authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID() };
    const lead = directBody();
    const until = performance.now() + PATIENCE_MS;
    const ask = async (once: () => Promise<Answer>): Promise<Answer['body']> => {
      for (;;) {
        const { status, body } = await once();
        if (status !== 503) return body;
        if (performance.now() > until) throw new Error('the call is still 503');
        await pause(250);
      }
    };
    let now = await ask(() => call(PATHS.leads, own, lead));
    const id = now.svc_lead_id ?? '';
    while (now.code === 'PENDING' && performance.now() < until) {
      await pause(250);
      now = await ask(() => call(`${PATHS.leads}/${id}`, own));
    }
    sold.set(id, now.code ?? '');
  }

  /** Leads come in all the time that something is done. */
  async function whileItSells(what: () => Promise<unknown>): Promise<void> {
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        await sellOne();
        await pause(BETWEEN_LEADS_MS);
      }
    });
    await what().finally(() => (isOver = true));
    await Promise.all(clients);
    // What was done is over, and leads are sold.
    await sellOne();
  }

  it('keeps a release that can reach no server from running, and says which setting is wrong', async () => {
    const { MONGO_URL, IDENTITY_SECRET, DATA_KEYS, REDIS_PREFIX } = services.env;
    const all = {
      ...{ MONGO_URL, IDENTITY_SECRET, DATA_KEYS, REDIS_PREFIX, HEALTH_TOKEN },
      ...{ REDIS_URL: redis.url, REDIS_TLS_FINGERPRINT: fingerprintOf(SELF_SIGNED) },
      ...{ OUTBOUND_ALLOW: '127.0.0.0/8', TRUST_PROXY: '1' },
    };
    const rows: readonly (readonly [settings: NodeJS.ProcessEnv, says: RegExp])[] = [
      [{ IDENTITY_SECRET: '' }, /^leadkeep: .*IDENTITY_SECRET .+\n$/],
      [{ MONGO_URL: 'mongodb://127.0.0.1:1/none' }, /^leadkeep: .+MONGO_URL.+\n$/],
      [{ REDIS_URL: 'rediss://127.0.0.1:1' }, /^leadkeep: .+REDIS_URL.+\n$/],
      [{ REDIS_TLS_FINGERPRINT: '' }, /^leadkeep: Settings: REDIS_URL .+REDIS_TLS_FINGERPRINT.+\n$/],
      [{ REDIS_TLS_FINGERPRINT: 'AB:CD' }, /^leadkeep: Settings: REDIS_TLS_FINGERPRINT must be .+\n$/],
    ];
    await Promise.all(
      rows.map(async ([settings, says]) => {
        const { ok, output } = await app.set({ ...all, ...settings });
        expect([ok, output]).to.deep.equal([false, output.match(says)?.[0]]);
      }),
    );
    const released = await app.set(all);
    expect(released.output).to.contain('ready for this release');
  });

  it('sells the first lead through the router, and shows nobody its sales figures', async () => {
    await appliedCatalogue({ buyerUrl: buyer.url, directOffers: 1, partner: false }).apply(
      await services.connection(),
    );
    const limits = ['submit', 'results'].flatMap((operation) => ['--limit', `${operation}=6000/min:1000`]);
    const issued = await app.run('key', 'issue', '--affiliate', 'northwind', '--json', ...limits);
    expect(issued.ok, issued.output).to.equal(true);
    key = (JSON.parse(issued.output) as { key: string }).key;
    await app.scale({ web: 1, ...Object.fromEntries(WORKERS.map((type) => [type, 1])) });
    await sellOne();
    expect([...sold.values()]).to.deep.equal(['ACCEPTED']);
    for (const [type, pid] of app.running()) {
      const usage = usageOf(pid);
      const [toRedis, toMongo] = [redis.url, services.mongoUrl].map((url) => usage.connectionsTo(url));
      console.log(`      ${type}: ${usage.mb} MB, connections to Redis ${toRedis}, to MongoDB ${toMongo}`);
    }
    for (const path of ['/metrics', '/readyz']) {
      expect((await call(path)).status, path).to.equal(401);
      expect((await call(path, { authorization: `Bearer ${HEALTH_TOKEN}` })).status, path).to.equal(200);
    }
  });

  it('scales web and each worker to three and back while it sells', async () => {
    await whileItSells(async () => {
      for (const type of ['web', ...WORKERS]) {
        const from = app.log.length;
        await app.scale({ [type]: 3 });
        const started = (): number =>
          app.log
            .slice(from)
            .filter((line) => line.includes(`"process":"${type}"`) && line.includes('"started"')).length;
        while (started() < 2) await pause(100);
        await app.scale({ [type]: 1 });
      }
    });
  });

  it('restarts everything while it sells, as each day', async () => {
    await whileItSells(() => app.restart());
  });

  it('waits while Redis has another certificate, and goes on with its fingerprint', async () => {
    await whileItSells(async () => {
      redis.show(OF_ANOTHER_HOST);
      const logged = app.log.length;
      const says = 'waiting for Redis: REDIS_TLS_FINGERPRINT is not that of the certificate';
      while (!app.log.slice(logged).some((line) => line.includes(says))) await pause(100);
      const changed = await app.set({ REDIS_TLS_FINGERPRINT: fingerprintOf(OF_ANOTHER_HOST) });
      expect(changed.ok, changed.output).to.equal(true);
    });
  });

  it('has the console as the web of a second app', async () => {
    const CONSOLE_URL = 'https://console.example.test';
    const { MONGO_URL, IDENTITY_SECRET, DATA_KEYS, REDIS_PREFIX } = services.env;
    const settings = {
      ...{ MONGO_URL, IDENTITY_SECRET, DATA_KEYS, REDIS_PREFIX, TRUST_PROXY: '1', WEB_SERVES: 'console' },
      ...{ REDIS_URL: redis.url, REDIS_TLS: 'unverified' },
    };
    expect((await second.set({ ...settings, CONSOLE_URL })).ok).to.equal(true);
    await second.scale({ web: 1 });
    const issued = await second.run('operator-key', 'issue', 'rehearsal', '--scopes', 'leads:read', '--json');
    expect(issued.ok, issued.output).to.equal(true);
    const headers = { authorization: `Bearer ${(JSON.parse(issued.output) as { key: string }).key}` };
    const { status } = await fetch(`${second.router.url}/api/v1/operator/leads`, { headers });
    expect(status).to.equal(200);
    expect((await fetch(`${second.router.url}/metrics`)).status, 'there is no HEALTH_TOKEN').to.equal(404);
    const link = (await second.run('user', 'invite', 'ann@example.com', '--role', 'viewer')).output;
    expect(link).to.contain(`${CONSOLE_URL}/invitation#`);
  });

  it('lost no lead, sold none twice, and ended each process in time', async () => {
    await Promise.all([app.scale({ web: 0 }), second.scale({ web: 0 })]);
    await app.scale(Object.fromEntries(WORKERS.map((type) => [type, 0])));
    console.log(`      ${sold.size} leads`);
    for (const [id, code] of sold)
      expect([id, code, timesSent(buyer.received, id)]).to.deep.equal([id, 'ACCEPTED', 1]);
    const checked = await app.run('check');
    expect(checked.ok, checked.output).to.equal(true);
    expect([...app.crashes, ...second.crashes]).to.deep.equal([]);
    expect([...app.ends, ...second.ends].filter((how) => !how.endsWith(': code 0'))).to.deep.equal([]);
    expect(app.router.faults.get('H12'), 'answers later than after 30 s').to.equal(undefined);
  });
});
