import { expect } from 'chai';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { runSearch } from '../../../src/app/search/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { PartnerAsk, SearchRecord } from '../../../src/core/search/search-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testSearch } from '../../support/records.js';

const AT = testSearch().created_at;
const SECOND = 'd0000000-0000-4000-8000-000000000009';
const partner = testCatalogue().offers.get(IDS.partner)!;
const asked = (over: Partial<PartnerAsk> = {}): PartnerAsk => ({
  ...{ offer_id: IDS.partner, run: 1, state: 'asked', asked_at: AT },
  ...over,
});
const asking = (over: Partial<SearchRecord> = {}): SearchRecord =>
  testSearch({ state: 'asking', due_at: testSearch().closes_at, partners: [asked()], ...over });
const job = { search_id: testSearch().id, run: 1, request_id: 'r' };

function set(search: SearchRecord | undefined, over: CatalogueOverrides = {}) {
  const work = fakeWork(testCatalogue(over));
  if (search) work.searches.all.set(search.id, search);
  const now = () => work.searches.all.get(job.search_id)!;
  const faults: [string, number][] = [];
  const released: unknown[] = [];
  const ports = (catalogue?: Catalogue): WorkPorts => ({
    ...work.ports,
    ...(catalogue && { catalogue: { current: () => catalogue } }),
    countPartnerFaults: (offer, count) => void faults.push([offer, count]),
    gate: {
      ...work.ports.gate,
      release: (destination, permit, result) => {
        released.push([destination.id, permit, result]);
        return work.ports.gate.release(destination, permit, result);
      },
    },
  });
  const ask = (catalogue?: Catalogue) =>
    runPartnerSearch(ports(catalogue), { ...job, offer_id: IDS.partner }, true);
  return { ...work, faults, released, now, ask, run: () => runSearch(work.ports, job) };
}

