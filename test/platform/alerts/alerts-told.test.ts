import { expect } from 'chai';
import { sendDigests } from '../../../src/app/alerts/send-digests.js';
import type { AlertRunner } from '../../../src/app/alerts/take-turns.js';
import type { AlertChannel } from '../../../src/core/alerts/settings.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import { createReportReader } from '../../../src/platform/mongo/reports/report-reader.js';
import { createRollupStore } from '../../../src/platform/mongo/reports/rollup-store.js';
import { finding, MINUTE, SECOND, startAlertWorld, type AlertWorld } from '../../support/alert-world.js';

describe('alerts are told', () => {
  let world: AlertWorld;
  let both: AlertRunner[] = [];
  before(async () => {
    world = await startAlertWorld();
  });
  beforeEach(async () => {
    await world.reset();
    both = [world.newConsole('one'), world.newConsole('two')];
  });
  after(() => world.close());

  const desk: AlertChannel = {
    ...{ name: 'desk', least: 'soon' },
    via: { kind: 'email', to: ['desk@example.com', 'night@example.com'] },
  };

  it('by e-mail through a real server, once, whoever evaluates, and when they are over', async () => {
    world.now.settings = { thresholds: {}, channels: [desk] };
    world.now.found = [finding('nursing'), finding('mba', 'soon'), finding('quiet', 'note')];
    await world.pass(10 * MINUTE, both);
    expect(world.receivers.mails).to.have.length(1);
    expect(world.receivers.mails[0]?.to).to.deep.equal(['desk@example.com', 'night@example.com']);
    expect(world.receivers.mails[0]?.data)
      .to.contain('Subject: [Leadkeep] URGENT: Requests to nursing fail. (and 1 more)')
      .and.to.contain('SOON: Requests to mba fail.')
      .and.to.not.contain('quiet');
    world.now.found = [];
    await world.pass(3 * MINUTE, both);
    expect(world.receivers.mails).to.have.length(2);
    expect(world.receivers.mails[1]?.data)
      .to.contain('OVER: Requests to nursing fail.')
      .and.to.contain('OVER: Requests to mba fail.');
  });

  it('once a day by a digest, whoever evaluates, with what fires', async () => {
    const digest = { at: 12 * 60 + 5, time_zone: 'UTC' };
    world.now.settings = { thresholds: {}, channels: [{ ...desk, digest }] };
    world.now.found = [finding('mba', 'note')];
    const stores = {
      reports: createReportReader(world.connection),
      rollups: createRollupStore(world.connection),
    };
    const ports = {
      ...{
        ...world.stores,
        catalogue: { current: () => ({ ...EMPTY_CATALOGUE, alerts: world.now.settings }) },
      },
      ...{
        versions: { current: () => Promise.resolve(null) },
        timedChanges: { toCome: () => Promise.resolve([]) },
      },
      reporting: {
        catalogue: { current: () => Promise.resolve(null) },
        ...stores,
        clock: () => world.now.time,
      },
    };
    const consoles = ['one', 'two'].map((name) =>
      // Neither remembers what it has sent, as after a restart.
      world.newConsole(name, { sendDigests: (now) => sendDigests(ports, new Map(), now) }),
    );
    await world.pass(4 * MINUTE, consoles);
    expect(world.receivers.mails).to.have.length(0);
    await world.pass(20 * MINUTE, consoles);
    expect(world.receivers.mails).to.have.length(1);
    expect(world.receivers.mails[0]?.data)
      .to.contain('Subject: [Leadkeep] DIGEST: 2026-11-19: accepted 0')
      .and.to.contain('note: Requests to mba fail.');
    await world.pass(25 * 60 * MINUTE, consoles);
    expect(world.receivers.mails.filter(({ data }) => data.includes('DIGEST'))).to.have.length(2);
  });

  it('to chats and programs, each from its severity on', async () => {
    const pager = { ...world.webhook('/pager', { least: 'urgent' }, 'webhook') };
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat'), pager] };
    world.now.found = [finding('nursing'), finding('mba', 'note')];
    await world.pass(MINUTE, both);
    expect(world.receivers.heard.map(({ path }) => path).sort()).to.deep.equal(['/chat', '/pager']);
    const [body] = world.receivers.heard
      .filter(({ path }) => path === '/pager')
      .map((each) => JSON.parse(each.body) as { alerts: object[] });
    expect(body).to.nested.include({ type: 'leadkeep.alerts', 'alerts[0].subject.name': 'nursing' });
    expect(body?.alerts).to.have.length(1);
    expect(world.receivers.heard[0]?.headers).to.include({
      'user-agent': 'Leadkeep',
      'content-type': 'application/json',
    });
  });

  it('with secrets as address and in headers, which no record holds', async () => {
    const env = {
      LEADKEEP_SECRET_CHAT: `${world.receivers.url}/chat-with-a-secret`,
      LEADKEEP_SECRET_KEY: 'a-secret-of-a-header',
    };
    const via = { kind: 'slack', url: '${secret:CHAT}', insecure_http: true } as const;
    const channel = {
      ...world.webhook('/chat'),
      via: { ...via, headers: { Authorization: 'Bearer ${secret:KEY}' } },
    };
    world.now.settings = { thresholds: {}, channels: [channel] };
    world.now.found = [finding('nursing')];
    await world.pass(15 * SECOND, both);
    expect(world.receivers.heard).to.deep.equal([]);
    expect((await world.subjects())[0]?.last?.detail).to.equal(
      'secret CHAT is not set (LEADKEEP_SECRET_CHAT)',
    );
    await world.pass(MINUTE, both, world.senderOf(env));
    expect(world.receivers.heard.map(({ path, headers }) => [path, headers['authorization']])).to.deep.equal([
      ['/chat-with-a-secret', 'Bearer a-secret-of-a-header'],
    ]);
    const stored = await world.connection.collection('outbox').find().toArray();
    expect(JSON.stringify(stored)).to.not.contain('a-secret');
  });

  const WAYS = [
    ['answers 500', 500, 'HTTP 500'],
    ['answers 404', 404, 'HTTP 404'],
    ['hangs up', 'hangs up', 'answer: the line was lost before a complete answer (UND_ERR_SOCKET)'],
    ['sends without an end', 'endless', 'answer: over 256 KiB'],
    ['redirects', 'redirects', 'HTTP 302'],
  ] as const;
  for (const [what, way, detail] of WAYS)
    it(`a receiver that ${what} is tried again, and holds up no other channel`, async () => {
      world.now.settings = { thresholds: {}, channels: [world.webhook('/broken'), world.webhook('/well')] };
      world.receivers.misbehave({ '/broken': way });
      world.now.found = [finding('nursing')];
      await world.pass(15 * SECOND, both);
      const tried = world.receivers.heard.filter(({ path }) => path === '/broken').length;
      expect([tried, world.receivers.heard.length]).to.deep.equal([1, 2]);
      expect((await world.subjects()).map(({ lane, last }) => [lane, last?.detail])).to.deep.equal([
        ['alerts:broken', detail],
      ]);
      world.now.found = [finding('nursing'), finding('mba')];
      world.receivers.misbehave({});
      await world.pass(MINUTE, both);
      expect(await world.subjects()).to.deep.equal([]);
      // What came meanwhile leaves together with what waited.
      expect(
        world
          .texts()
          .filter((text) => text.startsWith('/broken'))
          .at(-1),
      )
        .to.contain('nursing')
        .and.to.contain('mba');
      expect(world.receivers.heard.some(({ path }) => path === '/elsewhere')).to.equal(false);
    });

  it('a receiver that asks for patience gets it', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/busy')] };
    world.receivers.misbehave({ '/busy': 429 });
    world.now.found = [finding('nursing')];
    await world.pass(9 * MINUTE, both);
    expect(world.receivers.heard).to.have.length(1);
    await world.pass(2 * MINUTE, both);
    expect(world.receivers.heard).to.have.length(2);
  });

  it('a private address is called only if the operator allows it', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    world.now.found = [finding('nursing')];
    await world.pass(15 * SECOND, both, world.senderOf({}, []));
    expect(world.receivers.heard).to.deep.equal([]);
    expect((await world.subjects())[0]?.last?.detail).to.contain('address refused');
  });

  it('e-mail that fails says why, without an address', async () => {
    const nobody: AlertChannel = { ...desk, via: { kind: 'email', to: ['nobody@example.com'] } };
    world.now.settings = { thresholds: {}, channels: [nobody] };
    world.now.found = [finding('nursing')];
    const details: unknown[] = [];
    for (const mail of [world.receivers.smtpUrl, '', 'smtp://127.0.0.1:1']) {
      await world.pass(60 * MINUTE, both, world.senderOf({}, [], mail));
      details.push((await world.subjects())[0]?.last?.detail);
    }
    expect(details).to.deep.equal([
      'the mail server refused sender or receivers (EENVELOPE)',
      'SMTP_URL is not set',
      'the mail server could not be reached (ESOCKET)',
    ]);
  });

  it('e-mail that one receiver is refused goes to the others once, and the channel has failed', async () => {
    const some: AlertChannel = {
      ...desk,
      via: { kind: 'email', to: ['desk@example.com', 'nobody@example.com'] },
    };
    world.now.settings = { thresholds: {}, channels: [some] };
    world.now.found = [finding('nursing'), finding('mba')];
    await world.pass(60 * MINUTE, both);
    expect(world.receivers.mails.map(({ to }) => to)).to.deep.equal([['desk@example.com']]);
    const detail = 'the mail server refused 1 of 2 receivers, the others were told';
    const seen = (await world.subjects()).map(({ waiting, parked, last }) => [
      waiting,
      parked,
      last?.ok,
      last?.detail,
    ]);
    expect(seen).to.deep.equal([[0, 2, false, detail]]);
    const log = world.now.log.text();
    expect(log.split(detail), 'logged once').to.have.length(2);
    expect(log).to.contain('desk').and.to.not.contain('nobody').and.to.not.contain('@');
  });

  it('a channel that is in a newer catalogue than that of the console is told', async () => {
    const settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    world.now.settings = settings;
    world.now.found = [finding('nursing')];
    for (const each of both) await each.turn();
    world.now.settings = { thresholds: {}, channels: [] };
    world.now.newerSettings = settings;
    await world.deliver();
    expect(world.receivers.heard.map(({ path }) => path)).to.deep.equal(['/chat']);
  });

  it('a channel that left the catalogue is told nothing more', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    world.now.found = [finding('nursing')];
    for (const each of both) await each.turn();
    world.now.settings = { thresholds: {}, channels: [] };
    await world.deliver();
    expect(
      (await world.subjects()).map(({ waiting }) => waiting),
      'the catalogue may be old',
    ).to.deep.equal([1]);
    world.now.time = new Date(world.now.time.getTime() + 2 * MINUTE);
    await world.deliver();
    expect(world.receivers.heard).to.deep.equal([]);
    expect((await world.subjects()).map(({ waiting, parked }) => [waiting, parked])).to.deep.equal([[0, 1]]);
  });
});
