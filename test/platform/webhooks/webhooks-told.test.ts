import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { createLaneServer, type LaneServer } from '../../../src/app/outbox/serve-lanes.js';
import { webhookSending } from '../../../src/app/webhooks/send-webhooks.js';
import { notifyEndpoints } from '../../../src/app/webhooks/notify-endpoints.js';
import type { Sent } from '../../../src/app/ports/outbox.js';
import type { WebhookMessages } from '../../../src/app/ports/webhook-store.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { OutboxMessage } from '../../../src/core/outbox/outbox-message.js';
import { DEFAULT_EVENTS } from '../../../src/core/webhooks/webhook-settings.js';
import { createMessageStore } from '../../../src/platform/mongo/webhooks/message-store.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { testAffiliate, testCatalogue } from '../../support/catalogue.js';
import { leadNews } from '../../support/lead-news.js';
import { migratedServices, TEST_DATA_KEYS } from '../../support/services.js';
import { expectClassified } from '../../support/stored-paths.js';

const START = new Date('2026-11-21T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const OTHER_KEY = `other:${Buffer.alloc(32, 'other').toString('base64')}`;
const HOUR = 60 * MINUTE;
const OK: Sent = { ok: true, status: 200, detail: 'HTTP 200' };
const FAILS: Sent = { ok: false, status: 500, detail: 'HTTP 500' };

describe('webhooks are told', () => {
  const services = migratedServices();
  let connection: Connection;
  let messages: WebhookMessages;
  let catalogue: Catalogue;
  /** A version that this process has not seen yet. */
  let newer: Catalogue | undefined;
  let now = START;
  let heard: { readonly affiliate: string; readonly id: string; readonly replay: boolean }[] = [];
  /** How each affiliate answers; others: OK. */
  let answers: Record<string, (message: OutboxMessage) => Sent | Promise<Sent>> = {};
  /** Keys that were not there. */
  let warned: unknown[] = [];
  const clock = (): Date => now;
  const catalogueSource = {
    current: () => catalogue,
    refresh: () => Promise.resolve(void (catalogue = newer ?? catalogue)),
  };

  before(async () => {
    connection = await services.migrated();
    messages = createMessageStore(connection);
  });
  beforeEach(async () => {
    [now, heard, answers, warned] = [START, [], {}, []];
    catalogue = withWebhooks('a', 'b', 'c');
    newer = undefined;
    for (const name of ['webhook_messages', 'outbox_lanes']) await connection.collection(name).deleteMany({});
  });
  after(async () => {
    try {
      await expectClassified(connection);
    } finally {
      await services.close();
    }
  });

  function withWebhooks(...ids: readonly string[]): Catalogue {
    const webhook = {
      ...{ url: 'https://a.example/', secrets: ['${secret:A}'], events: DEFAULT_EVENTS },
      insecure_http: false,
    };
    const affiliates = ids.map((id) => testAffiliate({ id, handle: id, webhook }));
    return {
      ...testCatalogue(),
      affiliates: new Map(affiliates.map((each) => [each.id, each])),
      campaigns: new Map(),
    };
  }
  const log = {
    warn(fields: object) {
      if (!('key' in fields)) expect.fail(JSON.stringify(fields));
      warned.push(fields.key);
    },
  };
  type Sender = Parameters<typeof webhookSending>[0]['sender'];
  const serverOf = (outbox: WebhookMessages, send: Sender['send']): LaneServer =>
    createLaneServer(
      { outbox, clock, log, random: () => 0, pause: () => Promise.resolve() },
      webhookSending({ catalogue: catalogueSource, clock, log, sender: { send } }),
    );
  const newServer = (): LaneServer =>
    serverOf(messages, async ({ affiliate_id: affiliate }, message) => {
      const sent = await (answers[affiliate]?.(message) ?? OK);
      const { replay = false } = message.content as { readonly replay?: boolean };
      if (sent.ok) heard.push({ affiliate, id: message.id, replay });
      return sent;
    });
  const tell = (affiliate: string, lead: string, revision = 1): Promise<void> =>
    notifyEndpoints({ messages, clock, catalogue: catalogueSource }, [
      leadNews({ affiliate_id: affiliate, lead_id: lead, revision, at: now }),
    ]);
  const server = { current: undefined as LaneServer | undefined };
  /** Time goes on in steps, and each time everything due is sent. */
  async function pass(ms: number, step = ms): Promise<void> {
    for (let gone = 0; gone < ms; gone += step) {
      now = new Date(now.getTime() + step);
      await serve();
    }
  }
  async function serve(): Promise<void> {
    server.current = newServer();
    await server.current.look();
    await server.current.drain();
  }
  const ids = (affiliate: string): string[] =>
    heard.filter((each) => each.affiliate === affiliate).map(({ id }) => id.slice('webhook:'.length));
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await messages.list({ limit: 100, now })).map(({ id, state }) => [id.slice('webhook:'.length), state]),
    );

  it('in the order of each lead: a later event waits, other leads do not', async () => {
    answers = { a: ({ id }) => (id === 'webhook:l1:1' ? FAILS : OK) };
    for (const [lead, revision] of [
      ['l1', 1],
      ['l1', 2],
      ['l2', 1],
      ['l2', 2],
      ['l1', 3],
    ] as const)
      await tell('a', lead, revision);
    await serve();
    await serve();
    expect(ids('a')).to.deep.equal(['l2:1', 'l2:2']);
    answers = {};
    await pass(MINUTE, 10 * SECOND);
    expect(ids('a')).to.deep.equal(['l2:1', 'l2:2', 'l1:1', 'l1:2', 'l1:3']);
  });

  it('once, by any number of senders', async () => {
    for (let n = 0; n < 30; n += 1) await tell('abc'[n % 3]!, `l${n}`);
    const servers = [newServer(), newServer(), newServer()];
    await Promise.all(servers.map((each) => each.look()));
    await Promise.all(servers.map((each) => each.drain()));
    await serve();
    expect(heard.map(({ id }) => id).sort()).to.deep.equal([...new Set(heard.map(({ id }) => id))].sort());
    expect(heard).to.have.length(30);
  });

  it('also while another affiliate hangs', async () => {
    let letGo = (): void => undefined;
    const hangs = new Promise<Sent>((resolve) => {
      letGo = () => {
        resolve(FAILS);
      };
    });
    answers = { a: () => hangs };
    for (let n = 0; n < 40; n += 1) await tell('a', `hanging${n}`);
    await tell('b', 'l1');
    const busy = newServer();
    await busy.look();
    while (ids('b').length < 1) await new Promise(setImmediate);
    await tell('b', 'l2');
    while (ids('b').length < 2) {
      await busy.look();
      await new Promise(setImmediate);
    }
    expect(ids('a')).to.deep.equal([]);
    letGo();
    await busy.drain();
    expect((await messages.readLanes(['webhook:affiliate:a']))[0]?.open_until).to.not.equal(undefined);
  });

  it('again one at a time after five failures in a row, and all at once when it works', async () => {
    let tries = 0;
    const fails = (): Sent => {
      tries += 1;
      return FAILS;
    };
    answers = { a: fails };
    for (let n = 0; n < 25; n += 1) await tell('a', `l${String(n).padStart(2, '0')}`);
    await serve();
    expect(tries, 'the first ten').to.equal(10);
    await serve();
    expect(tries, 'the breaker is open').to.equal(10);
    await pass(6 * MINUTE);
    expect(tries, 'one tries').to.equal(11);
    answers = {};
    await pass(30 * MINUTE, 5 * MINUTE);
    expect(ids('a')).to.have.length(25);
  });

  it('for three days, and are parked then, with what waited behind them', async () => {
    answers = { a: () => FAILS };
    await tell('a', 'l1', 1);
    await tell('a', 'l1', 2);
    await pass(69 * HOUR, 20 * MINUTE);
    expect(Object.values(await states())).to.deep.equal(['waiting', 'waiting']);
    await pass(7 * HOUR, 20 * MINUTE);
    expect(await states()).to.deep.equal({ 'l1:1': 'parked', 'l1:2': 'parked' });
    const [parked] = await messages.list({ states: ['parked'], limit: 1, now });
    expect(parked?.attempts.at(-1)?.ok).to.equal(false);
    expect(await messages.counts()).to.deep.equal([
      { lane: 'webhook:affiliate:a', waiting: 0, oldest: null, parked: 2 },
    ]);
    answers = {};
    await tell('a', 'l2', 1);
    await pass(6 * MINUTE);
    expect(ids('a')).to.deep.equal(['l2:1']);
    const [lane] = await messages.readLanes(['webhook:affiliate:a']);
    expect(lane?.delivered_at).to.be.a('date');
  });

  it('again when their sender was killed between sending and storing', async () => {
    await tell('a', 'l1', 1);
    await tell('a', 'l1', 2);
    const dying = serverOf(
      { ...messages, delivered: () => new Promise<never>(() => undefined) },
      ({ affiliate_id: affiliate }, { id }) => {
        heard.push({ affiliate, id, replay: false });
        return Promise.resolve(OK);
      },
    );
    await dying.look();
    while (heard.length === 0) await new Promise(setImmediate);
    await pass(15 * SECOND);
    expect(ids('a'), 'its lease').to.deep.equal(['l1:1']);
    await pass(MINUTE, 10 * SECOND);
    expect(ids('a')).to.deep.equal(['l1:1', 'l1:1', 'l1:2']);
  });

  it('not while they are paused, and at once when they are resumed', async () => {
    const lane = 'webhook:affiliate:a';
    await messages.pauseLane(lane, { by: 'pat', why: 'they move', at: now }, now);
    await tell('a', 'l1');
    await pass(HOUR, 10 * MINUTE);
    expect(heard).to.deep.equal([]);
    expect((await messages.readLanes([lane]))[0]?.paused?.why).to.equal('they move');
    await messages.pauseLane(lane, undefined, now);
    await serve();
    expect(ids('a')).to.deep.equal(['l1:1']);
  });

  it('again as a replay, which says so', async () => {
    await tell('a', 'l1', 1);
    await serve();
    const replayed = await messages.replay(['webhook:l1:1', 'webhook:none:1'], now);
    expect(replayed.map(({ lane }) => lane)).to.deep.equal(['webhook:affiliate:a']);
    await serve();
    expect(heard.map(({ id, replay }) => [id, replay])).to.deep.equal([
      ['webhook:l1:1', false],
      ['webhook:l1:1', true],
    ]);
  });

  it('not any more when the catalogue has no such endpoint', async () => {
    await tell('a', 'l1');
    catalogue = withWebhooks('b');
    await pass(50 * SECOND, 5 * SECOND);
    expect(await states(), 'it may be ahead of the catalogue').to.deep.equal({ 'l1:1': 'waiting' });
    await pass(20 * SECOND, 5 * SECOND);
    expect(await states()).to.deep.equal({ 'l1:1': 'parked' });
  });

  it('by a process whose catalogue is older than the message: it reads the newer one', async () => {
    await tell('a', 'l1');
    newer = catalogue;
    catalogue = withWebhooks('b');
    await serve();
    expect(ids('a')).to.deep.equal(['l1:1']);
  });

  it('not in part: what needs a key that is not there waits, is noted once, and holds up no other lead', async () => {
    await tell('a', 'l1');
    useDataKeys(connection, parseDataKeys(OTHER_KEY));
    await tell('a', 'l2');
    try {
      for (let n = 0; n < 3; n += 1) await pass(2 * MINUTE);
      expect([ids('a'), warned]).to.deep.equal([['l2:1'], ['test', 'test', 'test']]);
      const [waiting] = await messages.list({ states: ['waiting'], limit: 9, now });
      expect(waiting?.attempts.map(({ detail }) => detail)).to.deep.equal(['waits: DATA_KEYS lacks test']);
      useDataKeys(connection, parseDataKeys(`${OTHER_KEY},${TEST_DATA_KEYS}`));
      await pass(2 * MINUTE);
      expect(ids('a')).to.deep.equal(['l2:1', 'l1:1']);
    } finally {
      useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    }
  });

  it('once, however often their news is published', async () => {
    for (let n = 0; n < 3; n += 1) await tell('a', 'l1');
    await serve();
    await tell('a', 'l1');
    await serve();
    expect(ids('a')).to.deep.equal(['l1:1']);
  });
});
