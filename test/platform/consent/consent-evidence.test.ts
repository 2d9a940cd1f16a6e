import { testAttempt } from '../../support/records.js';
import { hash } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { chainEvidence } from '../../../src/app/consent/chain-evidence.js';
import { keepDecided, keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { standingText } from '../../../src/app/consent/proof-words.js';
import { proveConsent } from '../../../src/app/consent/prove-consent.js';
import { publishHeads } from '../../../src/app/consent/publish-heads.js';
import { verifyChain } from '../../../src/app/consent/verify-chain.js';
import { OutageError } from '../../../src/app/outage.js';
import { publishNews } from '../../../src/app/news/publish-news.js';
import type { ConsentStore } from '../../../src/app/ports/consent-store.js';
import type { ChainHead } from '../../../src/core/consent/consent-chain.js';
import { digestOf } from '../../../src/core/consent/evidence.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { PLAIN_SEALER } from '../../../src/platform/mongo/consent/plain-sealer.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { migratedServices, silentLog } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const DAY_MS = 86_400_000;
const leases = { take: () => Promise.resolve(true) };

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
  const chain = () => chainEvidence({ ...ports(), leases, owner: 'a' });
  const heads: ChainHead[] = [];
  const publishDay = (write = (head: ChainHead) => Promise.resolve(void heads.push(head))) =>
    publishHeads({ consents, clock, log: { info: () => undefined }, places: [write] });
  async function faults(outside: readonly ChainHead[] = []): Promise<string[]> {
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
    expect(proof?.standing).to.equal('not_chained');
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
    await Promise.all([chain(), chain(), chain()]);
    await chain();
    expect(await chain()).to.equal(0);
    const [waiting] = await prove(one.id);
    expect(waiting?.standing).to.equal('not_headed');

    now = new Date(now.getTime() + DAY_MS);
    const failed = await publishDay(() => Promise.reject(new Error('disk full'))).catch(() => 'failed');
    expect([failed, heads]).to.deep.equal(['failed', []]);
    expect([await publishDay(), await publishDay()]).to.deep.equal([1, 0]);
    expect(heads.map(({ day }) => day)).to.deep.equal(['2026-11-20']);

    // As a stranger would, with what `--json` prints and the head that was published.
    await consents.removeOf([two.id]);
    const [proof] = await prove(one.id);
    expect(proof?.standing).to.equal('unchanged');
    const sha256 = (text: string) => hash('sha256', text, 'hex');
    expect(sha256(`${proof?.salt}\n${proof?.text}`)).to.equal(proof?.digest);
    let last = '';
    for (const { position, prev, digest } of proof?.links ?? [])
      last = sha256(`${position}:${last || prev}:${digest}`);
    expect(last).to.equal(heads[0]?.hash);
    expect(await faults(heads)).to.deep.equal([]);
  });

  it('is found out if somebody changes it, the chain, or a head', async () => {
    const sold = await decided();
    await publish();
    await chain();
    now = new Date(now.getTime() + DAY_MS);
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
    expect((await prove(sold.id))[0]?.fault).to.equal('its place in the chain has another digest');
    expect(await faults()).to.have.lengthOf(1);

    // Somebody who rewrites the chain too meets the heads that are outside.
    const links = connection.collection<{ _id: number }>('consent_chain');
    const last = await consents.lastLink();
    await links.deleteOne({ _id: last!.position });
    expect(await faults(heads)).to.include(`the chain ends before the head of ${heads.at(-1)?.day}`);
    await links.deleteOne({ _id: 2 });
    expect(await faults()).to.include('link 2 is missing');
  });

  describe('that somebody replaces who writes in the database', () => {
    beforeEach(async () => {
      for (const name of ['consent_evidence', 'consent_chain', 'consent_heads'])
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
      await chain();
      now = new Date(now.getTime() + DAY_MS);
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

    it('is told if it is not sealed, and if it is in the chain days later', async () => {
      const [lead] = [await keep(await decided()), await keep(await decided())];
      await endDay();
      await endDay();
      const before = await proof(lead);
      expect([before?.standing, before?.is_unsealed]).to.deep.equal(['unchanged', false]);
      const text = before!.text.replace('"decision":true', '"decision":false');
      const salted = { salt: before!.salt, text };
      const forged = { sealed: JSON.stringify(salted), digest: digestOf(salted), unchained: now };
      await rows().updateOne({ _id: `${lead}:1` }, { $set: forged, $unset: { position: 1 } });
      await endDay();
      expect((await proof(lead))?.standing).to.equal('late');
      expect((await faults(heads)).join())
        .to.contain('by the head of')
        .and.contain('it is in clear');
      await rows().updateOne({ _id: `${lead}:1` }, { $set: { kept_at: new Date(now.getTime() - DAY_MS) } });
      const soon = await proof(lead);
      expect([soon?.standing, soon?.is_unsealed]).to.deep.equal(['unchanged', true]);
      expect(standingText(soon!)).to.contain('stored in clear');
    });

    for (const how of ['with data keys', 'without data keys'] as const)
      it(`is found if it loses its place in the chain, ${how}`, async () => {
        const sealer = how === 'with data keys' ? sealed() : PLAIN_SEALER;
        const proved = async (id: string) => (await proveConsent({ consents, sealer, clock }, id))[0];
        const [kept, forged, marked] = [await decided(), await decided(), await decided()];
        await keepEvidence({ ...ports(), sealer }, [kept, forged, marked]);
        expect([(await proved(kept.id))?.standing, await faults()]).to.deep.equal(['not_chained', []]);
        await endDay();
        await endDay();
        const NO_MARK = 'it has no place in the chain, nor the mark by which it gets one';
        await rows().updateOne({ _id: `${kept.id}:1` }, { $unset: { position: 1 } });
        expect(await proved(kept.id)).to.include({ standing: 'broken', fault: NO_MARK });
        expect(await faults(heads)).to.deep.equal([NO_MARK]);
        // With other words, and as if it had just been kept.
        const salted = { salt: 's', text: (await proved(forged.id))!.text.replace(':true', ':false') };
        const other = { sealed: JSON.stringify(salted), digest: digestOf(salted), kept_at: now };
        await rows().updateOne({ _id: `${forged.id}:1` }, { $set: other, $unset: { position: 1 } });
        expect((await proved(forged.id))?.standing).to.equal('broken');
        expect(await faults(heads)).to.deep.equal([NO_MARK, NO_MARK]);
        // With a mark that no sweeper finds.
        for (const unchained of ['today', new Date(-1)]) {
          await rows().updateOne({ _id: `${forged.id}:1` }, { $set: { unchained } });
          await chain();
          expect((await proved(forged.id))?.standing).to.equal('broken');
        }
        await rows().updateOne(
          { _id: `${marked.id}:1` },
          { $unset: { position: 1 }, $set: { unchained: now } },
        );
        const late = await proved(marked.id);
        expect(late?.standing).to.equal('late');
        expect(standingText(late!)).to.contain('The sweeper is away, or somebody replaced it');
        expect((await faults(heads)).join()).to.contain('and not in the chain yet');
      });
  });
});
