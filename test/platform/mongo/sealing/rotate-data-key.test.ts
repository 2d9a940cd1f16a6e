import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { useDataKeys } from '../../../../src/platform/mongo/sealing/data-keys-of.js';
import { countKids, reseal } from '../../../../src/platform/mongo/sealing/rotate-data-key.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../../src/platform/mongo/stores/search-store.js';
import { parseDataKeys } from '../../../../src/platform/secrets/data-keys.js';
import { testLead, testSearch } from '../../../support/records.js';
import { postedAgain } from '../../../support/stored-records.js';
import { privateServices, TEST_DATA_KEYS } from '../../../support/services.js';

const key = (name: string): string => `${name}:${Buffer.alloc(32, name).toString('base64')}`;
const NEW = parseDataKeys(`${key('new')},${TEST_DATA_KEYS}`);
const LOST = parseDataKeys(key('lost'));
const idOf = (n: number): string => `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const AT = new Date('2026-11-21T17:00:00Z');
/** More than one batch. */
const LEADS = 1_100;

describe('sealing under another key', () => {
  const services = privateServices();
  let connection: Connection;
  const lead = (n: number) =>
    testLead({ id: idOf(n), state: 'failed', extra: { n }, lead: { personal: { first_name: `Zeb ${n}` } } });
  before(async () => {
    connection = await services.connection();
  });
  beforeEach(async () => {
    for (const name of [
      'leads',
      'searches',
      'consent_evidence',
      'buyer_notices',
      'verification_answers',
      'meta',
    ])
      await connection.collection(name).deleteMany({});
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
  });
  after(() => services.close());

  let stored: readonly object[] = [];
  async function store(): Promise<void> {
    const [leads, documents] = [createLeadStore(connection), connection.collection('leads')];
    if (stored.length > 0) await documents.insertMany([...stored]);
    else await Promise.all(Array.from({ length: LEADS }, (_, n) => leads.insert(lead(n))));
    stored = await documents.find().toArray();
    await createSearchStore(connection).insert(testSearch());
  }
  const countOf = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await countKids(connection)).map(({ collection, kid, n }) => [`${collection} ${kid}`, n]),
    );
  async function run(most = Infinity): Promise<void> {
    let batches = 0;
    for await (const _ of reseal(connection, NEW)) if ((batches += 1) >= most) return;
  }

  it('seals what another key sealed; stopped, it goes on', async () => {
    await store();
    await run(1);
    expect((await countOf())['leads new']).to.equal(500);
    await run();
    expect(await countOf()).to.deep.equal({ 'leads new': LEADS, 'searches new': 1 });
    expect(JSON.stringify(await connection.collection('leads').find({}).toArray())).to.not.contain(
      'personal',
    );
    useDataKeys(connection, parseDataKeys(key('new')));
    const leads = createLeadStore(connection);
    for (const n of [0, 1, 2, LEADS - 1]) expect(await leads.read(idOf(n))).to.deep.equal(lead(n));
    expect(await connection.collection<{ _id: string }>('meta').findOne({ _id: 'reseal' })).to.equal(null);
  });

  it('seals the evidence of consents too, with the text that its digest is of; stopped, it goes on', async () => {
    const old = parseDataKeys(TEST_DATA_KEYS);
    const text = (n: number): string => JSON.stringify({ salt: 'salt', n });
    const rows = Array.from({ length: 600 }, (_, n) => ({
      _id: idOf(n),
      sealed: old.seal(text(n)),
      sealed_by: 'test',
      digest: `d${n}`,
    }));
    const evidence = connection.collection<(typeof rows)[number]>('consent_evidence');
    await evidence.insertMany([
      ...rows,
      { _id: idOf(600), sealed: LOST.seal('{}'), sealed_by: 'lost', digest: 'd600' },
    ]);
    expect(await countOf()).to.deep.equal({ 'consent_evidence test': 600, 'consent_evidence lost': 1 });
    await run(1);
    expect(await countOf()).to.include({ 'consent_evidence new': 500, 'consent_evidence test': 100 });
    await run();
    expect(await countOf()).to.deep.equal({ 'consent_evidence new': 600, 'consent_evidence lost': 1 });
    const found = await evidence
      .find({ digest: { $ne: 'd600' } })
      .sort({ _id: 1 })
      .toArray();
    expect(found.map(({ sealed }) => NEW.open(sealed))).to.deep.equal(rows.map((_, n) => text(n)));
  });

  it('seals messages to buyers and answers of verification services too, and no message without hashes', async () => {
    const old = parseDataKeys(TEST_DATA_KEYS);
    const notices = connection.collection<{ _id: string; sealed_by?: string; content: { sealed?: string } }>(
      'buyer_notices',
    );
    const answers = connection.collection<{ _id: string; sealed: string; sealed_by: string }>(
      'verification_answers',
    );
    await notices.insertMany([
      { _id: 'waiting', sealed_by: 'test', content: { sealed: old.seal('hashes') } },
      { _id: 'lost', sealed_by: 'lost', content: { sealed: LOST.seal('hashes') } },
      { _id: 'by its reference', content: {} },
    ]);
    await answers.insertOne({ _id: 'question', sealed: old.seal('heard'), sealed_by: 'test' });
    expect(await countOf()).to.deep.equal({
      ...{ 'buyer_notices test': 1, 'buyer_notices lost': 1, 'verification_answers test': 1 },
    });
    await run(1);
    await run();
    expect(await countOf()).to.deep.equal({
      ...{ 'buyer_notices new': 1, 'buyer_notices lost': 1, 'verification_answers new': 1 },
    });
    expect(NEW.open((await notices.findOne({ _id: 'waiting' }))?.content.sealed ?? '')).to.equal('hashes');
    expect(NEW.open((await answers.findOne({ _id: 'question' }))?.sealed ?? '')).to.equal('heard');
    expect(await notices.findOne({ _id: 'by its reference' })).to.deep.include({ content: {} });
  });

  it('never undoes what happens meanwhile, and leaves a record whose key is not there', async () => {
    await store();
    useDataKeys(connection, LOST);
    await createLeadStore(connection).insert(lead(LEADS));
    useDataKeys(connection, NEW);
    const leads = createLeadStore(connection);
    const again = (n: number) => {
      const now = { received_at: AT, due_at: AT, received_before: AT };
      return leads.resubmit(idOf(n), 1, postedAgain(lead(n), { ...now, extra: { again: n } }));
    };
    const some = Array.from({ length: 300 }, (_, n) => n * 3);
    await Promise.all([run(), ...some.map(again)]);
    await run();
    expect(await countOf()).to.deep.equal({ 'leads new': LEADS, 'leads lost': 1, 'searches new': 1 });
    for (const n of some) {
      const found = await leads.read(idOf(n));
      expect([found?.submission, found?.extra]).to.deep.equal([2, { again: n }]);
    }
    expect((await leads.read(idOf(1)))?.extra).to.deep.equal({ n: 1 });
  });
});
