import { expect } from 'chai';
import type { Redis } from 'ioredis';
import type { AlertSettings } from '../../../src/core/alerts/settings.js';
import type { Offer } from '../../../src/core/catalogue/types.js';
import {
  createLateNotice,
  createUnsuitableNotice,
  unsuitableReason,
} from '../../../src/platform/redis/ledger/suitability.js';
import {
  INDEXES_AGAIN_MS,
  missingSecretNotes,
  probeMigrations,
  probeRedis,
} from '../../../src/platform/process/readiness.js';
import { testCatalogue } from '../../support/catalogue.js';
import { offerAt } from '../outbound/fixtures.js';

describe('readiness: Redis', () => {
  const redisThatIs = (unsuitable: string) =>
    ({
      options: {},
      defineCommand: () => undefined,
      ledgerFitness: () => Promise.resolve(unsuitable),
    }) as unknown as Redis;
  const cases: readonly (readonly [unsuitable: string, wrong: string | undefined])[] = [
    ['', undefined],
    ['evicts allkeys-lru', 'maxmemory-policy is allkeys-lru, not noeviction'],
    ['evicts unknown', 'maxmemory-policy is unknown, not noeviction'],
    [
      'hides its replication id',
      "its replication id can't be read (INFO replication), so a failover could not be noticed",
    ],
  ];
  for (const [unsuitable, wrong] of cases)
    it(`${JSON.stringify(unsuitable)}: ${wrong ?? 'ready'}`, async () => {
      const check = probeRedis(redisThatIs(unsuitable), { ping: () => Promise.resolve() });
      expect(await check()).to.equal(wrong);
    });

  it('is not there while jobs cannot be added, whatever the connection for commands says', async () => {
    const gone = new Error('no queue');
    const check = probeRedis(redisThatIs(''), { ping: () => Promise.reject(gone) });
    expect(await check().catch((error: unknown) => error)).to.equal(gone);
  });
});

describe('readiness: indexes', () => {
  let now: number;
  let looks: number;
  let missing: readonly string[] | Error;
  /** Lets a slow look end. */
  let end: (() => void) | undefined;
  beforeEach(() => {
    [now, looks, missing, end] = [0, 0, [], undefined];
  });
  const find = async (): Promise<readonly string[]> => {
    looks += 1;
    if (end !== undefined) await new Promise<void>((resolve) => (end = resolve));
    if (missing instanceof Error) throw missing;
    return missing;
  };
  const probe = () => probeMigrations(find, () => now);

  it('are looked for until they are there, and then once a minute', async () => {
    const check = probe();
    missing = ['leads.due'];
    expect(await check()).to.equal('run leadkeep migrate: missing leads.due');
    missing = [];
    for (const at of [0, 1, INDEXES_AGAIN_MS - 1]) {
      now = at;
      expect(await check()).to.equal(undefined);
    }
    expect(looks).to.equal(2);
  });

  it('were there: a slow look keeps the process ready, and one that finds less does not', async () => {
    const check = probe();
    expect(await check()).to.equal(undefined);
    now = INDEXES_AGAIN_MS;
    end = () => undefined;
    missing = ['leads.due'];
    for (let n = 0; n < 3; n += 1) expect(await check()).to.equal(undefined);
    expect(looks).to.equal(2);
    end();
    end = undefined;
    await new Promise(setImmediate);
    expect(await check()).to.equal('run leadkeep migrate: missing leads.due');
  });

  it('were there: a look that fails is made again', async () => {
    const check = probe();
    await check();
    now = INDEXES_AGAIN_MS;
    missing = new Error('away');
    expect(await check()).to.equal(undefined);
    await new Promise(setImmediate);
    missing = [];
    expect(await check()).to.equal(undefined);
    expect(looks).to.equal(3);
  });

  it('were never found: a look that fails is told', async () => {
    missing = new Error('away');
    expect(await probe()().catch((error: unknown) => error)).to.equal(missing);
  });
});

describe('a Redis that cannot hold the cap ledger', () => {
  it('is told to the log once for all leads that wait, once more when the reason changes, and when it is over', () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const notice = createUnsuitableNotice({ error: say, info: say });
    const evicts = unsuitableReason('evicts allkeys-lru');
    for (const why of [
      undefined,
      evicts,
      evicts,
      evicts,
      unsuitableReason('hides its replication id'),
      undefined,
      undefined,
    ])
      notice(why);
    expect(said).to.deep.equal([
      "nothing is sold: Redis can't hold the cap ledger, maxmemory-policy is allkeys-lru, not noeviction",
      "nothing is sold: Redis can't hold the cap ledger, its replication id can't be read (INFO replication), so a failover could not be noticed",
      'Redis can hold the cap ledger again',
    ]);
  });
});

describe('a ledger that counts a newer catalogue than MongoDB holds', () => {
  it('is told to the log once, with what an operator does after a restore', () => {
    const said: string[] = [];
    const notice = createLateNotice({ error: (line: string) => said.push(line) });
    for (const counted of [undefined, 6, 6, undefined, 6]) notice(counted, 5);
    const line =
      'nothing is sold: the cap ledger counts the caps of catalogue version 6, and this process reads version 5; if MongoDB was restored, run: leadkeep ledger rebuild';
    expect(said).to.deep.equal([line, line]);
  });
});

