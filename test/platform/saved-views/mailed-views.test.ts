import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createTurns } from '../../../src/app/operators/turns.js';
import { createLaneServer } from '../../../src/app/outbox/serve-lanes.js';
import { mailView } from '../../../src/app/saved-views/mail-views.js';
import { oweViewMails } from '../../../src/app/saved-views/owe-mails.js';
import { alertSending } from '../../../src/app/alerts/send-alerts.js';
import type { SendMail } from '../../../src/app/ports/send-mail.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { Person } from '../../../src/core/people/person.js';
import { nextRun } from '../../../src/core/saved-views/view-mail.js';
import { createMailer } from '../../../src/platform/outbound/mailer.js';
import { openStores } from '../../../src/platform/process/stores.js';
import { startAlertReceivers, type AlertReceivers } from '../../support/alert-receivers.js';
import { captureLog } from '../../support/captured-log.js';
import { migratedServices } from '../../support/services.js';

const START = new Date('2026-11-20T06:30:00Z');
const HOUR = 3_600_000;
const DAILY = { every: 'day', hour: 7, zone: 'UTC' } as const;

describe('views that are mailed', () => {
  const services = migratedServices();
  const takeTurn = createTurns(1);
  const owner: Person = {
    ...{ id: randomUUID(), name: 'Olive Ops', email: 'olive@example.com', roles: ['viewer'] as const },
    ...{ provider_roles: [], sign_in: ['local'] as const, created_at: START },
  };
  let receivers: AlertReceivers;
  let stores: ReturnType<typeof openStores>;
  before(async () => {
    stores = openStores(await services.migrated());
    receivers = await startAlertReceivers();
  });
  after(async () => {
    await receivers.close();
    await services.close();
  });

  /** A view, and consoles that mail it. */
  async function begin(to: readonly string[], query = 'range=yesterday&by=hour') {
    receivers.mails.length = 0;
    const connection = await services.connection();
    for (const name of ['saved_views', 'outbox', 'outbox_lanes'])
      await connection.collection(name).deleteMany({});
    const now = { time: START, owner };
    const clock = (): Date => now.time;
    const { savedViews, outbox } = stores;
    const saved = { id: randomUUID(), owner: owner.id, screen: 'reports' as const, query, saved_at: START };
    const { id } = await savedViews.save({ ...saved, name: `Mornings ${saved.id}` });
    const set = async (): Promise<void> => {
      const mail = {
        ...DAILY,
        to,
        set_at: clock(),
        next_at: nextRun(DAILY, clock()),
        failed_runs: 0,
        refused: [],
      };
      await savedViews.setMail(owner.id, id, mail);
    };
    await set();
    const mailer = createMailer(receivers.smtpUrl, 'leadkeep@example.com');
    const reporting = { catalogue: stores.versions, reports: stores.reports, rollups: stores.rollups, clock };
    const turn = async (sendMail: SendMail = mailer, over: Partial<typeof outbox> = {}): Promise<void> => {
      await oweViewMails({ savedViews, outbox, clock });
      const people = { read: () => Promise.resolve(now.owner) };
      const send = mailView({
        savedViews,
        people,
        reporting,
        takeTurn,
        sendMail,
        clock,
        consoleUrl: 'https://console.example',
      });
      const log = captureLog().log;
      const sending = alertSending({
        ...{ sender: { tell: () => Promise.reject(new Error('no alert')) }, clock, log },
        catalogue: { current: () => EMPTY_CATALOGUE, refresh: () => Promise.resolve() },
      });
      const pause = () => Promise.resolve();
      const server = createLaneServer(
        { outbox: { ...outbox, ...over }, clock, log, pause, random: () => 0 },
        { ...sending, send },
      );
      await server.look();
      await server.idle();
    };
    return {
      ...{ now, set, turn, id },
      mail: async () => (await savedViews.read(id))?.mail,
      wait: (ms: number) => (now.time = new Date(now.time.getTime() + ms)),
      told: () => receivers.mails.map((mail) => mail.to),
    };
  }

  it('leave once at their hour, with the report, its file and a link, whoever looks how often', async () => {
    const world = await begin(['ops@example.com', 'boss@example.com']);
    await world.turn();
    expect(world.told()).to.deep.equal([]);
    world.wait(HOUR);
    await Promise.all([world.turn(), world.turn()]);
    await world.turn();
    expect(world.told()).to.deep.equal([['ops@example.com', 'boss@example.com']]);
    const { data = '' } = receivers.mails[0] ?? {};
    expect(data).to.match(/Subject: \[Leadkeep\] Mornings/);
    expect(data).to.include('2026-11-19').and.include('filename=report-2026-11-19-2026-11-19.csv');
    expect(data.replaceAll('=\r\n', '')).to.match(/https:\/\/console\.example\/reports\?range=3Dyesterday/);
    expect(await world.mail()).to.deep.include({
      ...{ last: { at: new Date('2026-11-20T07:00:00Z'), ok: true, detail: 'Sent.' }, failed_runs: 0 },
      next_at: new Date('2026-11-21T07:00:00Z'),
    });
    world.wait(24 * HOUR);
    await world.turn();
    expect(world.told()).to.have.length(2);
  });

  it('tell an address that is refused, and write there no more until they are scheduled again', async () => {
    const world = await begin(['nobody@example.com', 'ops@example.com']);
    world.wait(HOUR);
    await world.turn();
    world.wait(24 * HOUR);
    await world.turn();
    expect(world.told()).to.deep.equal([['ops@example.com'], ['ops@example.com']]);
    const mail = await world.mail();
    expect(mail?.refused.map(({ address }) => address)).to.deep.equal(['nobody@example.com']);
    expect(mail?.last).to.include({ ok: true, detail: 'Sent.' });
    await world.set();
    expect(await world.mail()).to.deep.include({ refused: [] });
  });

  it('stop once every address is refused', async () => {
    const world = await begin(['nobody@example.com']);
    world.wait(HOUR);
    await world.turn();
    world.wait(24 * HOUR);
    await world.turn();
    expect(world.told()).to.deep.equal([]);
    const mail = await world.mail();
    expect(mail).to.include({ stopped: 'The mail server refused every address.' });
    expect(mail).to.not.have.property('next_at');
  });

  it('wait for a mail server that is away, and arrive once', async () => {
    const world = await begin(['ops@example.com']);
    world.wait(HOUR);
    await world.turn(createMailer('smtp://127.0.0.1:1', 'leadkeep@example.com'));
    expect((await world.mail())?.last).to.include({
      ...{ ok: false, detail: 'The mail server could not be reached (ESOCKET).' },
    });
    world.wait(HOUR);
    await world.turn();
    await world.turn();
    expect(world.told()).to.deep.equal([['ops@example.com']]);
    expect(await world.mail()).to.deep.nested.include({ 'last.ok': true, failed_runs: 0 });
  });

  for (const [what, dies] of [
    ['its process ended while it was sent', () => Promise.reject(new Error('killed'))],
    [
      'the mail server broke off',
      () => Promise.resolve({ ok: false, detail: 'it broke off', unsure: true as const }),
    ],
  ] as const)
    it(`are not sent a second time after ${what}`, async () => {
      const world = await begin(['ops@example.com']);
      world.wait(HOUR);
      await world.turn(dies);
      world.wait(HOUR);
      await world.turn();
      expect(world.told()).to.deep.equal([]);
      const mail = await world.mail();
      expect(mail?.last?.detail).to.match(/It may have arrived\.$/);
      world.wait(24 * HOUR);
      await world.turn();
      expect(world.told()).to.have.length(1);
    });

  it('are not sent a second time after a process ended before it noted that they left', async () => {
    const world = await begin(['ops@example.com']);
    world.wait(HOUR);
    await world.turn(undefined, { delivered: () => Promise.reject(new Error('killed')) });
    world.wait(HOUR);
    await world.turn();
    expect(world.told()).to.have.length(1);
    expect(await world.mail()).to.deep.nested.include({ 'last.ok': true, failed_runs: 0 });
  });

  it('stop after five runs in a row that failed', async () => {
    const world = await begin(['ops@example.com']);
    const refuses: SendMail = () => Promise.resolve({ ok: false, detail: 'it is too large', status: 552 });
    world.wait(HOUR);
    for (let run = 0; run < 6; run += 1) {
      await world.turn(refuses);
      world.wait(24 * HOUR);
    }
    expect(await world.mail()).to.include({ failed_runs: 5, stopped: 'It failed 5 times in a row.' });
  });

  it('say once that what they show is gone, and stop', async () => {
    const world = await begin(['ops@example.com'], 'range=yesterday&by=day&only=offer%3Dgone');
    world.wait(HOUR);
    await world.turn();
    world.wait(24 * HOUR);
    await world.turn();
    expect(world.told()).to.have.length(1);
    expect(receivers.mails[0]?.data).to.include('The catalogue has no offer gone.');
    expect(await world.mail()).to.include({ stopped: 'The catalogue has no offer gone.' });
  });

  it('stop for an owner who may not read reports any more', async () => {
    const world = await begin(['ops@example.com']);
    world.now.owner = { ...owner, removed_at: START };
    world.wait(HOUR);
    await world.turn();
    expect(world.told()).to.deep.equal([]);
    expect(await world.mail()).to.include({ stopped: 'Its owner may not read reports any more.' });
  });

  it('skip what no console could send for half a day', async () => {
    const world = await begin(['ops@example.com']);
    world.wait(20 * HOUR);
    await world.turn();
    expect(world.told()).to.deep.equal([]);
    expect(await world.mail()).to.deep.nested.include({ 'last.detail': 'Not sent: no console was running.' });
  });
});
