import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { applyRetention } from '../../../src/app/retention/apply-retention.js';
import { retentionBehind, retentionStatus } from '../../../src/app/retention/retention-status.js';
import type { PersonStore } from '../../../src/app/ports/person-store.js';
import type { RetentionClass } from '../../../src/core/retention/retention.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { PLAIN_SEALER } from '../../support/plain-sealer.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createPersonStore } from '../../../src/platform/mongo/person/person-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { testCatalogue } from '../../support/catalogue.js';
import { migratedServices, silentLog } from '../../support/services.js';
import { aResult } from '../../support/search-runs.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const DAY_MS = 86_400_000;

describe('retention', () => {
  const services = migratedServices();
  let connection: Connection;
  let persons: PersonStore;
  const NOW = minute(0);
  const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
  before(async () => {
    connection = await services.migrated();
    persons = createPersonStore(connection);
  });
  beforeEach(() =>
    Promise.all(
      ['leads', 'searches', 'meta', 'consent_evidence'].map((name) =>
        connection.collection(name).deleteMany({}),
      ),
    ),
  );
  after(() => services.close());

  const catalogue = testCatalogue();
  const ports = (now = NOW) => ({
    persons,
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    consents: createConsentStore(connection),
    exchanges: createExchangeStore(connection),
    ...{ sealer: PLAIN_SEALER, clock: () => now, log: silentLog },
    catalogue: { current: () => catalogue },
  });
  const sent = testAttempt({
    number: 1,
    submission: 1,
    at: minute(0),
    timeout_ms: 1_000,
    outcome: 'accepted',
  });
  const PERSON: Partial<LeadRecord> = {
    lead: { personal: { email: 'ada@example.com' }, address: { state: 'CA', zip_code: '94105' } },
    tracking: { ip_address: '203.0.113.7', subid: 'feed-1', gclid: 'Cj0' },
    identities: [{ kind: 'email', key: 'k' }],
    answers: { q: 'a' },
  };
  async function leadOf(days: number, over: Partial<LeadRecord>): Promise<string> {
    const lead = aLead({ received_at: ago(days), ...PERSON, ...over });
    await createLeadStore(connection).insert(lead);
    return lead.id;
  }
  async function searchOf(days: number, over: Partial<SearchRecord>): Promise<string> {
    const search = aSearch({ created_at: ago(days), state: 'done', ...over });
    await createSearchStore(connection).insert(search);
    return search.id;
  }
  const isThere = async (id: string): Promise<boolean> => {
    const lead =
      (await createLeadStore(connection).read(id)) ?? (await createSearchStore(connection).read(id));
    return JSON.stringify(lead).includes('ada@example.com');
  };
  const NEWS = [{ kind: 'news', what: 'decided', since: minute(0), submission: 1, state: 'failed' }] as const;
  const slot = { lead: 'l', submission: 1, offer_id: 'o', offer_type: 'shared', state: 'sold' } as const;

  it('removes the person of each class after its term, and leaves what counts', async () => {
    const refused = await leadOf(91, { state: 'rejected' });
    const young = await leadOf(89, { state: 'rejected' });
    const sold = await leadOf(399, { state: 'accepted', attempts: [sent] });
    const old = await leadOf(401, { state: 'accepted', attempts: [sent] });
    const unknown = await leadOf(401, { state: 'unknown', attempts: [{ ...sent, outcome: 'unknown' }] });
    const queued = await leadOf(401, { state: 'queued' });
    const searched = await searchOf(31, {});
    const bought = await searchOf(31, { slots: [slot] });
    const left = await searchOf(401, { slots: [slot] });

    expect((await applyRetention(ports())).records).to.be.greaterThan(0);
    const there = { refused, young, sold, old, unknown, queued, searched, bought, left };
    const found = await Promise.all(Object.values(there).map(isThere));
    expect(Object.keys(there).filter((_, i) => found[i])).to.deep.equal([
      'young',
      'sold',
      'queued',
      'bought',
    ]);

    const skeleton = await createLeadStore(connection).read(refused);
    expect(skeleton).to.deep.include({
      lead: { address: { state: 'CA' } },
      tracking: { subid: 'feed-1' },
      answers: {},
      identities: PERSON.identities,
      forgotten: { at: NOW, why: 'retention' },
    });
    // Older than the term of labels: nothing leads to the person any more.
    expect(await createLeadStore(connection).read(old)).to.deep.include({ tracking: {}, identities: [] });
    // An undecided lead keeps its keys, because it still holds its claims.
    expect((await createLeadStore(connection).read(unknown))?.identities).to.have.lengthOf(1);
    const kept = await createConsentStore(connection).kept([`${old}:1`, `${unknown}:1`, `${refused}:1`]);
    expect([...kept].sort()).to.deep.equal([`${old}:1`, `${unknown}:1`].sort());
    expect(await applyRetention(ports())).to.deep.equal({ records: 0, isMoreDue: false });
  });

  it('leaves nothing of what a partner wrote for the person', async () => {
    const text = 'I, Ada (ada@example.com), agree to be called';
    const asked = (id: string, submission: number) => {
      const { terms, ...result } = aResult(id, submission);
      return { ...result, terms: { ...terms, tcpa_text: text, offer_name: 'For Ada' } };
    };
    const { terms } = asked('l', 1);
    const programs = [{ value: 'bsn', label: 'BSN, for Ada', payout_cents: 2_000 }];
    const words = { school: { name: 'For Ada', logo_url: 'https://a.example/Ada.png' }, programs };
    const partners = { ...terms, ...words, reference: 'r-1', payout_cents: 2_000, bid_cents: 5_500 };
    const lead = await leadOf(401, { state: 'accepted', attempts: [sent], terms: partners });
    const direct = await leadOf(401, { state: 'accepted', attempts: [sent], terms: { ...terms, programs } });
    const search = await searchOf(401, { run: 2, slots: [slot], results: [asked('own', 2), aResult('r')] });
    const earlier = connection.collection<{ _id: string }>('earlier_results');
    const { id: _id, ...before } = asked('earlier', 1);
    await earlier.insertOne({ _id, ...before, search_id: search, terms_until: terms.expires_at } as never);
    await applyRetention(ports());
    const left = await createLeadStore(connection).read(lead);
    const { school: _, ...kept } = partners;
    expect(left?.terms).to.deep.equal({
      ...{ ...kept, tcpa_text: null, offer_name: '', form_fields: [] },
      programs: [{ value: 'bsn', label: '', payout_cents: 2_000 }],
    });
    // It is the catalogue that says so.
    const catalogues = await createLeadStore(connection).read(direct);
    expect(catalogues?.terms).to.deep.equal({ ...terms, programs, tcpa_text: null, form_fields: [] });
    const { results } = (await createSearchStore(connection).read(search))!;
    expect(results.map(({ id, terms: of }) => [id, of.tcpa_text])).to.deep.equal([
      ['own', null],
      ['r', null],
    ]);
    const all = [left, results, await earlier.find({ search_id: search }).toArray()];
    expect(JSON.stringify(all)).to.not.contain('ada@example.com');
    expect(JSON.stringify([await connection.collection('leads').findOne({ _id: lead as never }), ...all]))
      .to.contain('r-1')
      .and.not.match(/[^\w]Ada[^\w]/);
    const [evidence] = await createConsentStore(connection).ofLead(lead);
    expect(evidence?.sealed).to.contain('agree to be called');
  });

  it('keeps persons for the term of their own class, also if that of sold leads is shorter', async () => {
    const of = (days: Partial<Record<RetentionClass, number>>) => {
      const retention = Object.fromEntries(Object.entries(days).map(([name, n]) => [name, n * DAY_MS]));
      return { catalogue: { current: () => ({ ...catalogue, retention }) } };
    };
    const shorter = of({ sold_leads: 60, searches: 100 });
    const refused = await leadOf(70, { state: 'rejected' });
    const sold = await leadOf(61, { state: 'accepted', attempts: [sent] });
    const unknown = await leadOf(61, { state: 'unknown', attempts: [{ ...sent, outcome: 'unknown' }] });
    const searched = await searchOf(70, {});
    const again = await searchOf(200, { counts_from: ago(70) });
    const bought = await searchOf(61, { slots: [slot] });
    const all = [refused, searched, again, sold, unknown, bought];
    const there = async () => (await Promise.all(all.map(isThere))).filter(Boolean).length;
    for (let turn = 0; turn < 2; turn += 1) {
      await applyRetention({ ...ports(), ...shorter });
      expect([
        await there(),
        await isThere(refused),
        await isThere(searched),
        await isThere(again),
      ]).to.deep.equal([...[3, true, true, true]]);
    }
    const status = await retentionStatus(ports(), shorter.catalogue.current());
    expect(status.map(({ name, next_due_at: next }) => [name, next]).slice(0, 3)).to.deep.equal([
      ['searches', new Date(ago(70).getTime() + 100 * DAY_MS)],
      ['refused_leads', new Date(ago(70).getTime() + 90 * DAY_MS)],
      ['sold_leads', null],
    ]);
    await applyRetention({ ...ports(new Date(NOW.getTime() + 21 * DAY_MS)), ...shorter });
    expect([await isThere(refused), await isThere(searched)]).to.deep.equal([false, true]);
    await applyRetention({ ...ports(new Date(NOW.getTime() + 31 * DAY_MS)), ...shorter });
    expect(await there()).to.equal(0);

    // The walk for labels waits too: it would leave nothing of a lead that it passes.
    const later = await leadOf(450, { state: 'rejected' });
    await connection.collection('meta').deleteMany({});
    for (let turn = 0; turn < 2; turn += 1)
      await applyRetention({ ...ports(), ...of({ refused_leads: 800 }) });
    expect(await isThere(later)).to.equal(true);
  });

  it('removes a lead with the sold ones that was refused after the walk for refused ones had passed it', async () => {
    const late = await leadOf(91, { state: 'unknown', attempts: [{ ...sent, outcome: 'unknown' }] });
    await applyRetention(ports());
    await connection.collection('leads').updateOne({ _id: late as never }, { $set: { state: 'rejected' } });
    const longer = { ...catalogue, retention: { refused_leads: 800 * DAY_MS } };
    const at = (days: number) => ({
      ...ports(new Date(NOW.getTime() + days * DAY_MS)),
      catalogue: { current: () => longer },
    });
    await applyRetention(at(308));
    expect(await isThere(late)).to.equal(true);
    await applyRetention(at(320));
    expect(await isThere(late)).to.equal(false);
  });

  it('says when more is due than one turn removes, and goes on in the next', async () => {
    const rows = Array.from({ length: 201 }, (_, n) => ({
      ...{
        _id: `s${n}`,
        run: 1,
        state: 'done',
        created_at: new Date(ago(40).getTime() + n),
        slots: [],
      },
      ...{ lead: {}, tracking: {}, identities: [] },
    }));
    const searches = connection.collection<{ _id: string }>('searches');
    await searches.insertMany(rows);
    expect(await applyRetention(ports(), 1)).to.deep.equal({ records: 200, isMoreDue: true });
    expect(await applyRetention(ports(), 1)).to.deep.equal({ records: 1, isMoreDue: false });
    expect(await searches.countDocuments({ forgotten: { $exists: false } })).to.equal(0);
  });

  it('goes on after a kill, and leaves a lead alone that changes or owes news', async () => {
    const [first, second] = [await leadOf(95, { state: 'failed' }), await leadOf(94, { state: 'failed' })];
    const owing = await leadOf(93, { state: 'failed', pending_effects: [...NEWS] });
    const killed: PersonStore = {
      ...persons,
      forgetLead: async (lead, forgotten) => {
        if (lead.id === second) throw new Error('killed');
        return persons.forgetLead(lead, forgotten);
      },
    };
    const died = await applyRetention({ ...ports(), persons: killed }).catch(() => 'died');
    expect([died, await isThere(first), await isThere(second)]).to.deep.equal(['died', false, true]);
    await applyRetention(ports());
    expect([await isThere(second), await isThere(owing)]).to.deep.equal([false, true]);
    await connection
      .collection('leads')
      .updateMany({}, { $pull: { pending_effects: { kind: 'news' } } } as object);
    await applyRetention(ports());
    expect(await isThere(owing)).to.equal(false);
    const changed = { id: first, submission: 2, state: 'failed' };
    expect(await persons.forgetLead(changed, { at: NOW, why: 'retention' })).to.equal(false);
  });

  it('removes the labels of a lead whose person stays longer than they do, or was left for the next turn', async () => {
    const long = testCatalogue();
    const kept = { ...long, retention: { sold_leads: 500 * DAY_MS } };
    const sold = await leadOf(450, { state: 'accepted', attempts: [sent] });
    await applyRetention({ ...ports(), catalogue: { current: () => kept } });
    expect((await createLeadStore(connection).read(sold))?.identities).to.have.lengthOf(1);
    const owing = await leadOf(420, { state: 'failed', pending_effects: [...NEWS] });
    await applyRetention(ports());
    await connection
      .collection('leads')
      .updateMany({}, { $pull: { pending_effects: { kind: 'news' } } } as object);
    await applyRetention(ports());
    for (const id of [sold, owing])
      expect(await createLeadStore(connection).read(id), id).to.deep.include({
        tracking: {},
        identities: [],
      });
  });

  it('says by how much it is behind, once it has begun', async () => {
    const behindAt = (now: Date) => retentionBehind(ports(now), catalogue);
    expect([...(await behindAt(NOW))]).to.deep.equal([]);
    await applyRetention(ports());
    expect([...(await behindAt(NOW)).values()]).to.deep.equal([0, 0, 0, 0]);
    await persons.reach('refused_leads', new Date(ago(90).getTime() + 60_000));
    const later = await behindAt(new Date(NOW.getTime() + 90_000));
    expect(Object.fromEntries(later)).to.deep.equal({
      // Labels are not behind: they wait for the persons of sold leads.
      ...{ searches: 90_000, refused_leads: 30_000, sold_leads: 90_000, labels: 0 },
    });
    const empty = await retentionBehind(ports(), { ...catalogue, offers: new Map() });
    expect([...empty], 'without offers no walk goes on').to.deep.equal([]);
  });

  it('removes evidence after its own term, and says what is due', async () => {
    const lead = await leadOf(401, { state: 'accepted', attempts: [sent] });
    const [sold] = (await retentionStatus(ports(), catalogue)).filter(({ name }) => name === 'sold_leads');
    expect(sold).to.include({ due: 1, term_ms: 400 * DAY_MS });
    await applyRetention(ports());
    const after = await retentionStatus(ports(), catalogue);
    const consent = after.find(({ name }) => name === 'consent');
    expect(consent).to.deep.include({ due: 0, next_due_at: new Date(ago(401).getTime() + 1_826 * DAY_MS) });
    const later = new Date(NOW.getTime() + 1_500 * DAY_MS);
    await applyRetention(ports(later));
    expect(await createConsentStore(connection).ofLead(lead)).to.deep.equal([]);
  });
});
