import { testAttempt } from '../../support/records.js';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Connection, mongo } from 'mongoose';
import { applyRetention } from '../../../src/app/retention/apply-retention.js';
import type { PersonStore } from '../../../src/app/ports/person-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createPersonStore } from '../../../src/platform/mongo/person/person-store.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { testCatalogue } from '../../support/catalogue.js';
import { leadNews } from '../../support/lead-news.js';
import { migratedServices, silentLog, TEST_DATA_KEYS } from '../../support/services.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const DAY_MS = 86_400_000;
const day = (n: number): Date => new Date(minute(0).getTime() + n * DAY_MS);

describe('what a walk of the retention leaves behind', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() =>
    Promise.all(
      ['leads', 'searches', 'meta', 'consent_evidence'].map((name) =>
        connection.collection(name).deleteMany({}),
      ),
    ),
  );
  after(() => services.close());

  const persons = () => createPersonStore(connection);
  const retain = async (now: Date, retention = {}, over = {}): Promise<void> => {
    await applyRetention({
      persons: { ...persons(), ...over },
      leads: createLeadStore(connection),
      searches: createSearchStore(connection),
      consents: createConsentStore(connection),
      exchanges: createExchangeStore(connection),
      ...{ sealer: sealerOf(connection), clock: () => now, log: silentLog },
      catalogue: { current: () => ({ ...testCatalogue(), retention }) },
    });
  };
  const attempt = testAttempt({
    number: 1,
    submission: 1,
    at: minute(0),
    timeout_ms: 1_000,
    outcome: 'unknown',
  });
  async function lead(over: Partial<LeadRecord>): Promise<string> {
    const one = aLead({ received_at: minute(0), identities: [{ kind: 'email', key: 'k' }], ...over });
    await createLeadStore(connection).insert(one);
    return one.id;
  }
  const rowOf = (id: string) => connection.collection<{ _id: string }>('leads').findOne({ _id: id });
  const isThere = async (id: string): Promise<boolean> => 'sealed' in ((await rowOf(id)) ?? {});
  const change = (id: string, members: object) =>
    connection.collection<{ _id: string }>('leads').updateOne({ _id: id }, { $set: members });

  it('is a lead that waits: its person goes when it is decided, and its labels with it', async () => {
    const waits = await lead({ state: 'saved' });
    const unknown = await lead({ state: 'unknown', attempts: [attempt] });
    await retain(day(401));
    expect([await isThere(waits), await isThere(unknown)]).to.deep.equal([true, false]);
    await retain(day(402));
    for (const id of [waits, unknown]) await change(id, { state: 'accepted', attempts: [attempt] });
    await retain(day(403));
    for (const id of [waits, unknown]) {
      expect(await rowOf(id), id).to.deep.include({ identities: [], tracking: {}, data_hash: '' });
      expect(await rowOf(id))
        .to.have.property('forgotten')
        .and.not.have.property('forget');
    }
    expect(await createConsentStore(connection).ofLead(waits)).to.have.lengthOf(1);
  });

  it('has its labels until their walk comes', async () => {
    const waits = await lead({ state: 'saved' });
    const terms = { sold_leads: 100 * DAY_MS };
    await retain(day(101), terms);
    await change(waits, { state: 'accepted' });
    await retain(day(102), terms);
    expect(await isThere(waits)).to.equal(false);
    expect(await rowOf(waits))
      .to.have.property('identities')
      .with.lengthOf(1);
    await retain(day(401), terms);
    expect(await rowOf(waits))
      .to.deep.include({ identities: [] })
      .and.not.have.property('forget');
  });

  it('is found by its mark alone, not by the ages of all leads that the walk has passed', async () => {
    const filters: object[] = [];
    const note = ({ command }: mongo.CommandStartedEvent): void => {
      if (command['find'] === 'leads') filters.push(command['filter'] as object);
    };
    const client = connection.getClient();
    client.on('commandStarted', note);
    await persons().endMarks();
    client.off('commandStarted', note);
    expect(filters.map((filter) => Object.keys(filter).sort())).to.deep.equal([
      ['forget.at', 'forgotten.at', 'state'],
    ]);
  });

  it('is no lead that was sent again while the walk looked at it', async () => {
    const again = await lead({ state: 'rejected' });
    const due: PersonStore['due'] = async (walk, ...range) => {
      const found = await persons().due(walk, ...range);
      if (walk === 'refused_leads')
        await change(again, { submission: 2, state: 'accepted', received_at: day(91) });
      return found;
    };
    await retain(day(91), {}, { due });
    await retain(day(92));
    expect(await isThere(again)).to.equal(true);
    expect(await rowOf(again)).to.not.have.property('forget');
  });

  it('is a lead whose data key is not here, and no other: it goes when the key is there', async () => {
    const keys = parseDataKeys(`eve:${randomBytes(32).toString('base64')},${TEST_DATA_KEYS}`);
    useDataKeys(connection, keys);
    const sealed = await lead({ state: 'unknown', attempts: [attempt] });
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    const owing = await lead({
      state: 'failed',
      pending_effects: [{ kind: 'news', what: 'decided', since: minute(0), submission: 1, state: 'failed' }],
    });
    const other = await lead({ state: 'rejected', received_at: minute(5) });
    await retain(day(401));
    expect(await Promise.all([sealed, owing, other].map(isThere))).to.deep.equal([true, true, false]);
    useDataKeys(connection, keys);
    await change(owing, { pending_effects: [] });
    await retain(day(402));
    expect(await Promise.all([sealed, owing].map(isThere))).to.deep.equal([false, false]);
    expect(await createConsentStore(connection).ofLead(sealed)).to.have.lengthOf(1);
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
  });

  it('is a search that is run again: it counts from its newest run', async () => {
    const searches = createSearchStore(connection);
    const early = aSearch({ state: 'done', created_at: minute(0) });
    const late = aSearch({ state: 'done', created_at: minute(0) });
    const again = async ({ id, affiliate_id, lead, tracking, consent, extra }: SearchRecord, now: Date) => {
      const data = {
        ...{ lead, tracking, consent, extra },
        identities: [],
        mergeIdentities: () => [],
        suppression_keys: [],
        entries: [],
      };
      const about = {
        campaign_id: 'campaign-1',
        request_id: 'r',
        is_test: false,
        due_at: now,
        closes_at: now,
      };
      await searches.searchAgain(id, { affiliate_id, is_test: false }, { ...data, ...about }, now);
      await searches.close(id, 2, now, { at: now, what: 'closed', reason: { why: 'open time is over' } });
    };
    const there = () =>
      Promise.all([early, late].map(async ({ id }) => 'personal' in ((await searches.read(id))?.lead ?? {})));
    for (const one of [early, late]) await searches.insert(one);
    await again(early, day(29));
    await retain(day(31));
    expect(await there()).to.deep.equal([true, false]);
    await retain(day(60));
    expect(await there()).to.deep.equal([false, false]);
  });

  it('is a search that nobody closed', async () => {
    const search = aSearch({ state: 'asking', created_at: minute(0) });
    await createSearchStore(connection).insert(search);
    const rows = connection.collection<{ _id: string }>('searches');
    const isForgotten = async () => 'forgotten' in ((await rows.findOne({ _id: search.id })) ?? {});
    await retain(day(31));
    await rows.updateOne({ _id: search.id }, { $set: { state: 'done' } });
    await retain(day(60));
    expect(await isForgotten()).to.equal(false);
    await retain(day(62));
    expect(await isForgotten()).to.equal(true);
  });

  it('is no click id in what is told of a lead meanwhile', async () => {
    const id = await lead({ state: 'accepted' });
    const news = leadNews({ lead_id: id, revision: 2, tracking: { gclid: 'Cj0' }, at: day(401) });
    let told = false;
    const forgetClickIds = async (ids: readonly string[]): Promise<void> => {
      await persons().forgetClickIds(ids);
      if (!told && ids.includes(id)) await createNewsStore(connection).publish([news]);
      told ||= ids.includes(id);
    };
    await retain(day(401), {}, { forgetClickIds });
    const stored = await connection.collection('lead_news').find({ lead_id: id }).toArray();
    expect(JSON.stringify(stored))
      .to.contain(id)
      .and.not.match(/Cj0|sealed/);
  });
});
