import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { identityForms } from '../../src/core/lead/identity.js';
import { trackingKeys } from '../../src/core/lead/tracking-keys.js';
import { createRefusedCallStore } from '../../src/platform/mongo/refused-calls/refused-call-store.js';
import { startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';
import { testLead, testSearch } from '../support/records.js';

const FIND = '/api/v1/operator/find';
const PERSON = { personal: { email: 'jane@example.com', phone: '6085550234' } };
const tracking = { ip_address: '203.0.113.7', subid2: 'spring-24', gclid: 'Cj0KCQ-4711' };
const AT = new Date('2026-11-21T17:00:00Z');

interface FoundBody {
  readonly leads: readonly { readonly id: string }[];
  readonly searches: readonly object[];
  readonly refused_calls: readonly object[];
  readonly entries: readonly { readonly kind: string; readonly handle: string }[];
  readonly found_by: readonly string[];
  readonly person: string;
}

describe('operator API: find', () => {
  let api: TestOperatorApi;
  const refused = testLead().id;
  const search = testSearch().id;

  before(async () => {
    api = await startOperatorApi();
    const { identities } = api.platform;
    await api.platform.leads.insert(
      testLead({
        ...{ lead: PERSON, tracking, request_id: 'order-4711.try-1', reference: 'B-17' },
        state: 'rejected',
        decision: { code: 'DUPLICATE', at: AT, source: 'service' },
        identities: identities.keysOf(identityForms(PERSON)),
        external_id: 'order-4711',
        tracking_keys: trackingKeys(tracking, (text) => identities.keyedHash(text), 'order-4711'),
      }),
    );
    await api.platform.searches.insert(testSearch({ external_id: 'order-4711/search' }));
    await createRefusedCallStore(api.connection).add([
      { at: AT, request_id: 'order-4712.try-1', route: '/api/v1/leads', http: 400, code: 'INVALID_FIELD' },
    ]);
  });
  after(() => api.close());

  const find = async (q: string, key?: string): Promise<FoundBody> => {
    const { body } = await api.call('post', FIND, { body: { q }, ...(key !== undefined && { key }) });
    return body as unknown as FoundBody;
  };

  for (const [q, by, person] of [
    [refused, 'id', 'not_needed'],
    [` ${refused.toUpperCase()} `, 'id', 'not_needed'],
    ['order-4711.try-1', 'request_id', 'not_needed'],
    ['B-17', 'reference', 'not_needed'],
    ['spring-24', 'subid', 'not_needed'],
    ['order-4711', 'external_id', 'not_needed'],
    ['Jane@Example.com', 'email', 'looked'],
    ['(608) 555-0234', 'phone', 'looked'],
    ['608.555.0234', 'phone', 'looked'],
    ['Cj0KCQ-4711', 'click_id', 'looked'],
  ] as const)
    it(`finds a refused lead by its ${by}: ${q}`, async () => {
      const found = await find(q);
      expect([found.leads.map(({ id }) => id), found.found_by, found.person]).to.deep.equal([
        [refused],
        [by],
        person,
      ]);
      expect(JSON.stringify(found)).to.not.contain('jane');
    });

  it('finds a search by its id, and a refused call by its request, for those who may read them', async () => {
    expect((await find(search)).searches).to.have.length(1);
    const named = await find('order-4711/search');
    expect([named.searches.length, named.found_by]).to.deep.equal([1, ['external_id']]);
    expect((await find('order-4712.try-1')).refused_calls).to.have.length(1);
    const key = await api.issueKey(['leads:read']);
    expect(await find(search, key)).to.deep.include({ searches: [], found_by: ['id'] });
    expect((await find('order-4712.try-1', key)).refused_calls).to.deep.equal([]);
  });

  it('notes who looked for a person by a keyed hash, the same for the same person', async () => {
    const entries = () => api.connection.collection('audit_log').find({ action: 'lead.find' }).toArray();
    const before = (await entries()).length;
    await find('jane@example.com');
    await find(' JANE@example.com');
    await find('B-17');
    const told = (await entries()).slice(before);
    expect(told.map(({ phase }): unknown => phase)).to.deep.equal(['intent', 'outcome', 'intent', 'outcome']);
    const hashes = told.flatMap(({ facts }) => (facts as { email_hash?: string }).email_hash ?? []);
    expect(new Set(hashes).size).to.equal(1);
    expect(JSON.stringify(told)).to.not.match(/jane/i);
    expect(told[1]?.['facts']).to.deep.equal({ found: 1 });
  });

  it('finds the newest leads of somebody who has many', async () => {
    const tester = { personal: { email: 'tester@example.com' } };
    const identities = api.platform.identities.keysOf(identityForms(tester));
    const leads = Array.from({ length: 60 }, (_, n) =>
      testLead({
        ...{ id: randomUUID(), lead: tester, identities },
        received_at: new Date(AT.getTime() + n * 1_000),
      }),
    );
    for (const lead of leads) await api.platform.leads.insert(lead);
    const { body } = await api.call('post', FIND, { body: { q: 'tester@example.com' } });
    const newest = leads.toReversed().slice(0, 50);
    expect((body['leads'] as { id: string }[]).map(({ id }) => id)).to.deep.equal(newest.map(({ id }) => id));
    expect(body['has_more']).to.equal(true);
  });

  it('finds what the catalogue has by name and by handle', async () => {
    const { entries } = await find('NORTHWIND');
    expect(entries.map(({ kind, handle }) => `${kind} ${handle}`)).to.include.members([
      'affiliate northwind',
      'campaign northwind-edu',
    ]);
    expect((await find('no such name')).entries).to.deep.equal([]);
  });

  it('finds nothing where nothing is, and says what it can not look for', async () => {
    for (const q of [
      'nobody@example.com',
      '+44 608 555 0234',
      '6085550234.0',
      '608/555/0234',
      '608-555-0234 x5',
    ])
      expect(await find(q), q).to.deep.include({ leads: [], found_by: [], person: 'looked' });
    for (const q of ['', ' ', 'a\u0000b', 'x'.repeat(301)]) {
      const { status, body } = await api.call('post', FIND, { body: { q } });
      expect([status, body['message']], q.slice(0, 5)).to.deep.equal([
        400,
        'q must be a text of 1 to 300 characters without control characters.',
      ]);
    }
  });

  it('looks for nobody without IDENTITY_SECRET', async () => {
    const without = await startOperatorApi({
      identitySecret: undefined as never,
      auditSecret: 'x'.repeat(40),
    });
    try {
      const { body } = await without.call('post', FIND, { body: { q: 'jane@example.com' } });
      expect(body).to.deep.include({ leads: [], person: 'not_possible' });
    } finally {
      await without.close();
    }
  });
});