describe('readiness: secrets that are not set', () => {
  /** Nursing needs three in its requests and one for callbacks. */
  const delivery = {
    headers: { A: '${secret:TOKEN}-${secret:SET}' },
    follow_up: { url: 'https://crm.example', every_ms: 1, for_ms: 1, headers: { B: '${secret:ASK}' } },
    callback: { secret: '${secret:HMAC}' },
  };
  const search = { ...offerAt('https://crm.example').delivery, headers: { C: '${secret:TOKEN}' } };
  const nursing = offerAt('https://crm.example', delivery);
  const partner: Offer = { ...offerAt('https://crm.example', {}, { search }), id: 'p', handle: 'partner' };
  const offersOf = (status: Offer['status']): readonly Offer[] =>
    [nursing, partner].map((offer) => ({ ...offer, status }));

  const CALLS = [
    "secret ASK is not set (LEADKEEP_SECRET_ASK), lakeshore-nursing can't be reached",
    "secret TOKEN is not set (LEADKEEP_SECRET_TOKEN), lakeshore-nursing, partner can't be reached",
  ];
  const CALLBACKS = [
    "secret HMAC is not set (LEADKEEP_SECRET_HMAC), lakeshore-nursing can't be believed when they call back",
  ];
  const EVERY = {
    LEADKEEP_SECRET_SET: 'x',
    LEADKEEP_SECRET_TOKEN: 'x',
    LEADKEEP_SECRET_ASK: 'x',
    LEADKEEP_SECRET_HMAC: 'x',
  };
  const active = offersOf('active');

  /** What, the process, its environment, the offers (undefined: no catalogue was read yet), its notes. */
  const NOTES: readonly (readonly [
    what: string,
    process: string,
    env: object,
    offers: readonly Offer[] | undefined,
    notes: readonly string[],
  ])[] = [
    ['names those of requests', 'submit', { LEADKEEP_SECRET_SET: 'x' }, active, CALLS],
    ['names those of requests', 'partner', { LEADKEEP_SECRET_SET: 'x' }, active, CALLS],
    ['names those of callbacks', 'web', { LEADKEEP_SECRET_SET: 'x' }, active, CALLBACKS],
    ['calls nobody', 'search', {}, active, []],
    ['calls nobody', 'sweeper', {}, active, []],
    [
      'counts a blank one as not set',
      'submit',
      { ...EVERY, LEADKEEP_SECRET_ASK: ' ' },
      active,
      CALLS.slice(0, 1),
    ],
    [
      'tells what to rename',
      'web',
      { HMAC: 'x' },
      active,
      [
        "secret HMAC is not set: rename the variable HMAC to LEADKEEP_SECRET_HMAC, lakeshore-nursing can't be believed when they call back",
      ],
    ],
    ['has all', 'submit', EVERY, active, []],
    ['has all', 'web', EVERY, active, []],
    ['has read no catalogue', 'submit', {}, undefined, []],
    ['has read no catalogue', 'web', {}, undefined, []],
    [
      'needs those of paused offers, which go on',
      'submit',
      { LEADKEEP_SECRET_SET: 'x' },
      offersOf('paused'),
      CALLS,
    ],
    ['needs none of retired offers', 'submit', {}, offersOf('retired'), []],
    ['needs none of retired offers', 'web', {}, offersOf('retired'), []],
  ];
  for (const [what, name, env, offers, notes] of NOTES)
    it(`${name} ${what}: ${notes.length} notes`, () => {
      const cache = {
        loaded: () => offers !== undefined,
        current() {
          if (!offers) throw new Error('nothing is known yet');
          return { ...testCatalogue(), offers: new Map(offers.map((offer) => [offer.id, offer])) };
        },
      };
      expect(missingSecretNotes(name, cache, env as NodeJS.ProcessEnv)).to.deep.equal(notes);
    });
});

describe('readiness: secrets of alerts', () => {
  it('console names those of channels and of the heartbeat, and nobody else does', () => {
    const address = { headers: {}, insecure_http: false };
    const pager = {
      url: 'https://pager.example',
      headers: { A: 'Bearer ${secret:PAGER}' },
      insecure_http: false,
    };
    const alerts: AlertSettings = {
      thresholds: {},
      channels: [
        { name: 'desk', least: 'note', via: { kind: 'slack', ...address, url: '${secret:CHAT_URL}' } },
        { name: 'phone', least: 'urgent', via: { kind: 'webhook', ...pager } },
        { name: 'mail', least: 'note', via: { kind: 'email', to: ['desk@example.com'] } },
      ],
      heartbeat: { ...address, url: '${secret:CHAT_URL}', every_ms: 60_000 },
    };
    const cache = { loaded: () => true, current: () => ({ ...testCatalogue(), alerts }) };
    expect(missingSecretNotes('console', cache, {})).to.deep.equal([
      "secret CHAT_URL is not set (LEADKEEP_SECRET_CHAT_URL), channel desk, heartbeat can't be reached",
      "secret PAGER is not set (LEADKEEP_SECRET_PAGER), channel phone can't be reached",
    ]);
    expect(missingSecretNotes('sweeper', cache, {})).to.deep.equal([]);
  });
});
