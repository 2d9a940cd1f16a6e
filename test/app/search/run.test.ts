import { expect } from 'chai';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { runSearch } from '../../../src/app/search/run.js';
import { readShown } from '../../../src/app/search/read-shown.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { sweep } from '../../../src/app/upkeep/sweep.js';
import type { Suppression } from '../../../src/core/suppression/suppression.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testSearch, testSubmit } from '../../support/records.js';

function set(over: CatalogueOverrides = {}, search: Partial<SearchRecord> = {}) {
  const work = fakeWork(testCatalogue(over));
  const record = testSearch(search);
  work.searches.all.set(record.id, record);
  const job = { search_id: record.id, run: 1, request_id: 'r', reply_to: 'web-1' };
  const now = () => work.searches.all.get(record.id)!;
  const ask = () => runPartnerSearch(work.ports, { ...job, offer_id: IDS.partner });
  return { ...work, run: () => runSearch(work.ports, job), ask, now };
}

const why = (search: SearchRecord, offerId: string) =>
  search.verdicts.find(({ offer_id }) => offer_id === offerId)?.refusal?.why;

describe('run-search', () => {
  it('keeps what may be shown, why the rest is not, and asks the partners', async () => {
    const work = set({ offers: { [IDS.shared]: { status: 'paused' } } });
    await work.run();
    const search = work.now();
    expect(search.state).to.equal('asking');
    expect(search.results.map(({ offer_id }) => offer_id)).to.have.members([
      IDS.exclusive,
      IDS.trueExclusive,
    ]);
    expect(why(search, IDS.shared)).to.equal('offer_paused');
    expect(work.jobs.partner.map(({ offer_id }) => offer_id)).to.deep.equal([IDS.partner]);
    expect(work.woken).to.deep.equal([search.id]);
  });

  it('leaves programs out that the lead is not eligible for', async () => {
    const work = set();
    await work.run();
    const result = work.now().results.find(({ offer_id }) => offer_id === IDS.exclusive);
    expect(result?.terms.programs.map(({ value }) => value)).to.deep.equal(['bsn']);
  });

  it('hides what the person already has, and what is at its cap', async () => {
    const cap = { id: 'cap-1', scope: 'offer', window: 'day', limit: 0, time_zone: 'UTC' } as const;
    const work = set({ offers: { [IDS.exclusive]: { caps: [cap] } } });
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    await work.run();
    expect(why(work.now(), IDS.shared)).to.equal('held');
    expect(why(work.now(), IDS.exclusive)).to.equal('day');
  });

  const inOneBatch: Suppression = {
    ...{ id: 'x', scope: { of: 'all' }, kind: 'email', reason: '', source: '', added_by: '' },
    added_at: new Date(0),
  };
  const ofAffiliate: Suppression = { ...inOneBatch, scope: { of: 'affiliate', party_id: IDS.affiliate } };
  for (const [is_test, affiliate, listed, seen] of [
    [false, 'other', [], 'held'],
    [true, 'other', [], undefined],
    [true, IDS.affiliate, [], 'held'],
    [false, 'other', [inOneBatch], 'suppressed'],
    [true, 'other', [inOneBatch], undefined],
    [true, 'other', [ofAffiliate], 'suppressed'],
  ] as const)
    it(`a ${is_test ? 'test' : 'live'} search, sold by ${affiliate}, ${listed[0]?.scope.of ?? 'nobody'} suppressed: ${String(seen)}`, async () => {
      const work = set({}, { is_test });
      const now = work.ports.clock();
      const policy = testCatalogue().offers.get(IDS.shared)!.duplicates;
      const owner = { lead: 'x', affiliate, submission: 1, offer: IDS.shared, buyer: IDS.buyer, at: now };
      await work.claims.take({ identities: testSearch().identities, policy, owner, now, run: 2 });
      const suppressions = { find: () => Promise.resolve(listed) };
      const job = { search_id: work.now().id, run: 1, request_id: 'r' };
      await runSearch({ ...work.ports, suppressions }, job);
      expect(why(work.now(), IDS.shared)).to.equal(seen);
    });

  it('runs once for two jobs, and enqueues partners again that a dead run left unasked', async () => {
    const work = set();
    await work.run();
    await work.run();
    expect(work.now().timeline.filter(({ what }) => what === 'evaluated')).to.have.length(1);
    expect(work.jobs.partner).to.have.length(2);
  });

  it('shows nothing that comes after its open time, when every poll has said that it is done', async () => {
    for (const [began, ends] of [
      [44_999, 44_999],
      [44_999, 45_000],
      [45_000, 45_000],
    ] as const) {
      const work = set();
      const find: typeof work.ports.suppressions.find = (...asked) => {
        work.pass(ends - began);
        return work.ports.suppressions.find(...asked);
      };
      work.pass(began);
      const suppressions = { ...work.ports.suppressions, find };
      const job = { search_id: work.now().id, run: 1, request_id: 'r' };
      await runSearch({ ...work.ports, suppressions }, job);
      const { state, due_at, results, timeline } = work.now();
      const last = timeline.at(-1);
      expect(
        [state, due_at === undefined, results.length > 0, work.jobs.partner.length, last?.what, last?.reason],
        String([began, ends]),
      ).to.deep.equal(
        ends < 45_000
          ? ['asking', false, true, 1, 'evaluated', last?.reason]
          : ['done', true, false, 0, 'closed', { why: 'open time is over' }],
      );
    }
  });

  it('sends a partner nothing that names or reaches the consumer', async () => {
    const work = set();
    await work.run();
    await work.ask();
    expect(JSON.stringify(work.asked)).to.not.match(/Ann|Lee|ann@example|608555|203\.0/);
  });

  it("lets a partner's mapping choose from the whole search, extra keys and ids of ours excepted", async () => {
    const { search } = testCatalogue().offers.get(IDS.partner)!.partner!;
    const work = set(
      {
        offers: {
          [IDS.partner]: { partner: { search: { ...search, body: '{ "mail": lead.personal.email }' } } },
        },
      },
      { consent: { tcpa_consent: true } },
    );
    await work.run();
    await work.ask();
    expect(work.asked[0]).to.deep.include({ tracking: work.now().tracking, consent: { tcpa_consent: true } });
    expect(work.asked[0]?.lead).to.have.nested.property('personal.email', 'ann@example.com');
    expect(Object.keys(work.asked[0] ?? {})).to.have.members([
      'search_id',
      'lead',
      'tracking',
      'consent',
      'offer',
      'affiliate',
    ]);
  });

  it("shows a partner's results and closes when all have answered", async () => {
    const work = set();
    await work.run();
    const result = { reference: 'p-1', name: 'Online BA', programs: [], questions: [] };
    work.answers.askPartner.push({ kind: 'answered', results: [result], faults: [] });
    await work.ask();
    const found = work.now().results.find(({ offer_id }) => offer_id === IDS.partner);
    expect(found?.terms.reference).to.equal('p-1');
    expect(work.now().state).to.equal('done');
  });

  it('records an answer that comes too late and does not show it', async () => {
    const work = set();
    await work.run();
    const result = { reference: 'p-1', name: 'Online BA', programs: [], questions: [] };
    const late = {
      ...work.ports,
      destinations: {
        ...work.destinations,
        askPartner: () => {
          work.pass(50_000);
          return Promise.resolve({ kind: 'answered', results: [result], faults: [] } as const);
        },
      },
    };
    await runPartnerSearch(late, {
      search_id: work.now().id,
      run: 1,
      offer_id: IDS.partner,
      request_id: 'r',
    });
    expect(work.now().results.some(({ offer_id }) => offer_id === IDS.partner)).to.be.false;
    expect(work.now().partners[0]?.state).to.equal('late');
  });

  it('does not show an answer that came in time and is written when the search is over by the clock', async () => {
    const work = set();
    await work.run();
    const result = { reference: 'p-1', name: 'Online BA', programs: [], questions: [] };
    work.answers.askPartner.push({ kind: 'answered', results: [result], faults: [] });
    const { closes_at, id } = work.now();
    const stalls = () => {
      work.pass(closes_at.getTime() - work.ports.clock().getTime());
      return 'r-late';
    };
    const job = { search_id: id, run: 1, offer_id: IDS.partner, request_id: 'r' };
    await runPartnerSearch({ ...work.ports, newId: stalls }, job);
    expect(work.now().results.some(({ offer_id }) => offer_id === IDS.partner)).to.be.false;
    expect(work.now().partners[0]).to.include({ state: 'late' });
    expect(work.now().timeline.find(({ what }) => what === 'partner')).to.include({ outcome: 'late' });
  });

  it('is closed by the sweeper when its time is over, and run by it when its job was lost', async () => {
    const lost = set();
    lost.pass(6_000);
    await sweep(lost.ports);
    expect(lost.jobs.search).to.have.length(1);
    const asking = set();
    await asking.run();
    asking.pass(50_000);
    await sweep(asking.ports);
    expect(asking.now().state).to.equal('done');
  });

  it('sells exclusively: what was sold from the search stands in the way of the rest', async () => {
    const work = set();
    await work.run();
    const search = work.now();
    const submit = async (offerId: string, n: number) => {
      const result = search.results.find(({ offer_id }) => offer_id === offerId)!;
      const lead = testSubmit(search, result, {
        id: `20000000-0000-4000-8000-00000000000${n}`,
        answers: { campus_visit: 'yes' },
      });
      work.leads.all.set(lead.id, lead);
      await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
      return work.leads.all.get(lead.id)?.decision;
    };
    expect((await submit(IDS.exclusive, 1))?.code).to.equal('ACCEPTED');
    const refused = await submit(IDS.trueExclusive, 2);
    expect(refused?.refusal).to.include({ code: 'OFFER_UNAVAILABLE', why: 'exclusivity' });
    expect((await submit(IDS.shared, 3))?.code).to.equal('ACCEPTED');
    expect(
      work.now().slots.map(({ state }) => state),
      'the sweeper confirms',
    ).to.deep.equal(['reserved', 'reserved']);
    const shown = await readShown(work.ports, search.id, work.ports.clock());
    expect(
      shown?.slots.map(({ state }) => state),
      'as they are shown',
    ).to.deep.equal(['sold', 'sold']);
  });
});
