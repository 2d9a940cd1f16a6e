import { testAttempt, testSentTo } from '../../support/records.js';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { chainEvidence } from '../../../src/app/consent/chain-evidence.js';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure, type Erased } from '../../../src/app/person/erase-person.js';
import { finishErasures } from '../../../src/app/person/finish-erasures.js';
import { applyRetention } from '../../../src/app/retention/apply-retention.js';
import { tryToCreateFallbackLead } from '../../../src/app/submit/create-fallback.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { migratedServices, TEST_DATA_KEYS } from '../../support/services.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { aLead, minute } from '../../support/stored-records.js';

const STORED = ['leads', 'searches', 'erasures', 'meta', 'consent_evidence', 'buyer_notices'];
const NOW = minute(0);
const DAY_MS = 86_400_000;
const days = (n: number): Date => new Date(NOW.getTime() + n * DAY_MS);

describe('an erasure, and what happens meanwhile', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() => Promise.all(STORED.map((name) => connection.collection(name).deleteMany({}))));
  after(() => services.close());

  const ports = (now = NOW) => erasePortsIn(connection, now);
  async function lead(over: Partial<LeadRecord>, key = 'key-of-ada'): Promise<string> {
    const one = aLead({ identities: [{ kind: 'email', key }], ...over });
    await createLeadStore(connection).insert(one);
    return one.id;
  }
  const attempt = (outcome: 'accepted' | 'unknown' | 'open') => ({
    ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome }),
    sent_to: testSentTo('buyer-1'),
  });
  const isThere = async (id: string): Promise<boolean> => {
    const row = await connection.collection<{ _id: string }>('leads').findOne({ _id: id });
    return row !== null && 'sealed' in row;
  };
  async function begin(no_evidence = false, keys = ['key-of-ada']) {
    const found = await createErasureStore(connection).find(keys);
    return beginErasure(ports(), undefined, { case: 'C-1', at: NOW, keys, no_evidence, ...found });
  }
  /** As if the sweeper published that leads ended. */
  async function erase(
    erasure: Awaited<ReturnType<typeof begin>>,
    over: Partial<ReturnType<typeof ports>> = {},
  ): Promise<Erased> {
    const publish = () =>
      connection
        .collection('leads')
        .updateMany({}, { $pull: { pending_effects: { kind: 'news' } } } as object);
    const publishing = setInterval(() => void publish(), 100);
    return runErasure({ ...ports(), ...over }, erasure).finally(() => {
      clearInterval(publishing);
    });
  }

  it('ends a fallback too that a worker opens', async () => {
    const next_fallback = { lead_id: 'try-2', offer_id: 'offer-2', submission: 1, at: NOW };
    const { consent } = aLead();
    const first = await lead({
      ...{ state: 'rejected', next_fallback, decision: { code: 'CAP_REACHED', at: NOW, source: 'service' } },
      pending_effects: [{ kind: 'fallback', since: NOW }],
      fallbacks: [
        { lead_id: 'try-2', offer_id: 'offer-2', answers: {}, data_hash: 'h', consent, buyer_id: IDS.buyer },
      ],
    });
    const erasure = await begin();
    const nowhere = () => Promise.resolve();
    const queues = { submit: nowhere, search: nowhere, partner: nowhere };
    let opening = Promise.resolve(false);
    // When the erasure has looked for its leads.
    const erasures = {
      ...ports().erasures,
      async find(...args: Parameters<ReturnType<typeof createErasureStore>['find']>) {
        const found = await ports().erasures.find(...args);
        opening = pause(200).then(() => tryToCreateFallbackLead({ ...ports(), queues }, first));
        return found;
      },
    };
    const erased = await erase(erasure, { erasures });
    await opening;
    expect([erased.ended, erased.forgotten, erased.busy]).to.deep.equal([['try-2'], [first], []]);
    const second = await createLeadStore(connection).read('try-2');
    expect([second?.state, second?.lead]).to.deep.equal(['rejected', {}]);
    const [stored] = await createErasureStore(connection).ofCase('C-1');
    expect(stored?.lead_ids).to.deep.equal([first, 'try-2']);
  });

  describe('of a lead whose request is about to leave', () => {
    const { consent } = aLead();
    const owed = { lead_id: 'try-2', offer_id: 'offer-2', submission: 1, at: NOW };
    const fallbacks = [
      { lead_id: 'try-2', offer_id: 'offer-2', buyer_id: IDS.buyer, answers: {}, data_hash: 'h', consent },
    ];
    const nowhere = () => Promise.resolve();
    const queues = { submit: nowhere, search: nowhere, partner: nowhere };
    const opening = (over: object = {}) => ({ ...ports(), queues, ...over });
    const sending = () => lead({ state: 'sending', attempts: [attempt('open')], fallbacks });
    /** As its worker ends it when nothing was sent and its window is over. */
    const fallsBack = (id: string) =>
      connection.collection<{ _id: string }>('leads').updateOne(
        { _id: id },
        {
          $set: {
            ...{ state: 'rejected', next_fallback: owed, 'attempts.0.outcome': 'never_sent' },
            decision: { code: 'DELIVERY_FAILED', at: NOW, source: 'service' },
            pending_effects: [{ kind: 'fallback', since: NOW }],
          },
        },
      );

    it('the next try that its worker stores is to be erased too', async () => {
      const first = await sending();
      expect((await erase(await begin())).later).to.deep.equal([first]);
      await fallsBack(first);
      await tryToCreateFallbackLead(opening(), first);
      expect((await ports().leads.read('try-2'))?.forget).to.deep.equal({ at: days(30), no_evidence: false });
    });

    it('a next try that was made of it before joins the erasure', async () => {
      const first = await sending();
      const erasure = await begin();
      let stored = Promise.resolve(false);
      let [meet, mark] = [(): void => undefined, (): void => undefined];
      const met = new Promise<void>((resolve) => (meet = resolve));
      const marked = new Promise<void>((resolve) => (mark = resolve));
      // The worker falls back and reads the lead right before the mark, and stores the next one behind it.
      const late = {
        ...ports().leads,
        async insertFallback(next: LeadRecord) {
          meet();
          await marked;
          return ports().leads.insertFallback(next);
        },
      };
      const erasures = {
        ...ports().erasures,
        async forgetLater(...args: Parameters<ReturnType<typeof createErasureStore>['forgetLater']>) {
          await fallsBack(first);
          stored = tryToCreateFallbackLead(opening({ leads: late }), first);
          await met;
          await ports().erasures.forgetLater(...args);
          mark();
        },
      };
      expect((await runErasure({ ...ports(), erasures }, erasure)).busy).to.deep.equal([first]);
      expect(await stored).to.equal(true);
      await finishErasures(ports());
      const second = await ports().leads.read('try-2');
      expect([second?.state, second?.decision?.refusal?.check]).to.deep.equal(['rejected', 'erasure']);
    });
  });

  it('waits for a lead whose data key is not here, and for nothing else', async () => {
    const sold = { state: 'accepted', attempts: [attempt('accepted')] } as const;
    const keyOfEve = parseDataKeys(`eve:${randomBytes(32).toString('base64')},${TEST_DATA_KEYS}`);
    useDataKeys(connection, keyOfEve);
    const [eve, late] = [await lead(sold, 'key-of-eve'), await lead(sold, 'key-of-eve')];
    const forget = { at: minute(-1), no_evidence: false };
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: late }, { $set: { forget } });
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    const refused = await lead({ state: 'rejected' }, 'key-of-eve');
    await begin(false, ['key-of-eve']);
    const ada = await lead({ state: 'rejected', forget });
    await begin();
    await finishErasures(ports(minute(3)));
    expect(await Promise.all([eve, late, refused, ada].map(isThere))).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
    expect(await createErasureStore(connection).unfinished()).to.have.lengthOf(1);

    useDataKeys(connection, keyOfEve);
    await finishErasures(ports(minute(3)));
    expect([await isThere(eve), await isThere(late)]).to.deep.equal([false, false]);
    expect(await createErasureStore(connection).unfinished()).to.deep.equal([]);
    expect(await createConsentStore(connection).ofLead(eve)).to.have.lengthOf(1);
  });

  it('that removes the evidence does so too after a kill, and before the term', async () => {
    const later = () => lead({ state: 'unknown', attempts: [attempt('unknown')] });
    const killed = await later();
    await erase(await begin(true));
    await keepEvidence(
      ports(),
      (await ports().leads.readMany([killed])).map(({ forget: _, ...one }) => one),
    );
    const dies = { forgetLead: () => Promise.reject(new Error('killed')) };
    const persons = { ...ports().persons, ...dies };
    await finishErasures({ ...ports(days(31)), persons });
    await finishErasures(ports(days(31)));
    // An erasure that comes later removes no less, and takes no longer.
    const due = await later();
    await erase(await begin(true));
    await erase({ ...(await begin()), at: days(9) });
    const { forget } = (await ports().leads.read(due)) ?? {};
    expect(forget).to.deep.equal({ at: days(30), no_evidence: true });
    const retention = { sold_leads: 14 * DAY_MS };
    const terms = { current: () => ({ ...testCatalogue(), retention }) };
    await applyRetention({ ...ports(days(15)), catalogue: terms });
    for (const id of [killed, due]) {
      expect(await isThere(id)).to.equal(false);
      expect(await createConsentStore(connection).ofLead(id)).to.deep.equal([]);
    }
  });

  it('that removes the evidence also removes what a process keeps that stood still', async () => {
    const sold = await lead({ state: 'accepted', attempts: [attempt('accepted')] });
    const partnersOf = async () => {
      await erase(await begin(true));
      return new Map();
    };
    const stale = { ...ports(), searches: { ...ports().searches, partnersOf } };
    await keepEvidence(stale, await ports().leads.readMany([sold]));
    await chainEvidence(ports(days(2)));
    expect(await createConsentStore(connection).ofLead(sold)).to.deep.equal([]);
  });

  it('removes the person after 30 days also from a lead that waits, which is not sent then', async () => {
    const tried = attempt('unknown');
    const waiting = await lead({ state: 'waiting', attempts: [tried] });
    const queued = await lead({ state: 'queued', attempts: [tried] });
    const held = await lead({ state: 'working', attempts: [tried] });
    await erase(await begin());
    const read = (await ports().leads.read(queued))!;
    await finishErasures(ports(days(29)));
    expect(await Promise.all([waiting, queued, held].map(isThere))).to.deep.equal([true, true, true]);
    await finishErasures(ports(days(31)));
    expect(await Promise.all([waiting, queued, held].map(isThere))).to.deep.equal([false, false, true]);
    // A first run that had read it loses. A later one leaves it to an operator.
    const { submission, received_at } = read;
    const when = { id: queued, submission, received_at, runs: 0, states: ['queued'], attempts: 1 } as const;
    const change = { state: 'sending', due_at: days(31), entries: [] } as const;
    expect(await ports().leads.transition(when, change)).to.equal(false);
    const taken = await ports().leads.take(queued, submission, days(31), days(32));
    expect([taken?.state, taken?.forgotten?.why]).to.deep.equal(['working', 'erasure']);
  });
});
