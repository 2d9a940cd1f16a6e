import { expect } from 'chai';
import type { PartnerSearch } from '../../../src/core/catalogue/types.js';
import type { PartnerAnswer } from '../../../src/app/ports/destinations.js';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { runSearch } from '../../../src/app/search/run.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testSearch, testSubmit } from '../../support/records.js';

const BREAKER = { failures: 1, open_for_ms: 30_000, offer_while_open: false };
const DOWN: PartnerAnswer = { kind: 'failed', health: 'down', detail: 'connect: ECONNREFUSED' };
const RESULT = { reference: 'p-1', name: 'Online BA', programs: [], questions: [] };
const START = new Date('2026-11-21T17:00:00Z');

function set(api: Partial<PartnerSearch>) {
  const { partner, delivery } = testCatalogue().offers.get(IDS.partner)!;
  const offer = {
    partner: { search: { ...partner!.search, ...api } },
    delivery: { ...delivery, breaker: BREAKER },
  };
  const work = fakeWork(testCatalogue({ offers: { [IDS.partner]: offer } }));
  const limits: number[] = [];
  const { destinations } = work.ports;
  work.ports.destinations = {
    ...destinations,
    askPartner: (...args) => (limits.push(args[3]), destinations.askPartner(...args)),
  };
  let searches = 0;
  /** A person's search until its partner was asked, `after_ms` later than it could have been. */
  async function search({
    closes_in_ms = 45_000,
    after_ms = 0,
    is_test = false,
  } = {}): Promise<SearchRecord> {
    const id = `10000000-0000-4000-8000-00000000000${(searches += 1)}`;
    const identities = testIdentities(id);
    const closes_at = new Date(work.ports.clock().getTime() + closes_in_ms);
    work.searches.all.set(id, testSearch({ id, identities, closes_at, is_test }));
    const job = { search_id: id, run: 1, request_id: 'r' };
    await runSearch(work.ports, { ...job, reply_to: 'web-1' });
    work.pass(after_ms);
    await runPartnerSearch(work.ports, { ...job, offer_id: IDS.partner });
    return work.searches.all.get(id)!;
  }
  return { ...work, limits, search };
}

const partnerOf = ({ partners, timeline }: SearchRecord) => ({
  state: partners[0]?.state,
  detail: timeline.find(({ what }) => what === 'partner')?.reason?.['detail'],
});

describe('a partner at its gate', () => {
  it('is not asked while its search is down, is sent leads meanwhile, and is asked again later', async () => {
    const work = set({ breaker: BREAKER });
    work.answers.askPartner.push({ kind: 'answered', results: [RESULT], faults: [] });
    const found = await work.search();
    work.answers.askPartner.push(DOWN);
    expect(partnerOf(await work.search())).to.deep.equal({
      state: 'failed',
      detail: 'connect: ECONNREFUSED',
    });
    expect(work.asked).to.have.length(2);
    const refused = await work.search();
    expect(partnerOf(refused)).to.deep.equal({ state: 'failed', detail: 'not asked: destination_down' });
    expect(refused.state, 'nobody waits for it').to.equal('done');
    expect(work.asked).to.have.length(2);

    const lead = testSubmit(
      found,
      found.results.find(({ offer_id }) => offer_id === IDS.partner)!,
    );
    work.leads.all.set(lead.id, lead);
    await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    expect(work.leads.all.get(lead.id)?.state, 'its deliveries have a gate of their own').to.equal(
      'accepted',
    );

    expect(partnerOf(await work.search()).state, 'an accepted lead closes no breaker of the search').to.equal(
      'failed',
    );
    work.pass(BREAKER.open_for_ms + 1);
    expect(partnerOf(await work.search()).state).to.equal('answered');
    expect(work.asked).to.have.length(3);
  });

  it('is told what was met, and has its permit back', async () => {
    const work = set({ max_in_flight: 1, breaker: { ...BREAKER, failures: 2 } });
    work.answers.askPartner.push(DOWN);
    for (let n = 0; n < 3; n += 1) await work.search();
    expect(work.asked, 'one after the other').to.have.length(3);
    const id = `${IDS.partner}:search`;
    const answered = { id, passage: { health: 'up', outcome: 'answered', duration_ms: 0 } };
    const detail = 'connect: ECONNREFUSED';
    expect(work.passages).to.deep.equal([
      { id, passage: { health: 'down', outcome: 'failed', duration_ms: 0, detail } },
      answered,
      answered,
    ]);
  });

  const TESTED = { test_url: 'http://127.0.0.1:1/test' };
  const apart: readonly [string, Partial<PartnerSearch>, readonly PartnerAnswer[]][] = [
    ['fail', { breaker: { ...BREAKER, failures: 5 } }, [DOWN, DOWN, DOWN, DOWN, DOWN]],
    ['take turns', { throttle: { per_minute: 1 } }, []],
  ];
  for (const [what, api, answers] of apart)
    it(`is asked for a live search, whatever tests ${what}`, async () => {
      const work = set({ ...TESTED, ...api });
      work.answers.askPartner.push(...answers);
      for (let n = 0; n < 5; n += 1) await work.search({ is_test: true });
      expect(partnerOf(await work.search({ is_test: true })).detail).to.match(/^not asked: /);
      expect(partnerOf(await work.search()).state).to.equal('answered');
    });

  it('fails for live searches, whatever tests are answered', async () => {
    const work = set({ ...TESTED, breaker: { ...BREAKER, failures: 2 } });
    const answered: PartnerAnswer = { kind: 'answered', results: [], faults: [] };
    work.answers.askPartner.push(DOWN, answered, DOWN);
    for (const is_test of [false, true, false]) await work.search({ is_test });
    expect(partnerOf(await work.search()).detail).to.equal('not asked: destination_down');
  });

  for (const [what, timeout_ms, closes_in_ms, after_ms, limit] of [
    ['what is left of the search', 20_000, 5_000, 0, [5_000]],
    ['less when its job waited', 20_000, 5_000, 1_500, [3_500]],
    ['its own time limit where that is shorter', 2_000, 5_000, 0, [2_000]],
    ['nothing once the search has closed', 2_000, 5_000, 5_000, []],
  ] as const)
    it(`has to answer: ${what}`, async () => {
      const work = set({ timeout_ms });
      await work.search({ closes_in_ms, after_ms });
      expect(work.limits).to.deep.equal(limit);
      expect(work.ports.clock()).to.deep.equal(new Date(START.getTime() + after_ms));
    });
});
