import { IDS } from '../../../support/catalogue.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { useDataKeys } from '../../../../src/platform/mongo/sealing/data-keys-of.js';
import { forgetKid, rememberKid } from '../../../../src/platform/mongo/sealing/known-kids.js';
import { probeDataKeys } from '../../../../src/platform/process/readiness.js';
import { openMongo } from '../../../../src/platform/mongo/mongo.js';
import { createLeadOverview } from '../../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../../src/platform/mongo/stores/search-store.js';
import { parseDataKeys } from '../../../../src/platform/secrets/data-keys.js';
import { testLead, testSearch } from '../../../support/records.js';
import { postedAgain } from '../../../support/stored-records.js';
import { migratedServices, silentLog, TEST_DATA_KEYS } from '../../../support/services.js';

const AT = new Date('2026-11-21T17:00:00Z');
const CONSENT = {
  ...{
    decision: true,
    text: 'I agree, Zebulon.',
    button_label: 'Go',
    cert_url: 'https://cert.example.com/zebulon',
  },
  ...{ universal_lead_ref: null, ip_address: '203.0.113.99', at: AT },
};
const PERSON = {
  lead: {
    personal: { first_name: 'Zebulon', email: 'zebulon@example.com', phone: '6085550177' },
    address: { state: 'WI', zip_code: '53704', address_line_1: 'Zebulon Street 1' },
  },
  tracking: {
    ip_address: '203.0.113.99',
    gclid: 'zebulon-click',
    subid: 'spring',
    utm_source: 'zebulon-utm',
  },
  extra: { marker: 'zebulon-extra' },
};
const LEAD = testLead({
  ...PERSON,
  answers: { why: 'zebulon-answer' },
  consent: CONSENT,
  fallbacks: [
    {
      ...{
        lead_id: '20000000-0000-4000-8000-000000000009',
        offer_id: 'offer',
        data_hash: 'hash',
        buyer_id: IDS.buyer,
      },
      ...{ answers: { why: 'zebulon-other' }, consent: CONSENT },
    },
  ],
});
const SEARCH = testSearch({ ...PERSON, consent: { tcpa_consent: true, universal_lead_ref: 'zebulon' } });
const OTHER_KEY = `other:${Buffer.alloc(32, 'other').toString('base64')}`;

