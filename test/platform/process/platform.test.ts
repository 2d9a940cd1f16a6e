import { isOutage } from '../../../src/app/outage.js';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { countedCaps } from '../../../src/core/caps/cap-buckets.js';
import { DEFAULT_BREAKER } from '../../../src/core/destination-gate/destination.js';
import type { Readiness } from '../../../src/platform/process/health.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { migrate } from '../../../src/platform/mongo/migrations.js';
import { openPlatform, type Platform } from '../../../src/platform/process/platform.js';
import { SettingsError } from '../../../src/platform/process/settings.js';
import { applyText } from '../../support/applied-catalogue.js';
import { flakyServer, type FlakyServer } from '../../support/flaky-server.js';
import { aLead } from '../../support/stored-records.js';
import { privateServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const NEEDS_A_SECRET = `
version: 1
buyers: [{ handle: lakeshore, name: Lakeshore University }]
offers:
  - handle: nursing
    name: Nursing
    buyer: lakeshore
    offer_type: shared
    delivery: { url: "https://crm.example", headers: { A: "\${secret:A_TOKEN_THAT_NOBODY_HAS}" } }
`;

/** What it says when every check was answered in time, which a busy machine may not do at once. */
async function answered(platform: Platform): Promise<Readiness> {
  let last: Readiness | undefined;
  await until(async () => {
    last = await platform.ready();
    return Object.values(last.checks).every((check) => !/^(no answer|\w*Error)$/.test(check));
  }, 'every check is answered');
  return last!;
}

describe('platform', () => {
  const services = privateServices();
  const { settings } = services;
  let platform: Platform | undefined;
  let server: FlakyServer | undefined;
  afterEach(async () => {
    await platform?.close();
    await server?.close();
    platform = server = undefined;
  });
  after(() => services.close());

  it('is not ready before the release step, and then is', async () => {
    platform = await openPlatform(settings, 'web');
    await platform.started;
    const before = await answered(platform);
    expect(before.ready).to.equal(false);
    expect(before.checks).to.include({ redis: 'ok', mongodb: 'ok', catalogue: 'ok' });
    expect(before.checks['indexes']).to.contain('run leadkeep migrate');
    await migrate(await services.connection(), platform.identities);
    // The look before is the answer of a whole second.
    const opened = platform;
    await until(async () => (await opened.ready()).ready, 'it is ready');
  });

  it('reaches everything it wires', async () => {
    platform = await openPlatform(settings, 'submit');
    await platform.started;
    const lead = aLead({ id: randomUUID() });
    await platform.leads.insert(lead);
    expect(await platform.leads.read(lead.id)).to.deep.equal(lead);
    expect(await platform.searches.read('x')).to.equal(null);
    expect(await platform.claims.owners(['x'])).to.deep.equal([]);
    expect(await platform.keys.known('no key')).to.equal(null);
    expect(platform.catalogue.current().version).to.equal(0);
    expect(await platform.rebuildLedger()).to.equal(true);
    await platform.queues.submit([{ lead_id: lead.id, submission: 1, request_id: 'r' }]);
    expect((await platform.queues.depth()).submit.waiting).to.equal(1);
  });

  for (const [name, most] of [
    ['submit', 4],
    ['partner', 8],
  ] as const)
    it(`leaves a fifth of what ${name} does at once to the other destinations`, async () => {
      platform = await openPlatform({ ...settings, submitConcurrency: 5, partnerConcurrency: 10 }, name);
      await platform.started;
      const { gate: destinationGate } = platform;
      const to = { id: randomUUID(), breaker: DEFAULT_BREAKER, lease_ms: 600_000 };
      const outcomes: string[] = [];
      for (let n = 0; n <= most; n += 1)
        outcomes.push((await destinationGate.enter(to, `permit-${n}`)).outcome);
      expect(outcomes).to.deep.equal([...Array<string>(most).fill('go'), 'wait']);
      expect((await destinationGate.enter({ ...to, id: randomUUID() }, 'permit')).outcome).to.equal('go');
    });

  it('starts without MongoDB, says so, and goes on when it comes', async () => {
    server = await flakyServer(services.mongoUrl, 'away');
    const opened = await openPlatform({ ...settings, mongoUrl: server.url }, 'web');
    platform = opened;
    await until(async () => (await opened.ready()).checks['redis'] === 'ok', 'Redis is ready');
    const { checks, ready } = await opened.ready();
    expect(ready).to.equal(false);
    expect(checks).to.include({ catalogue: 'not read yet' });
    expect(checks['mongodb']).to.not.equal('ok');
    expect(await opened.leads.read('x').catch(isOutage)).to.equal(true);
    expect(() => opened.catalogue.current()).to.throw('MongoDB is not available');
    await server.comeBack();
    await opened.started;
    await until(async () => (await opened.leads.read('x').catch(isOutage)) === null, 'MongoDB answers');
    expect(opened.catalogue.current().version).to.equal(0);
  });

  it('starts without Redis, says so, and goes on when it comes', async () => {
    server = await flakyServer(services.redisUrl, 'away');
    const opened = await openPlatform({ ...settings, redisUrl: server.url }, 'search');
    platform = opened;
    expect((await opened.ready()).checks['redis']).to.not.equal('ok');
    const job = { search_id: 'x', run: 1, request_id: 'r' };
    expect(await opened.queues.search([job]).catch(isOutage)).to.equal(true);
    await server.comeBack();
    await opened.started;
    await until(async () => (await opened.ready()).checks['redis'] === 'ok', 'Redis is ready');
  });

  it('throws an OutageError from every port that is asked while Redis is away', async () => {
    server = await flakyServer(services.redisUrl, 'away');
    const opened = await openPlatform({ ...settings, redisUrl: server.url }, 'submit');
    platform = opened;
    const destination = { id: randomUUID(), breaker: DEFAULT_BREAKER, lease_ms: 1_000 };
    await until(async () => (await opened.ready()).checks['catalogue'] === 'ok', 'the catalogue was read');
    const counted = countedCaps(opened.catalogue.current());
    const calls: readonly Promise<unknown>[] = [
      opened.ledger.reserve('lead:1', [], counted),
      opened.ledger.confirm('lead:1', [], counted),
      opened.rebuildLedger(),
      opened.gate.enter(destination, 'permit'),
      opened.gate.openBreakers(),
      opened.queues.submit([{ lead_id: 'x', submission: 1, request_id: 'r' }]),
      opened.dupeChecks.take('x', 1, new Date()),
    ];
    const names = calls.map((call) =>
      call.then(
        () => 'answered',
        (error: unknown) => (error as Error).name,
      ),
    );
    expect(await Promise.all(names)).to.deep.equal(calls.map(() => 'OutageError'));
    await opened.wake.wake('web', 'x');
  });

  it('names the secrets that its offers lack, and is ready', async () => {
    await applyText(NEEDS_A_SECRET).apply(await services.connection());
    platform = await openPlatform(settings, 'partner');
    await platform.started;
    expect(await answered(platform)).to.deep.include({
      ready: true,
      notes: [
        "secret A_TOKEN_THAT_NOBODY_HAS is not set (LEADKEEP_SECRET_A_TOKEN_THAT_NOBODY_HAS), nursing can't be reached",
      ],
    });
  });

  it('counts the ledger for the catalogue in force, which it may not have read yet', async () => {
    platform = await openPlatform({ ...settings, refreshMs: 3_600_000 }, 'submit');
    await platform.started;
    const before = platform.catalogue.current().version;
    await applyText(NEEDS_A_SECRET.replace('Nursing', 'BSN')).apply(await services.connection());
    expect(await platform.rebuildLedger('recount')).to.equal(true);
    expect(platform.catalogue.current().version).to.equal(before + 1);
  });

  it('does not start under another identity secret', async () => {
    const connection = await services.connection();
    await connection.dropDatabase();
    await migrate(connection, createIdentities(settings.identitySecret));
    const wrong = { ...settings, identitySecret: 'y'.repeat(40) };
    const starting = async (): Promise<void> => {
      // Told by the opening, or on a machine that takes longer by the start that goes on beside it.
      platform = await openPlatform(wrong, 'submit');
      await platform.started;
    };
    const error = await starting().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(SettingsError);
  });
});