describe('a partner is asked', () => {
  const nobody: readonly [string, SearchRecord | undefined][] = [
    ['the search is gone', undefined],
    ['it is searched again', asking({ run: 2, partners: [asked({ run: 1 }), asked({ run: 2 })] })],
    ['it has answered', asking({ partners: [asked({ state: 'answered' })] })],
    ['another was asked', asking({ partners: [asked({ offer_id: SECOND })] })],
    ['it was asked in an earlier run alone', asking({ partners: [asked({ run: 0 })] })],
    [
      'it has answered, and another has not',
      asking({ partners: [asked({ state: 'answered' }), asked({ offer_id: SECOND })] }),
    ],
  ];
  for (const [name, search] of nobody)
    it(`not when ${name}`, async () => {
      const work = set(search);
      await work.ask();
      expect(work.asked).to.deep.equal([]);
      expect(work.searches.all.get(job.search_id)).to.equal(search);
    });

  it('once, by a permit of its search', async () => {
    const work = set(asking());
    await work.ask();
    expect(work.asked).to.have.length(1);
    expect(work.released).to.deep.equal([
      [`${IDS.partner}:search`, `${job.search_id}:1`, { health: 'up', outcome: 'answered', duration_ms: 0 }],
    ]);
    expect(work.now().state).to.equal('done');
  });

  it('and the search stays open while another has not answered', async () => {
    const others: readonly [PartnerAsk, SearchRecord['state']][] = [
      [asked({ offer_id: SECOND }), 'asking'],
      [asked({ offer_id: SECOND, state: 'answered' }), 'done'],
      [asked({ offer_id: SECOND, run: 0 }), 'done'],
    ];
    for (const [other, state] of others) {
      const work = set(asking({ partners: [other, asked()] }));
      await work.ask();
      expect(work.now().state, `${other.state} in run ${other.run}`).to.equal(state);
    }
  });

  const failures: readonly [string, CatalogueOverrides, Partial<SearchRecord>, number, string][] = [
    ['its offer is gone', { offers: { [IDS.partner]: null } }, {}, 0, 'the offer left the catalogue'],
    ['its line is gone', { lines: { [IDS.partner]: null } }, {}, 0, 'the offer left the catalogue'],
    [
      'it is a partner no more',
      { offers: { [IDS.partner]: { partner: undefined as never, kind: 'direct' } } },
      {},
      ...([0, 'the offer left the catalogue'] as const),
    ],
    ['a test search, and it has no test address', {}, { is_test: true }, 0, 'no address to ask'],
    ['the search closes in this moment', {}, {}, 45_000, 'the search had closed'],
    ['the search is closed', {}, { state: 'done' }, 0, 'the search had closed'],
  ];
  for (const [name, over, search, ms, detail] of failures)
    it(`not when ${name}, and that is told: ${detail}`, async () => {
      const work = set(asking(search), over);
      work.pass(ms);
      await work.ask();
      expect(work.asked).to.deep.equal([]);
      expect(work.now().partners[0]).to.include({ state: 'failed', detail, unsent: true });
    });

  it('not when the campaign is gone', async () => {
    const work = set(asking());
    await work.ask({ ...testCatalogue(), campaigns: new Map() });
    expect(work.now().partners[0]).to.include({ state: 'failed', detail: 'the offer left the catalogue' });
  });

  it('at its test address for a test search', async () => {
    const search = { ...partner.partner!.search, test_url: 'http://127.0.0.1:1/test' };
    const work = set(asking({ is_test: true }), { offers: { [IDS.partner]: { partner: { search } } } });
    await work.ask();
    expect(work.asked).to.have.length(1);
  });

  it('and gives back a permit that it did not use', async () => {
    const search = { ...partner.partner!.search, throttle: { per_minute: 1 } };
    const work = set(asking(), { offers: { [IDS.partner]: { partner: { search } } } });
    await work.ask();
    const second = { ...asking(), id: 'another' };
    work.searches.all.set(second.id, second);
    work.searches.all.set(job.search_id, asking());
    await work.ask();
    expect(work.asked).to.have.length(1);
    expect(work.released.at(-1)).to.deep.equal([`${IDS.partner}:search`, `${job.search_id}:1`, 'unused']);
    expect(work.now().partners[0]).to.include({ detail: 'not asked: throttled', unsent: true });
  });

  it('and its faults are counted, no faults are not, nor those of its test address', async () => {
    const search = { ...partner.partner!.search, test_url: 'http://127.0.0.1:1/test' };
    const two = ['a result without a name', 'another'];
    for (const [given, is_test, counted] of [
      [[], false, []],
      [two, false, [['partner', 2]]],
      [two, true, []],
    ] as const) {
      const work = set(asking({ is_test }), { offers: { [IDS.partner]: { partner: { search } } } });
      work.answers.askPartner.push({ kind: 'answered', results: [], faults: given });
      await work.ask();
      expect(work.faults).to.deep.equal(counted);
    }
  });
});