describe('records with a sealed person', () => {
  const services = migratedServices();
  let connection: Connection;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(async () => {
    for (const name of ['leads', 'searches']) await connection.collection(name).deleteMany({});
  });
  after(async () => {
    for (const close of closers) await close();
    await services.close();
  });

  /** A process with other keys, or with none. */
  async function processWith(keys?: string): Promise<Connection> {
    const mongo = openMongo(services.mongoUrl, 'operator', silentLog);
    await mongo.opened;
    closers.push(() => mongo.close());
    if (keys !== undefined) useDataKeys(mongo.connection, parseDataKeys(keys));
    return mongo.connection;
  }
  const raw = async (): Promise<string> =>
    JSON.stringify([
      await connection.collection('leads').find({}).toArray(),
      await connection.collection('searches').find({}).toArray(),
    ]);
  const read = (from: Connection) => createLeadStore(from).read(LEAD.id);

  /** The affiliate sends the lead and the search again. */
  async function sendAgain(from: Connection): Promise<void> {
    const now = { received_at: AT, due_at: AT, received_before: AT };
    const { lead, tracking, extra, identities, campaign_id } = LEAD;
    const submission = await createLeadStore(from).resubmit(LEAD.id, 1, postedAgain(LEAD, now));
    expect(submission).to.equal(2);
    await createSearchStore(from).searchAgain(
      SEARCH.id,
      { affiliate_id: SEARCH.affiliate_id, is_test: false },
      {
        ...{ lead, tracking, extra, consent: SEARCH.consent, identities, request_id: 'request-2' },
        ...{ campaign_id, is_test: false, due_at: AT, closes_at: AT },
        mergeIdentities: () => [],
        entries: [{ at: AT, what: 'received_again' }],
      },
      AT,
    );
  }

  it('have nothing of the person in clear but the state and the subids, and are read as they were', async () => {
    await createLeadStore(connection).insert(LEAD);
    await createSearchStore(connection).insert(SEARCH);
    expect(await raw()).to.not.match(/zebulon|203\.0\.113|6085550177|53704/i);
    const stored = await connection.collection('leads').findOne({});
    expect(stored).to.deep.include({ lead: { address: { state: 'WI' } }, tracking: { subid: 'spring' } });
    expect(stored).to.not.have.any.keys('consent', 'extra', 'answers');
    expect(await read(connection)).to.deep.equal(LEAD);
    expect(await createSearchStore(connection).read(SEARCH.id)).to.deep.equal(SEARCH);
    const taken = await createLeadStore(connection).take(
      LEAD.id,
      1,
      AT,
      new Date(AT.getTime() + 30_000),
      'me',
    );
    expect(taken?.lead).to.deep.equal(LEAD.lead);
    expect(taken?.fallbacks).to.deep.equal(LEAD.fallbacks);
  });

  it('are sealed when they are sent again', async () => {
    await createLeadStore(connection).insert({ ...LEAD, state: 'failed' });
    await createSearchStore(connection).insert(SEARCH);
    await sendAgain(connection);
    expect(await raw()).to.not.match(/zebulon|203\.0\.113|6085550177|53704/i);
    expect((await read(connection))?.consent).to.deep.equal(CONSENT);
    expect((await createSearchStore(connection).read(SEARCH.id))?.extra).to.deep.equal(LEAD.extra);
  });

  it('have nothing left in clear of a record whose person was removed, when they are sent again', async () => {
    await createLeadStore(connection).insert({ ...LEAD, state: 'failed' });
    await createSearchStore(connection).insert(SEARCH);
    const removed = {
      $set: { lead: {}, extra: {}, answers: {}, consent: { decision: true, text: null } },
      $unset: { sealed: 1 as const, sealed_by: 1 as const },
    };
    for (const name of ['leads', 'searches']) await connection.collection(name).updateOne({}, removed);
    await sendAgain(connection);
    for (const name of ['leads', 'searches'])
      expect(await connection.collection(name).findOne({}), name)
        .to.include.keys('sealed')
        .and.to.not.have.any.keys('extra', 'answers', 'consent');
  });

  it('wait for a key that a process lacks: its state can be read, its person is an outage', async () => {
    await createLeadStore(connection).insert(LEAD);
    for (const other of [await processWith(OTHER_KEY), await processWith()]) {
      const found = await read(other);
      expect([found?.state, found?.offer_id]).to.deep.equal([LEAD.state, LEAD.offer_id]);
      expect(() => found?.lead).to.throw('the data key test is not available');
      expect(() => ({ ...found })).to.throw('the data key test is not available');
      const [shown] = await createLeadOverview(other).list({ kind: 'undecided' }, 'oldest', 9);
      expect(shown?.lead).to.deep.equal({ address: { state: 'WI' } });
      expect(shown?.consent).to.deep.equal({});
    }
    const both = await processWith(`${OTHER_KEY},${TEST_DATA_KEYS}`);
    expect((await read(both))?.lead).to.deep.equal(LEAD.lead);
  });

  it('make a process unready that lacks a key under which another one seals', async () => {
    const other = await processWith(OTHER_KEY);
    await rememberKid(other);
    await rememberKid(await processWith(`${TEST_DATA_KEYS},${OTHER_KEY}`));
    expect(await probeDataKeys(connection)()).to.equal('DATA_KEYS lacks other');
    expect(await probeDataKeys(other)()).to.equal('DATA_KEYS lacks test');
    expect(await probeDataKeys(await processWith(`${TEST_DATA_KEYS},${OTHER_KEY}`))()).to.equal(undefined);
    expect(await probeDataKeys(await processWith())(), 'it opens nothing').to.equal(undefined);
  });

  it('get no new key from a process that lacks one that this database needs: it notes nothing', async () => {
    await connection.collection('meta').deleteMany({});
    await rememberKid(connection);
    const noted = async () => (await connection.collection('meta').find().toArray()).map((row) => row._id);
    const before = await noted();
    const refusal = (of: Connection, lacking?: string): Promise<string> =>
      rememberKid(of, lacking).then(
        () => 'noted',
        (error: unknown) => (error as Error).message,
      );
    const NEW_KEY = `new:${Buffer.alloc(32, 'new').toString('base64')}`;
    const wrong = await processWith(NEW_KEY);
    expect(await refusal(wrong)).to.match(/^Settings: DATA_KEYS lacks test, which this database needs, so /);
    const both = await processWith(`${NEW_KEY},${TEST_DATA_KEYS}`);
    expect(await refusal(both, 'IDENTITY_SECRETS lacks 1')).to.match(/^Settings: IDENTITY_SECRETS lacks 1, /);
    const otherTest = `test:${Buffer.alloc(32, 'another').toString('base64')}`;
    expect(await refusal(await processWith(`${NEW_KEY},${otherTest}`))).to.contain(
      'the key named test in DATA_KEYS is not',
    );
    expect(await noted()).to.deep.equal(before);
    expect(await probeDataKeys(connection)()).to.equal(undefined);
    expect(await refusal(both)).to.equal('noted');
    await forgetKid(connection, 'new');
  });

  it('are not sealed by two keys of one name', async () => {
    await rememberKid(connection);
    const other = await processWith(`test:${Buffer.alloc(32, 'another').toString('base64')}`);
    const refused = await rememberKid(other).then(
      () => 'noted',
      (error: unknown) => (error as Error).message,
    );
    expect(refused).to.match(/^Settings: the key named test in DATA_KEYS is not /);
    await rememberKid(await processWith(TEST_DATA_KEYS));
  });

  it('are not stored by a process without keys', async () => {
    const without = createLeadStore(await processWith());
    const stored = await without.insert(LEAD).then(
      () => 'stored',
      (error: unknown) => (error as Error).message,
    );
    expect(stored).to.equal('a process without DATA_KEYS stores no person');
    expect(await connection.collection('leads').countDocuments({})).to.equal(0);
  });
});
