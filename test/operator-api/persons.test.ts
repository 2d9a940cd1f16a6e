import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createNoticeStore } from '../../src/platform/mongo/notices/notice-store.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { keepEvidence } from '../../src/app/consent/keep-evidence.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { PERMISSIONS } from '../../src/core/operators/permissions.js';
import { identityForms } from '../../src/core/lead/identity.js';
import { testCatalogue } from '../support/catalogue.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { testLead, testAttempt, testSentTo } from '../support/records.js';

const BASE = '/api/v1/operator';
const WHO = { email: 'ada.lovelace@example.com', case: 'C-2026-7' };

describe('operator API: stored persons', () => {
  const catalogue = testCatalogue();
  const [offer] = catalogue.offers.values();
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi({}, catalogue);
  });
  after(() => api.close());
  const post = (path: string, body: object) => api.call('post', `${BASE}${path}`, { body });

  /** A lead of Ada that the buyer of the first offer bought. */
  async function soldLead() {
    const person = { personal: { email: WHO.email, first_name: 'Ada' } };
    const at = new Date();
    const lead = testLead({
      ...{ lead: person, offer_id: offer!.id, state: 'accepted', reference: 'B-77' },
      identities: api.platform.identities.keysOf(identityForms(person)),
      attempts: [
        {
          ...testAttempt({ number: 1, submission: 1, at, timeout_ms: 1_000, outcome: 'accepted' as const }),
          sent_to: testSentTo(offer!.buyer.id),
        },
      ],
      decision: { code: 'ACCEPTED', at, source: 'buyer' },
    });
    await createLeadStore(api.connection).insert(lead);
    return lead;
  }

  it('finds, exports, proves and erases; the log names nobody, and the buyer is in the list', async () => {
    const lead = await soldLead();
    const found = (await post('/persons/find', WHO)).body;
    expect(found['leads']).to.have.length(1);
    expect(found['buyers']).to.deep.equal([
      {
        buyer: offer!.buyer.handle,
        leads: [{ lead_id: lead.id, reference: 'B-77' }],
        has_address: false,
      },
    ]);
    expect(JSON.stringify(found).toLowerCase()).to.not.contain('ada');
    const md5 = createHash('md5').update(WHO.email).digest('hex');
    for (const [by, value] of [
      ['email', WHO.email],
      ['email', md5],
      ['domain', 'example.com'],
    ])
      expect((await post('/suppressions', { by, value, why: 'Asked to stop' })).status).to.equal(200);
    const exported = (await post('/persons/export', WHO)).body;
    expect(JSON.stringify(exported)).to.contain(WHO.email);
    expect((exported['suppressions'] as { kind: string }[]).map(({ kind }) => kind).sort()).to.deep.equal([
      ...['domain', 'email', 'email_md5'],
    ]);
    expect(exported['names']).to.include({
      [offer!.id]: offer!.handle,
      [offer!.buyer.id]: offer!.buyer.handle,
    });

    const consents = createConsentStore(api.connection);
    const { leads, searches } = api.platform;
    const ports = { leads, searches, consents, sealer: sealerOf(api.connection), clock: () => new Date() };
    await keepEvidence(ports, [lead]);
    const proof = await post(`/leads/${lead.id}/consent-proof`, { why: 'A letter of their lawyer' });
    const [one] = proof.body['proofs'] as {
      standing: string;
      evidence: { person: object };
      facts: object[];
    }[];
    expect(JSON.stringify(one!.facts)).to.contain(`buyer ${offer!.buyer.handle} (${offer!.buyer.id})`);
    expect([one!.standing, one!.evidence.person]).to.deep.equal([
      'not_headed',
      { first_name: 'Ada', email: WHO.email },
    ]);

    const other = await post('/persons/erase', { ...WHO, keep_evidence: true, leads: 4 });
    expect([other.status, other.body.code]).to.deep.equal([409, 'MALFORMED_REQUEST']);
    const erased = await post('/persons/erase', { ...WHO, keep_evidence: true, leads: 1 });
    expect(erased.status, JSON.stringify(erased.body)).to.equal(200);
    expect(erased.body).to.deep.include({ case: WHO.case, forgotten: [lead.id], leadkeep_tells: [] });
    expect(JSON.stringify((await post('/persons/export', WHO)).body['leads'])).to.not.contain(WHO.email);
    const acts = await api.connection.collection('audit_log').find({ action: 'person.erase' }).toArray();
    expect(acts.some(({ on }) => (on as { ids: string[] } | undefined)?.ids[0] === WHO.case)).to.equal(true);
    const log = JSON.stringify(await api.connection.collection('audit_log').find({}).toArray());
    for (const action of ['lead.find', 'person.export', 'person.erase', 'consent.prove'])
      expect(log).to.contain(`"${action}"`);
    expect(log.toLowerCase()).to.not.contain('lovelace');

    const notices = createNoticeStore(api.connection);
    const [waiting] = await notices.list({ limit: 1 });
    const attempt = { at: new Date(), duration_ms: 0, ok: false, detail: 'no address' };
    await notices.failed({ ...waiting!, content: waiting!.content }, attempt, undefined);
    const { body } = await api.get(`${BASE}/buyer-notices?state=open`);
    expect([body['by_hand'], (body['notices'] as object[])[0]]).to.satisfy(
      ([count, notice]: [number, { id: string; reference: string }]) =>
        count === 1 && notice.reference === 'B-77',
    );
    for (const _ of ['once', 'again'])
      expect((await post('/buyer-notices/told', { id: waiting!.id })).status).to.equal(200);
    const key = await api.issueKey(['persons'], { name: 'Zoe' });
    const second = await api.call('post', `${BASE}/buyer-notices/told`, { body: { id: waiting!.id }, key });
    expect(second.status).to.equal(409);
    expect(second.body['message']).to.match(/^The buyer was told already, as .* said at 20\d\d-/);
    expect((await post('/buyer-notices/again', { id: waiting!.id })).status).to.equal(409);
    expect((await api.get(`${BASE}/buyer-notices?state=open`)).body['by_hand']).to.equal(0);
  });

  it('erases nothing if there are more leads than somebody saw', async () => {
    const email = 'cleo@example.com';
    const identities = api.platform.identities.keysOf(identityForms({ personal: { email } }));
    const person = { lead: { personal: { email } }, identities };
    const lead = testLead({ id: randomUUID(), ...person, state: 'failed' });
    await api.platform.leads.insert(lead);
    const erase = (leads: number) =>
      post('/persons/erase', { email, case: 'C-2026-8', keep_evidence: true, leads });
    expect((await erase(0)).status).to.equal(409);
    const erased = await erase(1);
    expect([erased.status, erased.body['forgotten']]).to.deep.equal([200, [lead.id]]);
  });

  it('refuses what names nobody, and a case that is evidently a name, an address or a phone number', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ case: 'C-1' }, 'email'],
      [{ email: 'nobody', case: 'C-1' }, 'email'],
      // Its last ten digits are the number of somebody else.
      ...['608-555-0142 #55', '+44 20 7946 0958', '6085550142.0', '608-555-0142 / 608-555-0143'].flatMap(
        (phone) => [
          [{ phone, case: 'C-1' }, 'phone'] as const,
          [{ email: WHO.email, phone, case: 'C-1' }, 'phone'] as const,
        ],
      ),
      ...['Ada Lovelace', 'lovelace', 'Smith-Jones', 'ada1@example.com', '608-555-0100', '16085550100'].map(
        (of) => [{ ...WHO, case: of }, 'case'] as const,
      ),
    ];
    // More than one key may look for in a minute.
    const key = await api.issueKey(PERMISSIONS);
    for (const [body, field] of cases) {
      const refused = await api.call('post', `${BASE}/persons/find`, { body, key });
      expect([refused.status, refused.body.field], JSON.stringify(body)).to.deep.equal([400, field]);
    }
  });

  it('tells what is kept for how long', async () => {
    const { body } = await api.get(`${BASE}/retention`);
    const names = (body['classes'] as { name: string }[]).map(({ name }) => name);
    expect(names).to.include.members(['searches', 'sold_leads', 'consent']);
  });

  it('imports a list after a look at it', async () => {
    const list = {
      by: 'email',
      file: 'email\nann@example.com,x\nnobody\nbob@example.com\nm\ufffdller@example.com\n',
      why: 'Bought list',
    };
    const seen = { taken: 2, faulty: 2 };
    const count = () => api.connection.collection('suppressions').countDocuments();
    const before = await count();
    const plan = (await post('/suppressions/import', { ...list, dry_run: true })).body;
    expect(plan).to.deep.include({ ...seen, dry_run: true });
    expect(plan['faults']).to.deep.equal([
      { line: 3, fault: 'it is no e-mail address, and no SHA-256 or MD5 of one' },
      { line: 5, fault: 'it is not UTF-8 text: save the file as CSV UTF-8' },
    ]);
    expect(await count()).to.equal(before);
    expect((await post('/suppressions/import', { ...list, dry_run: false })).body).to.deep.include(seen);
    expect(await count()).to.equal(before + 2);
  });
});