describe('a search is run', () => {
  it('again to ask those alone that have not answered in this run', async () => {
    const work = set(
      asking({
        run: 2,
        partners: [
          asked({ offer_id: 'former', run: 1 }),
          asked({ offer_id: 'answered', run: 2, state: 'answered' }),
          asked({ offer_id: 'open', run: 2 }),
        ],
      }),
    );
    await runSearch(work.ports, { ...job, run: 2 });
    expect(work.jobs.partner.map(({ offer_id }) => offer_id)).to.deep.equal(['open']);
  });

  const nobody: readonly [string, SearchRecord | undefined][] = [
    ['is gone', undefined],
    ['is closed', asking({ state: 'done' })],
    ['was searched again', asking({ run: 2, partners: [asked({ run: 2 })] })],
    ['has its answers', asking({ partners: [asked({ state: 'answered' })] })],
  ];
  for (const [name, search] of nobody)
    it(`and asks nobody where it ${name}`, async () => {
      let calls = 0;
      const work = set(search);
      await runSearch(
        {
          ...work.ports,
          queues: { ...work.ports.queues, partner: () => Promise.resolve(void (calls += 1)) },
        },
        job,
      );
      expect(calls).to.equal(0);
    });

  it('by another worker if the one before it died', async () => {
    const work = set(testSearch());
    const dies = { ...work.searches, finishRun: () => Promise.reject(new Error('killed')) };
    await runSearch({ ...work.ports, searches: dies }, job).catch(() => undefined);
    expect(work.now().state).to.equal('new');
    await work.run();
    expect(work.now().state).to.equal('asking');
  });

  it('by the first of two workers that evaluate it at once: the other one asks nobody', async () => {
    const work = set(testSearch());
    await Promise.all([work.run(), work.run()]);
    expect(work.now().partners).to.have.length(1);
    expect(work.jobs.partner).to.have.length(1);
  });

  it('and is closed at once where no partner is asked, or no time is left', async () => {
    const without = set(testSearch(), { lines: { [IDS.partner]: null } });
    await without.run();
    expect(without.now().state).to.equal('done');
    expect(without.jobs.partner).to.deep.equal([]);
    const late = set(testSearch());
    late.pass(45_000);
    await late.run();
    expect(late.now().state).to.equal('done');
    const inTime = set(testSearch());
    inTime.pass(44_999);
    await inTime.run();
    expect(inTime.now()).to.deep.include({ state: 'asking', due_at: testSearch().closes_at });
  });

  it('and finds nothing for a campaign that is gone', async () => {
    const work = set(testSearch());
    const gone = { ...testCatalogue(), campaigns: new Map() };
    await runSearch({ ...work.ports, catalogue: { current: () => gone } }, job);
    expect(work.now()).to.deep.include({ state: 'done', results: [], verdicts: [], partners: [] });
  });

  const CAP = testCap({ limit: 1, time_zone: 'UTC' });
  const capped: CatalogueOverrides = { offers: { [IDS.shared]: { caps: [CAP] } } };
  const shown = async (over: CatalogueOverrides, ledger?: (ports: WorkPorts) => Partial<WorkPorts>) => {
    const work = set(testSearch(), over);
    await runSearch({ ...work.ports, ...ledger?.(work.ports) }, job);
    return work.now().results.some(({ offer_id }) => offer_id === IDS.shared);
  };
  const used =
    (...answers: (readonly number[] | 'stale')[]) =>
    (rebuilt: boolean) =>
    (ports: WorkPorts): Partial<WorkPorts> => ({
      ledger: { ...ports.ledger, used: () => Promise.resolve(answers.shift() ?? 'stale') },
      rebuildLedger: () => Promise.resolve(rebuilt),
    });
  const uses: readonly [string, ReturnType<typeof used>, boolean, boolean][] = [
    ['a cap with room', used([0]), true, true],
    ['a full cap', used([1]), true, false],
    ['a cap past its limit', used([2]), true, false],
    ['a full cap, counted anew', used('stale', [1]), true, false],
    ['a cap with room, counted anew', used('stale', [0]), true, true],
    ['a ledger that another is counting', used('stale', [1]), false, true],
    ['a ledger that stays away', used('stale', 'stale'), true, true],
    ['a cap that nobody counted', used([]), true, true],
  ];
  for (const [name, answers, rebuilt, shows] of uses)
    it(`with ${name}: the offer is ${shows ? 'shown' : 'hidden'}`, async () => {
      expect(await shown(capped, answers(rebuilt))).to.equal(shows);
    });

  it('without any cap asks no ledger', async () => {
    const none = (ports: WorkPorts): Partial<WorkPorts> => ({
      ledger: { ...ports.ledger, used: () => Promise.reject(new Error('asked')) },
    });
    expect(await shown({}, none)).to.equal(true);
  });

  it('hides the offer of a full cap alone', async () => {
    const more = testOffer({ id: SECOND, handle: 'second', caps: [testCap({ id: 'second', limit: 1 })] });
    const work = set(testSearch(), { ...capped, moreOffers: [more] });
    await runSearch(
      {
        ...work.ports,
        ledger: {
          ...work.ports.ledger,
          used: (buckets) => Promise.resolve(buckets.map(({ cap }) => (cap.id === 'second' ? 1 : 0))),
        },
      },
      job,
    );
    const ids = work.now().results.map(({ offer_id }) => offer_id);
    expect(ids).to.include(IDS.shared);
    expect(ids).not.to.include(SECOND);
  });
});
