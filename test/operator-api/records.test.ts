import { expect } from 'chai';
import { useDataKeys } from '../../src/platform/mongo/sealing/data-keys-of.js';
import { parseDataKeys } from '../../src/platform/secrets/data-keys.js';
import { startOperatorApi, LEADS, SEARCHES, type TestOperatorApi } from '../support/operator-api.js';
import { IDS, testOffer } from '../support/catalogue.js';
import { toldEntry } from '../support/report-world.js';
import { testLead, testSearch, testAttempt, testSentTo } from '../support/records.js';
import { TEST_DATA_KEYS } from '../support/services.js';
import { storedResult } from '../support/stored-search.js';

const AT = new Date('2026-11-21T17:00:00Z');
const PERSON = {
  personal: { first_name: 'Jane', email: 'jane.roe@example.com', phone: '6085550234' },
  address: { state: 'WI', zip_code: '53703' },
};
const TOLD = ['jane.roe', 'Jane', '6085550234', '203.0.113.7', 'gclid-4711', '9001', '0234.'];
const tracking = { ip_address: '203.0.113.7', gclid: 'gclid-4711', utm_source: 'news' };
const decision = { code: 'ACCEPTED', at: AT, payout_cents: 2_000, source: 'buyer' } as const;
const money = {
  price_cents: 5_000,
  payout_cents: 2_000,
  currency: 'USD',
  catalogue_version: 7,
  timed_changes: [17],
};

const LEAD = testLead({
  state: 'accepted',
  lead: PERSON,
  tracking,
  extra: { internal_id: 9001 },
  consent: { ...testLead().consent, text: 'I, Jane, agree: 608-555-0234.', button_label: 'Jane agrees' },
  decision,
  reference: 'B-17',
  attempts: [
    testAttempt({ at: AT, status: 200, money, ended_at: AT }),
    testAttempt({
      number: 2,
      submission: 1,
      at: AT,
      timeout_ms: 1_000,
      outcome: 'open',
      sent_to: testSentTo(IDS.buyer),
    }),
  ],
  returns: [{ at: AT, code: 'bad_phone', by: 'callback', payout_reversed: true }],
  timeline: [
    { at: AT, what: 'received' },
    { at: AT, what: 'sent', offer_id: IDS.shared, reason: { attempt: 1 } },
  ],
});
const REFUSED = testLead({
  id: '20000000-0000-4000-8000-000000000002',
  state: 'rejected',
  lead: PERSON,
  decision: {
    code: 'DUPLICATE',
    at: AT,
    refusal: {
      check: 'duplicate',
      code: 'DUPLICATE',
      why: 'duplicate',
      held_by: { lead_id: LEAD.id, affiliate_id: IDS.affiliate },
    },
    source: 'service',
  },
});
const refusal = { check: 'eligibility', code: 'NOT_ELIGIBLE', why: 'state', field: 'address.state' } as const;
const SEARCH = testSearch({
  state: 'done',
  lead: PERSON,
  tracking,
  verdicts: [
    { offer_id: IDS.shared, returned: true, programs_out: [{ program: 'msn', refusal }] },
    { offer_id: IDS.exclusive, returned: false, refusal },
  ],
  results: [storedResult(), storedResult({ run: 2 })],
  partners: [{ offer_id: IDS.partner, run: 1, state: 'late', asked_at: AT }],
  slots: [{ lead: LEAD.id, submission: 1, offer_id: IDS.shared, offer_type: 'shared', state: 'sold' }],
});

