import { testAttempt, testSentTo } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { keepEvidence } from '../../../src/app/consent/keep-evidence.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import { certificatesOfCase } from '../../../src/app/person/certificates-of-case.js';
import { renderFound } from '../../../src/cli/render/person.js';
import { finishErasures } from '../../../src/app/person/finish-erasures.js';
import { findPersonRecords, readPerson } from '../../../src/app/person/find-person.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { createPersonStore } from '../../../src/platform/mongo/retention/person-store.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { createVerificationAnswers } from '../../../src/platform/mongo/verification/answer-store.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { anExchange } from '../../support/exchanges.js';
import { migratedServices, TEST_SECRET } from '../../support/services.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const NOW = minute(0);
const sent = testAttempt({ n: 1, round: 1, at: NOW, timeout_ms: 1_000, outcome: 'accepted' });

describe('a person of whom only evidence is left', function () {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());

  const storesOf = () => ({
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    consents: createConsentStore(connection),
    exchanges: createExchangeStore(connection),
    erasures: createErasureStore(connection),
    ...{ suppressionStore: { under: () => Promise.resolve([]) }, sealer: sealerOf(connection) },
    clock: () => NOW,
  });

  for (const [by, formerly] of [
    ['this version', {}],
    ['a version that kept no keys with it', { $unset: { identities: 1 } }],
  ] as const)
    it(`is found, exported and erased by it, if ${by} kept it`, async () => {
      const stores = storesOf();
      const key = `key of ada for ${by}`;
      const identities = [
        { kind: 'email', key },
        { kind: 'name_address', key: `name of ${key}` },
      ] as const;
      const lead = aLead({ state: 'accepted', attempts: [sent], identities });
      await stores.leads.insert(lead);
      await keepEvidence(stores, [lead]);
      const evidence = connection.collection<{ _id: string }>('consent_evidence');
      if ('$unset' in formerly) await evidence.updateOne({ _id: `${lead.id}:1` }, formerly);
      const persons = createPersonStore(connection);
      await persons.forgetLead(lead, { at: NOW, why: 'retention' });
      await persons.forgetLabels([lead.id]);
      expect((await stores.leads.read(lead.id))?.identities).to.deep.equal([]);
      const { leads, consents } = await readPerson(stores, [key]);
      expect(leads.map(({ id }) => id)).to.deep.equal([lead.id]);
      expect(consents[0]?.evidence.person.email).to.equal('ada@example.com');
      expect((await stores.erasures.find([`name of ${key}`])).lead_ids).to.deep.equal([]);
      expect((await stores.erasures.find([key], new Date(NOW.getTime() - 1))).lead_ids).to.deep.equal([]);
      expect(await stores.consents.removeOf([{ lead_id: lead.id, keys: [key] }])).to.equal(1);
      expect((await stores.erasures.find([key])).lead_ids).to.deep.equal([]);
    });

  it('has nothing of somebody with whom the lead was sent again', async () => {
    const stores = storesOf();
    const of = (key: string) => ({ identities: [{ kind: 'email', key } as const] });
    const lead = aLead({ state: 'failed', attempts: [sent], ...of('mistyped') });
    const attempts = [sent, { ...sent, n: 2, round: 2 }];
    const again = { round: 2, state: 'accepted', attempts, ...of('right') } as const;
    await stores.leads.insert(lead);
    await keepEvidence(stores, [lead]);
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: lead.id }, { $set: again });
    await keepEvidence(stores, [{ ...lead, ...again }]);
    const exported = async (key: string) => {
      const { leads, consents } = await readPerson(stores, [key]);
      return [leads.length, consents.map(({ id }) => id)];
    };
    expect(await exported('mistyped')).to.deep.equal([0, [`${lead.id}:1`]]);
    expect(await exported('right')).to.deep.equal([1, [`${lead.id}:2`]]);
    const persons = createPersonStore(connection);
    await persons.forgetLead({ ...lead, ...again }, { at: NOW, why: 'retention' });
    await persons.forgetLabels([lead.id]);
    expect(await exported('mistyped')).to.deep.equal([0, [`${lead.id}:1`]]);
    expect(await exported('right')).to.deep.equal([1, [`${lead.id}:2`]]);
  });

  it('gets no evidence of an earlier submission that a version kept without keys', async () => {
    const stores = storesOf();
    const of = (key: string) => ({ identities: [{ kind: 'email', key } as const] });
    const lead = aLead({ state: 'failed', attempts: [sent], ...of('former') });
    const attempts = [sent, { ...sent, n: 2, round: 2 }];
    const again = { ...lead, round: 2, state: 'accepted', attempts, ...of('next') } as const;
    await stores.leads.insert(again);
    await keepEvidence(stores, [lead]);
    await keepEvidence(stores, [again]);
    const evidence = connection.collection<{ _id: string }>('consent_evidence');
    await evidence.updateMany({ lead_id: lead.id }, { $unset: { identities: 1 } });
    const consents = async () => (await readPerson(stores, ['next'])).consents.map(({ id }) => id);
    expect(await consents()).to.deep.equal([`${lead.id}:2`]);
    const persons = createPersonStore(connection);
    await persons.forgetLead(again, { at: NOW, why: 'retention' });
    await persons.forgetLabels([lead.id]);
    const kept = await stores.consents.ofLead(lead.id);
    expect(kept.map(({ id, identities }) => [id.replace(lead.id, ''), identities])).to.deep.equal([
      [':1', undefined],
      [':2', again.identities],
    ]);
    expect(await consents()).to.deep.equal([`${lead.id}:2`]);
  });

  it('is erased and exported, and buyers are told, though its lead was sent again with somebody else', async () => {
    const ports = erasePortsIn(connection, NOW);
    const sent_to = testSentTo('buyer-1');
    const of = (key: string) => ({ identities: [{ kind: 'email', key } as const] });
    const tried = { ...sent, outcome: 'retry', sent_to } as const;
    const lead = aLead({ state: 'failed', attempts: [tried], received_at: minute(-20), ...of('dora') });
    await ports.leads.insert(lead);
    await keepEvidence(ports, [lead]);
    const attempts = [tried, { ...sent, n: 2, round: 2, sent_to: testSentTo('buyer-2') }];
    const again = { round: 2, state: 'accepted', attempts, received_at: minute(-10), ...of('emil') } as const;
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: lead.id }, { $set: again });
    await keepEvidence(ports, [{ ...lead, ...again }]);
    const about = { of: 'lead', record_id: lead.id } as const;
    const parts = [
      { id: 'to-buyer-1', kind: 'delivery', round: 1 },
      { id: 'to-buyer-2', kind: 'delivery', round: 2 },
      { id: 'told-of-1', kind: 'webhook', round: 0, at: minute(-15) },
      { id: 'told-of-2', kind: 'webhook', round: 0, at: minute(-5) },
    ] as const;
    await ports.exchanges.add(parts.map((part) => anExchange({ ...about, at: minute(-5), ...part })));
    const said = async () => (await ports.exchanges.ofRecord(about)).map(({ id }) => id).sort();

    const exported = await readPerson(ports, ['dora']);
    expect([exported.leads, exported.consents.map(({ id }) => id)]).to.deep.equal([[], [`${lead.id}:1`]]);
    expect(exported.exchanges.map(({ id }) => id)).to.deep.equal(['to-buyer-1']);
    const found = await findPersonRecords(ports, ['dora']);
    expect(found.earlier_leads).to.deep.equal([{ id: lead.id, buyers: ['buyer-1'] }]);
    expect(found.beside).to.include({ consents: 1, requests: 1, earlier_submissions: 1 });
    expect(renderFound(found, (id) => id)).to.match(/sent again with somebody else +buyer-1/);

    const wanted = { case: 'C-1', at: NOW, keys: ['dora'], no_evidence: true };
    const records = await ports.erasures.find(['dora']);
    await runErasure(ports, await beginErasure(ports, undefined, { ...wanted, ...records }));
    expect(await said()).to.deep.equal(['to-buyer-2', 'told-of-2']);
    expect((await ports.consents.ofLead(lead.id)).map(({ id }) => id)).to.deep.equal([`${lead.id}:2`]);
    expect((await ports.leads.read(lead.id))?.lead.personal?.email).to.equal('ada@example.com');
    const owed = await ports.notices.list({ limit: 9, lead_ids: [lead.id] });
    expect(owed.map(({ content }) => [content.buyer_id, content.round])).to.deep.equal([['buyer-1', 1]]);
    expect(owed[0]?.content.sealed).to.be.a('string');
    const about_case = { names: (id: string) => id, catalogue: EMPTY_CATALOGUE };
    const [running] = await certificatesOfCase(ports, 'C-1', about_case);
    expect([running?.forgotten, running?.still_busy]).to.deep.equal([[], [lead.id]]);
    await finishErasures({ ...ports, clock: () => minute(3) });
    const [certificate] = await certificatesOfCase(ports, 'C-1', about_case);
    expect(certificate).not.to.have.property('still_busy');
    expect(certificate).to.deep.include({
      forgotten: [lead.id],
      tell_these_buyers: [{ buyer: 'buyer-1', leads: [{ lead_id: lead.id }] }],
    });
  });

  it('has nothing of somebody without any identity with whom the lead was sent again', async () => {
    const ports = erasePortsIn(connection, NOW);
    const key = 'key of who failed';
    const lead = aLead({ state: 'failed', attempts: [sent], identities: [{ kind: 'email', key }] });
    await ports.leads.insert(lead);
    await keepEvidence(ports, [lead]);
    const again = { round: 2, state: 'queued', identities: [], data_hash: 'of bob' } as const;
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: lead.id }, { $set: again });
    const { leads, consents } = await readPerson(ports, [key]);
    expect([leads.length, consents.map(({ id }) => id)]).to.deep.equal([0, [`${lead.id}:1`]]);
    const later = new Date(NOW.getTime() + 10 * 60_000);
    const found = await ports.erasures.find([key]);
    const wanted = { case: 'C-1', at: later, keys: [key], no_evidence: false, ...found };
    await runErasure(ports, await beginErasure(ports, undefined, wanted));
    const kept = await ports.leads.read(lead.id);
    expect([kept?.state, kept?.lead.personal?.email]).to.deep.equal(['queued', 'ada@example.com']);
  });

  for (const [which, search_round, left] of [
    ['has nothing of', 1, 'ada@example.com'],
    ['has', 2, undefined],
  ] as const)
    it(`${which} a search that ran again without any identity, if its lead is of run ${search_round}`, async () => {
      const ports = erasePortsIn(connection, NOW);
      const key = `key of run ${search_round}`;
      const search = aSearch({ state: 'done', round: 2, counts_from: minute(-9) });
      const lead = aLead({
        ...{ state: 'rejected', search_id: search.id, search_round },
        identities: [{ kind: 'email', key }],
      });
      await ports.searches.insert(search);
      await ports.leads.insert(lead);
      const found = await ports.erasures.find([key]);
      expect(found.lead_ids).to.deep.equal([lead.id]);
      const { searches } = await readPerson(ports, [key]);
      expect(searches.map(({ id }) => id)).to.deep.equal(left === undefined ? [search.id] : []);
      const wanted = { case: 'C-1', at: NOW, keys: [key], no_evidence: false, ...found };
      await runErasure(ports, await beginErasure(ports, undefined, wanted));
      expect((await ports.searches.read(search.id))?.lead.personal?.email).to.equal(left);
      expect((await ports.leads.read(lead.id))?.lead.personal).to.equal(undefined);
    });

  it('has nothing of a search that ran again with somebody else, and no requests about others', async () => {
    const stores = storesOf();
    const of = (key: string) => ({ identities: [{ kind: 'email', key } as const] });
    const search = aSearch({ state: 'done', round: 2, ...of('ben') });
    await stores.searches.insert(search);
    const [asked, again] = [
      aLead({ ...of('ada'), state: 'rejected', search_id: search.id }),
      aLead({ ...of('ben'), state: 'accepted', round: 2 }),
    ];
    await stores.leads.insert(asked);
    await stores.leads.insert(again);
    const about = [
      { kind: 'search', of: 'search', record_id: search.id },
      { kind: 'delivery', of: 'lead', record_id: again.id },
    ] as const;
    await stores.exchanges.add(
      about.flatMap((one) =>
        [1, 2].map((round) => anExchange({ ...one, round, id: `${one.kind}-${round}` })),
      ),
    );
    // What an affiliate is told is of no submission.
    const told = { kind: 'webhook', of: 'lead', round: 0 } as const;
    const earlier = new Date(again.received_at.getTime() - 1);
    await stores.exchanges.add([
      anExchange({ ...told, record_id: asked.id, id: 'told-of-asked', at: asked.received_at }),
      anExchange({ ...told, record_id: again.id, id: 'told-of-again', at: again.received_at }),
      anExchange({ ...told, record_id: again.id, id: 'told-before', at: earlier }),
    ]);
    // An operator sent all again after that.
    const replayed = minute(9);
    const event = (n: number, at: Date) => ({
      ...{ type: 'lead.decided', timestamp: at.toISOString(), replay: true },
      data: { tracking: { click_id: `message-${n}` } },
    });
    const events = [event(1, earlier), event(2, again.received_at)];
    const atAll = { ...told, record_id: again.id, at: replayed };
    await stores.exchanges.add(
      events.map((one, n) => {
        const request = { method: 'POST', url: 'https://a.example/', headers: {} };
        const body = { text: JSON.stringify(one) };
        return anExchange({ ...atAll, id: `replay-${n + 1}`, request: { ...request, body } });
      }),
    );
    await connection.collection<{ _id: string }>('webhook_messages').insertMany(
      events.map((content, n) => ({
        ...{ _id: `webhook:${again.id}:${n + 1}`, created_at: replayed, content },
      })),
    );
    // The person before was erased, too.
    const notice = (n: number, at: Date) => ({
      ...{ _id: `erasure:${n}:${again.id}:buyer-1`, content: { lead_id: again.id, at, case: `C-${n}` } },
    });
    await connection
      .collection<{ _id: string }>('buyer_notices')
      .insertMany([notice(1, earlier), notice(2, replayed)]);
    const click = (n: number, at: Date) => ({
      ...{ _id: `${again.id}:${n}`, lead_id: again.id, at },
      tracking: { click_id: `click-${n}` },
    });
    await connection
      .collection<{ _id: string }>('lead_news')
      .insertMany([click(1, earlier), click(2, again.received_at)]);
    const answers = createVerificationAnswers(connection, createIdentities(TEST_SECRET));
    const heard = { kind: 'answered', outcome: 'refuse', status: 200, detail: 'rule 2' } as const;
    const answer = (reason: string, at: Date) => ({ heard: { ...heard, reason }, at, ends_at: minute(99) });
    await answers.keep('about ada', again.id, answer('of ada', earlier));
    const ofBen = answer('of ben', again.received_at);
    await answers.keep('about ben', again.id, ofBen);
    const exported = async (key: string) => {
      const { leads, searches, exchanges, told: news, verifications } = await readPerson(stores, [key]);
      const kept = key === 'ben' ? [{ lead_id: again.id, ...ofBen }] : [];
      expect(verifications).to.deep.equal(kept);
      for (const name of ['click-', 'message-', 'C-']) {
        expect(JSON.stringify(news)).to.not.contain(`${name}1`);
        expect(JSON.stringify(news).includes(`${name}2`)).to.equal(key === 'ben');
      }
      return [[...leads, ...searches].map(({ id }) => id), exchanges.map(({ id }) => id)];
    };
    expect(await exported('ada')).to.deep.equal([[asked.id], ['told-of-asked']]);
    expect(await exported('ben')).to.deep.equal([
      [again.id, search.id],
      ['delivery-2', 'told-of-again', 'replay-2', 'search-2'],
    ]);
  });
});
