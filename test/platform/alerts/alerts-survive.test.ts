import { expect } from 'chai';
import type { AlertRunner } from '../../../src/app/alerts/take-turns.js';
import { finding, MINUTE, SECOND, startAlertWorld, type AlertWorld } from '../../support/alert-world.js';
import { until } from '../../support/until.js';

describe('alerts survive', () => {
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
  const beats = () => world.receivers.heard.filter(({ path }) => path === '/beat').length;
  const isRefused = () => world.now.log.text().includes('the heartbeat of the alerts did not arrive');

  it('another process takes over within 30 s, tells nothing twice, and begins at once after a clean end', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    world.now.found = [finding('nursing')];
    const [one, two] = both;
    await world.pass(MINUTE, both);
    // The first is killed: it has no turn any more.
    const killed = world.now.time.getTime();
    world.now.found = [finding('nursing'), finding('mba')];
    while (world.receivers.heard.length < 2 && world.now.time.getTime() - killed < 60 * MINUTE) {
      world.now.time = new Date(world.now.time.getTime() + 5 * SECOND);
      await two?.turn();
      await world.deliver();
    }
    expect(world.now.time.getTime() - killed).to.be.at.most(30 * SECOND);
    expect(world.texts()[1]).to.contain('mba').and.to.not.contain('nursing');
    await two?.end();
    world.now.found = [finding('nursing'), finding('mba'), finding('third')];
    await one?.turn();
    await world.deliver();
    expect(world.texts()[2]).to.contain('third');
  });

  it('a clock that is set back', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    const [one] = both;
    if (!one) return;
    await world.pass(MINUTE, [one]);
    world.now.time = new Date(world.now.time.getTime() - 60 * MINUTE);
    world.now.found = [finding('later')];
    await world.pass(MINUTE, [one]);
    expect(world.texts().join()).to.contain('later');
  });

  it('two that evaluate at once, as after a long sleep, tell nothing twice', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    world.now.found = Array.from({ length: 10 }, (_, n) => finding(`offer-${n}`));
    const leases = {
      take: () => Promise.resolve(true),
      isTaken: () => Promise.resolve(true),
      taken: () => Promise.resolve([]),
      release: () => Promise.resolve(),
    };
    const awake = ['one', 'two'].map((owner) => world.newConsole(owner, { leases }));
    await Promise.all(awake.map((each) => each.turn()));
    await world.pass(MINUTE, awake);
    const lines = world.texts().flatMap((text) => text.match(/offer-\d/g) ?? []);
    expect(lines.sort()).to.deep.equal([...new Set(lines)]);
    expect(lines).to.have.length(10);
  });

  it('a kill between any two writes loses and repeats nothing', async () => {
    world.now.settings = { thresholds: {}, channels: [world.webhook('/chat')] };
    const { alerts, outbox } = world.stores;
    const leases = {
      take: () => Promise.resolve(true),
      isTaken: () => Promise.resolve(true),
      taken: () => Promise.resolve([]),
      release: () => Promise.resolve(),
    };
    /** A process that dies at its nth write. */
    const mortal = (writes: number) => {
      let left = writes;
      const dying =
        <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
        (...args: A): Promise<T> =>
          (left -= 1) < 0 ? Promise.reject(new Error('killed')) : act(...args);
      return world.newConsole('x', {
        leases,
        alerts: { ...alerts, write: dying((alert) => alerts.write(alert)) },
        outbox: { ...outbox, add: dying((...what: Parameters<typeof outbox.add>) => outbox.add(...what)) },
      });
    };
    for (const [found_now, expected] of [
      [
        [finding('a'), finding('b')],
        ['fired a', 'fired b'],
      ],
      [[], ['fired a', 'fired b', 'resolved a', 'resolved b']],
    ] as const) {
      world.now.found = found_now;
      for (let n = 0; n < 8; n += 1) {
        await mortal(n)
          .turn()
          .catch(() => undefined);
        world.now.time = new Date(world.now.time.getTime() + MINUTE);
      }
      const messages = await world.connection.collection('outbox').find().toArray();
      const events = messages.map(({ content }) => content as { event: string; subject: { name: string } });
      expect(events.map(({ event, subject }) => `${event} ${subject.name}`).sort()).to.deep.equal(expected);
    }
  });

  it('a heartbeat goes out after each evaluation, not more often than it should, and from one process', async () => {
    const beat = { url: `${world.receivers.url}/beat`, headers: {}, insecure_http: true, every_ms: MINUTE };
    world.now.settings = { thresholds: {}, channels: [], heartbeat: beat };
    await world.pass(5 * MINUTE, both);
    await until(() => beats() >= 5, 'each is heard');
    expect(beats()).to.equal(5);
    world.receivers.heard.length = 0;
    const failing = { read: () => Promise.reject(new Error('no reading')) };
    const blind = world.newConsole('one', { findings: failing });
    await blind.turn().catch(() => undefined);
    expect(world.receivers.heard).to.deep.equal([]);
    world.receivers.misbehave({ '/beat': 500 });
    await world.pass(MINUTE, both);
    await until(isRefused, 'it says that it was refused');
    expect(world.now.log.text()).to.contain('heartbeat').and.to.not.contain('127.0.0.1');
  });

  it('a heartbeat that did not arrive goes out again within a minute or so, however seldom it goes out', async () => {
    const beat = {
      url: `${world.receivers.url}/beat`,
      headers: {},
      insecure_http: true,
      every_ms: 60 * MINUTE,
    };
    world.now.settings = { thresholds: {}, channels: [], heartbeat: beat };
    world.receivers.misbehave({ '/beat': 500 });
    await world.pass(15 * SECOND, both);
    await until(isRefused, 'it says that it was refused');
    world.receivers.misbehave({});
    await world.pass(2 * MINUTE, both);
    await until(() => beats() === 2, 'it is sent again');
    await world.pass(10 * MINUTE, both);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(world.receivers.heard).to.have.length(2);
  });
});