describe('operator API: a lead, a search', function () {
  let api: TestOperatorApi;
  let masked: string;
  before(async () => {
    api = await startOperatorApi();
    for (const lead of [LEAD, REFUSED]) await api.platform.leads.insert(lead);
    await api.platform.searches.insert(SEARCH);
    const owner = {
      ...{ lead: LEAD.id, affiliate: IDS.affiliate, submission: 1, offer: IDS.shared, buyer: IDS.buyer },
      at: AT,
    };
    const { identities } = LEAD;
    await api.platform.claims.take({ identities, policy: testOffer().duplicates, owner, now: AT, run: 2 });
    await api.platform.books.write([
      toldEntry('sale', '2026-11-21', [5_000, 2_000], { id: `sale:${LEAD.id}:0`, lead_id: LEAD.id }),
    ]);
    masked = await api.issueKey(['leads:read', 'searches:read'], { name: 'viewer' });
  });
  after(() => api.close());

  const CALLS = [
    ['lead', `${LEADS}/${LEAD.id}`],
    ['search', `${SEARCHES}/${SEARCH.id}`],
  ] as const;

  for (const [kind, path] of CALLS) {
    it(`masks the person of a ${kind}, and logs no reading`, async () => {
      const before = api.heard.lines().length;
      const { status, text, body } = await api.get(path, { key: masked });
      expect([status, body['personal_data']]).to.deep.equal([200, 'masked']);
      for (const personal of TOLD) expect(text).to.not.contain(personal);
      expect(body['lead']).to.deep.nested.include({ 'personal.email': 'j•••@e•••.com' });
      const said = api.heard.lines().slice(before);
      expect(said.map(({ msg }) => msg)).to.deep.equal(['request']);
    });

    it(`shows a ${kind} to a key with pii:read; the audit log and the log say who read which, without the data`, async () => {
      const key = await api.issueKey(['leads:read', 'searches:read', 'pii:read'], { name: 'Ana (no' });
      const before = api.heard.lines().length;
      const { text, body, headers } = await api.get(path, { key });
      expect(body['personal_data']).to.equal('shown');
      expect(text).to.contain('jane.roe@example.com');
      const said = api.heard.lines().slice(before);
      const line = said.find(({ msg }) => msg === 'personal data was shown to an operator');
      const stored = await api.connection.collection('operator_keys').findOne({ prefix: key.slice(0, 15) });
      expect(line).to.include({
        operator_key: stored?.['id'] as unknown,
        operator_name: 'Ana (no',
        [`${kind}_id`]: kind === 'lead' ? LEAD.id : SEARCH.id,
        request_id: headers['x-request-id'],
      });
      for (const personal of TOLD.slice(0, 5)) expect(JSON.stringify(said)).to.not.contain(personal);
      const audited = await api.connection
        .collection('audit_log')
        .find({ action: `${kind}.reveal` })
        .sort({ _id: 1 })
        .toArray();
      expect(audited.map(({ phase }) => phase as unknown)).to.deep.equal(['intent', 'outcome']);
      expect(audited[0]).to.deep.include({
        who: { kind: 'operator_key', id: stored?.['id'] as unknown },
        on: { kind, ids: [kind === 'lead' ? LEAD.id : SEARCH.id] },
      });
      for (const personal of TOLD.slice(0, 5)) expect(JSON.stringify(audited)).to.not.contain(personal);
    });
  }

  for (const [kind, path] of CALLS)
    it(`tells what is in clear of a ${kind} whose data key is not there, and names the key`, async () => {
      const { connection } = api.platform;
      useDataKeys(connection, parseDataKeys(`other:${Buffer.alloc(32, 'other').toString('base64')}`));
      try {
        const { status, body } = await api.get(path, { key: masked });
        expect([status, body['lacks_key'], body['lead']]).to.deep.equal([
          ...[200, 'test'],
          { address: { state: 'WI' } },
        ]);
        const revealed = await api.call('post', `${path}/reveal`, { body: { why: 'They asked' } });
        expect([revealed.status, revealed.body.message]).to.deep.equal([
          503,
          'The data key test is not available: `console` was started without it.',
        ]);
      } finally {
        useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
      }
      expect((await api.get(path, { key: masked })).body['lacks_key']).to.equal(null);
    });

  it('tells of a lead all that an operator may ask, by names', async () => {
    const { body } = await api.get(`${LEADS}/${LEAD.id.toUpperCase()}`, { key: masked });
    expect(body).to.deep.include({
      id: LEAD.id,
      code: 'ACCEPTED',
      received_at: '2026-11-21T17:00:00.000Z',
      reference: 'B-17',
      payout_cents: 2_000,
      returned_at: '2026-11-21T17:00:00.000Z',
      return_reason: 'bad_phone',
      waits_because: null,
    });
    expect(body['buyer']).to.include({ id: IDS.buyer });
    expect((body['attempts'] as { money: object | null }[]).map((one) => one.money)).to.deep.equal([
      money,
      { ...testAttempt().money, timed_changes: [] },
    ]);
    for (const stored of ['stalls', 'identities', 'data_hash', 'runs', 'idempotency'])
      expect(body).to.not.have.property(stored);
  });

  it('tells of a lead what stands about it elsewhere: claims, caps, the books', async () => {
    const { body, text } = await api.get(`${LEADS}/${LEAD.id}`, { key: masked });
    const claims = body['claims'] as {
      kind: string;
      claimed_by: { lead_id: string; is_this_lead: boolean }[];
    }[];
    expect(
      claims.map(({ kind, claimed_by }) => [kind, claimed_by.map((one) => one.is_this_lead)]),
    ).to.deep.equal([
      ['email', [true]],
      ['phone', [true]],
    ]);
    expect(body['money']).to.deep.nested.include({
      'entries[0].kind': 'sale',
      'entries[0].buyer_cents': 5_000,
    });
    expect(body['summary']).to.match(/accepted it\. The buyer returned it \(bad_phone\)\.$/);
    expect(body['checks']).to.have.length(12);
    expect(body['next_step']).to.include({ action: 'undo_return' });
    for (const { key } of LEAD.identities) expect(text).to.not.contain(key);
  });

  it('tells why a lead was refused', async () => {
    const { body } = await api.get(`${LEADS}/${REFUSED.id}`);
    expect(body['decision']).to.deep.include({ code: 'DUPLICATE', reason: 'Duplicate lead - Offer' });
    expect(body['decision']).to.deep.nested.include({ 'refusal.held_by.lead_id': LEAD.id });
  });

  it('tells of a search which offers were shown, and why others were not', async () => {
    const { body } = await api.get(`${SEARCHES}/${SEARCH.id}`);
    const offers = body.offers as unknown as { returned: boolean; refusal: object | null }[];
    expect(offers.map(({ returned, refusal: why }) => [returned, why])).to.deep.equal([
      [true, null],
      [false, refusal],
    ]);
    expect(body['results'], 'of the newest run alone').to.have.length(1);
    expect(body['summary']).to.equal('1 result was shown, of 3 offers.');
    expect((body.offers as unknown as { sentence: string }[]).map(({ sentence }) => sentence)).to.deep.equal([
      'Shown.',
      "The offer's rule on state does not take this lead.",
    ]);
    expect((body['partners'] as { sentence: string }[])[0]?.sentence).to.equal(
      'It didn’t answer while the search was open.',
    );
  });

  it('says in one sentence what is wrong', async () => {
    const ROWS = [
      [`${LEADS}/${SEARCH.id}`, 404, 'There is no lead with this id.', 'id'],
      [`${SEARCHES}/${LEAD.id}`, 404, 'There is no search with this id.', 'id'],
      [`${LEADS}/4711`, 400, 'id must be a UUID.', 'id'],
      [
        `${LEADS}/${LEAD.id}?reveal=1`,
        400,
        'There is no parameter reveal: this address has no parameters.',
        'reveal',
      ],
      [
        `${LEADS}/${LEAD.id}?%3Cb%3E=1`,
        400,
        'Send parameters of this address alone: it has no parameters.',
        undefined,
      ],
    ] as const;
    for (const [path, status, message, field] of ROWS) {
      const answer = await api.get(path);
      expect([answer.status, answer.body['message'], answer.body.field], path).to.deep.equal([
        status,
        message,
        field,
      ]);
    }
  });
});

describe('operator API without a secret of the audit log', () => {
  it('shows nothing unmasked, and says why', async () => {
    const api = await startOperatorApi({
      identitySecret: undefined as never,
      auditSecret: undefined as never,
    });
    try {
      await api.platform.leads.insert(LEAD);
      const { status, text } = await api.get(`${LEADS}/${LEAD.id}`);
      expect(status).to.equal(503);
      expect(text).to.contain('AUDIT_SECRET').and.not.contain('jane.roe');
    } finally {
      await api.close();
    }
  });
});
