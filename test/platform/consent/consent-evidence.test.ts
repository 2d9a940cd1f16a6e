import { testAttempt } from '../../support/records.js';
import { hash } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { chainEvidence } from '../../../src/app/consent/chain-evidence.js';
import { keepDecided, keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { standingText } from '../../../src/app/consent/proof-words.js';
import { proveConsent } from '../../../src/app/consent/prove-consent.js';
import { publishHeads } from '../../../src/app/consent/publish-heads.js';
import { verifyChain } from '../../../src/app/consent/verify-consent-chain.js';
import { MissingDataKeyError, OutageError } from '../../../src/app/outage.js';
import { publishNews } from '../../../src/app/news/publish-news.js';
import type { ConsentStore } from '../../../src/app/ports/consent-store.js';
import type { PublishedHead } from '../../../src/core/consent/consent-chain.js';
import { digestOf } from '../../../src/core/consent/evidence.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { PLAIN_SEALER } from '../../support/plain-sealer.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { migratedServices, silentLog, TEST_DATA_KEYS } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const DAY_MS = 86_400_000;
const TEST_KEYS = parseDataKeys(TEST_DATA_KEYS);

describe('the evidence of consents', () => {
  const services = migratedServices();
  let connection: Connection;
  let consents: ConsentStore;
  let now = new Date('2026-11-20T12:00:00Z');
  const clock = (): Date => now;
  before(async () => {
    connection = await services.migrated();
    consents = createConsentStore(connection);
  });
  after(() => services.close());

  const attempt = (over: Partial<Attempt> = {}): Attempt => ({
    ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome: 'accepted' }),
    sent_to: { buyer_id: 'buyer-1', delivery_origin: 'https://leads.example.com' },
    ...over,
  });
  const decision = { code: 'ACCEPTED', at: minute(1), payout_cents: 900, source: 'buyer' } as const;

  /** A lead that was decided, and owes the news of it. */
  async function decided(over: Partial<LeadRecord> = {}): Promise<LeadRecord> {
    const lead = aLead({ state: 'unknown', attempts: [attempt()], ...over });
    const leads = createLeadStore(connection);
    await leads.insert(lead);
    const change = { state: 'accepted', due_at: null, decision, entries: [] } as const;
    await leads.transition({ id: lead.id, submission: 1, states: ['unknown'] }, change);
    return lead;
  }
  const ports = () => ({
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    ...{ consents, sealer: PLAIN_SEALER, clock },
  });
  const publish = (after?: () => Promise<void>) =>
    publishNews({
      news: createNewsStore(connection),
      leads: createLeadStore(connection),
      log: silentLog,
      tell: async (_, owing) => {
        await keepDecided(ports(), owing);
        await after?.();
      },
    });
  const chain = () => chainEvidence(ports());
  const heads: PublishedHead[] = [];
  const publishDay = (write = (head: PublishedHead) => Promise.resolve(void heads.push(head))) =>
    publishHeads({ consents, log: { info: () => undefined }, places: [write] });
  async function faults(outside: readonly PublishedHead[] = []): Promise<string[]> {
    const found: string[] = [];
    await verifyChain({ consents, heads: outside, now, onFault: ({ detail }) => found.push(detail) });
    return found;
  }
  const prove = (id: string) => proveConsent({ consents, sealer: PLAIN_SEALER, clock }, id);

  it('is kept once of each lead that may have left, also if the publisher dies', async () => {
    const [sold, never, test] = [
      await decided(),
      await decided({ attempts: [attempt({ outcome: 'never_sent' })] }),
      await decided({ is_test: true }),
    ];
    const died = await publish(() => Promise.reject(new OutageError('the test', undefined))).catch(
      (error: unknown) => (error as Error).message,
    );
    expect(died).to.equal('the test is not available');
    await publish();
    expect(await prove(never.id)).to.deep.equal([]);
    expect(await prove(test.id)).to.deep.equal([]);
    const [proof, ...others] = await prove(sold.id);
    expect(others).to.deep.equal([]);
    expect(proof?.standing).to.equal('not_headed');
    expect(proof?.evidence.person).to.deep.equal({ first_name: 'Ada', email: 'ada@example.com' });
    expect(proof?.evidence.recipients).to.deep.equal([
      {
        ...{ at: minute(0).toISOString(), outcome: 'accepted', buyer_id: 'buyer-1' },
        origin: 'https://leads.example.com',
      },
    ]);
  });

  it('is chained once, whoever else chains, and proved by the head of its day', async () => {
    const [one, two] = [await decided(), await decided()];
    await publish();
    await chain();
    expect((await prove(one.id))[0]?.standing).to.equal('not_headed');

    now = new Date(now.getTime() + DAY_MS);
    await Promise.all([chain(), chain(), chain()]);
    await chain();
    const failed = await publishDay(() => Promise.reject(new Error('disk full'))).catch(() => 'failed');
    expect([failed, heads]).to.deep.equal(['failed', []]);
    expect([await publishDay(), await publishDay()]).to.deep.equal([1, 0]);
    expect(heads.map(({ day }) => day)).to.deep.equal(['2026-11-20']);
    // What lost against another's head is in that of the next day.
    now = new Date(now.getTime() + DAY_MS);
    await chain();

    // As a stranger would, with what `--json` prints and the head that was published.
    await consents.removeOf([two.id]);
    const [proof] = await prove(one.id);
    expect(proof?.standing).to.equal('unchanged');
    const sha256 = (text: string) => hash('sha256', text, 'hex');
    expect(sha256(`${proof?.salt}\n${proof?.text}`)).to.equal(proof?.digest);
    const root = proof!.path.reduce((node, next) => sha256([node, next].sort().join('')), proof!.digest);
    expect(root).to.equal(proof?.head?.root);
    const { day, prev } = proof!.head!;
    expect(sha256(`${day}:${prev}:${root}`)).to.equal(proof?.head?.hash);
    expect(await faults(heads)).to.deep.equal([]);
    // Nothing in it tells how much evidence the day had.
    expect([proof?.path.length, Object.keys(proof!.head!)]).to.deep.equal([
      32,
      ['day', 'prev', 'root', 'hash'],
    ]);
  });

  it('is in the next head if the one who chains dies before the head is stored, and once if after that', async () => {
    const sold = await decided();
    await publish();
    const dies = () => Promise.reject(new Error('killed'));
    let stored = false;
    const storesHead: Partial<ConsentStore> = {
      addHead: async (head) => (stored = await consents.addHead(head)),
      settle: (...of) => (stored ? dies() : consents.settle(...of)),
    };
    for (const over of [{ addHead: dies }, storesHead]) {
      now = new Date(now.getTime() + DAY_MS);
      await chainEvidence({ ...ports(), consents: { ...consents, ...over } }).catch(() => undefined);
    }
    const { head } = (await prove(sold.id))[0]!;
    now = new Date(now.getTime() + DAY_MS);
    await chain();
    expect((await prove(sold.id))[0]?.head).to.deep.equal(head);
    expect(await faults()).to.deep.equal([]);
  });

  it('is found out if somebody changes it, or a head', async () => {
    const sold = await decided();
    await publish();
    now = new Date(now.getTime() + DAY_MS);
    await chain();
    await publishDay();
    const evidence = connection.collection<{ _id: string; sealed: string; digest: string }>(
      'consent_evidence',
    );
    const row = await evidence.findOne({ _id: `${sold.id}:1` });
    const salted = JSON.parse(row!.sealed) as { salt: string; text: string };
    const text = salted.text.replace('"decision":true', '"decision":false');
    await evidence.updateOne({ _id: row!._id }, { $set: { sealed: JSON.stringify({ ...salted, text }) } });
    expect((await prove(sold.id))[0]).to.include({
      standing: 'broken',
      fault: 'the evidence is not what was kept',
    });
    const digest = hash('sha256', `${salted.salt}\n${text}`, 'hex');
    await evidence.updateOne({ _id: row!._id }, { $set: { digest } });
    const { day } = heads.at(-1)!;
    expect((await prove(sold.id))[0]?.fault).to.equal(`it is not what the head of ${day} is of`);
    expect(await faults()).to.have.lengthOf(1);

    // Somebody who rewrites the heads too meets those that are outside.
    const stored = connection.collection<{ _id: string }>('consent_heads');
    await stored.updateOne({ _id: day }, { $set: { root: digest } });
    expect(await faults()).to.include('its hash is not that of its content');
    await stored.updateOne({ _id: day }, { $set: { hash: digest } });
    expect(await faults(heads)).to.include(`the head of ${day} is another`);
    await stored.deleteOne({ _id: day });
    expect(await faults(heads)).to.include(`the head of ${day} is missing`);
  });

  describe('that somebody replaces who writes in the database', () => {
    beforeEach(async () => {
      for (const name of ['consent_evidence', 'consent_heads'])
        await connection.collection(name).deleteMany({});
      heads.length = 0;
    });
    const rows = () => connection.collection<{ _id: string }>('consent_evidence');
    const sealed = () => sealerOf(connection);
    const keep = async (lead: LeadRecord): Promise<string> => {
      await keepEvidence({ ...ports(), sealer: sealed() }, [lead]);
      return lead.id;
    };
    const keptOf = (id: string) => rows().findOne({ _id: `${id}:1` }) as Promise<object | null>;
    const proof = async (id: string) => (await proveConsent({ consents, sealer: sealed(), clock }, id))[0];
    const endDay = async (): Promise<void> => {
      now = new Date(now.getTime() + DAY_MS);
      await chain();
      await publishDay();
    };

    it('is found if it is that of another lead', async () => {
      const [one, other] = [await keep(await decided()), await keep(await decided())];
      await endDay();
      const { _id, lead_id, ...rest } = (await keptOf(other)) as Record<string, unknown>;
      await rows().updateOne({ _id: `${one}:1` }, { $set: rest });
      expect(await proof(one)).to.include({ standing: 'broken', fault: `it is the evidence of ${other}:1` });
      expect(await faults(heads)).to.have.lengthOf(1);
      expect([_id, lead_id]).to.deep.equal([`${other}:1`, other]);
    });

    it('is told if it is in the chain days later, and cannot be opened if it is not sealed', async () => {
      const [lead] = [await keep(await decided()), await keep(await decided())];
      await endDay();
      await endDay();
      const before = await proof(lead);
      expect(before?.standing).to.equal('unchanged');
      const text = before!.text.replace('"decision":true', '"decision":false');
      const salted = { salt: before!.salt, text };
      const forged = { sealed: JSON.stringify(salted), digest: digestOf(salted), unchained: now };
      await rows().updateOne({ _id: `${lead}:1` }, { $set: forged, $unset: { tree: 1, path: 1 } });
      await endDay();
      expect((await faults(heads)).join()).to.contain('by the head of');
      expect(await proof(lead).catch((error: unknown) => error)).to.be.instanceOf(MissingDataKeyError);
      await rows().updateOne(
        { _id: `${lead}:1` },
        { $set: { sealed: TEST_KEYS.seal(JSON.stringify(salted)) } },
      );
      expect((await proof(lead))?.standing).to.equal('late');
    });

    it('is found if it loses its place in the chain', async () => {
      const [kept, moved] = [await keep(await decided()), await keep(await decided())];
      expect([(await proof(kept))?.standing, await faults()]).to.deep.equal(['not_headed', []]);
      await endDay();
      await endDay();
      for (const id of [kept, moved])
        await rows().updateOne({ _id: `${id}:1` }, { $unset: { tree: 1, path: 1 } });
      const late = await proof(kept);
      expect(late?.standing).to.equal('late');
      expect(standingText(late!)).to.contain('Either the sweeper is down, or someone replaced the evidence');
      expect((await faults(heads)).join()).to.contain('and not in the chain yet');
      // With the place of another, or none in the tree.
      const other = await keep(await decided());
      await endDay();
      const { tree, path } = (await keptOf(other)) as unknown as Record<string, unknown>;
      await rows().updateOne({ _id: `${moved}:1` }, { $set: { tree, path } });
      expect((await proof(moved))?.standing).to.equal('broken');
      const own = await proof(other);
      await rows().updateOne({ _id: `${moved}:1` }, { $set: { tree, path, digest: own?.digest } });
      expect((await faults(heads)).join()).to.contain('its digest is that of');
    });
  });
});
