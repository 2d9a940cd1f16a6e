import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import { unfinishedRuns } from '../../../src/app/submit/requeue.js';
import type { UnfinishedRun } from '../../../src/app/ports/unfinished-runs.js';
import { wakeCaller } from '../../../src/app/wake-caller.js';
import { MAX_STALLS } from '../../../src/core/delivery/attempt.js';
import type { Attempt, AttemptOutcome, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt, testSentTo } from '../../support/records.js';

const BEGAN = new Date('2026-11-21T16:59:00Z');
const NOW = new Date('2026-11-21T17:00:00Z');
const { delivery } = testCatalogue().offers.get(IDS.shared)!;
const idempotent: CatalogueOverrides = {
  offers: { [IDS.shared]: { delivery: { ...delivery, idempotent: true, window_ms: 600_000 } } },
};
const attempt = (outcome: AttemptOutcome, submission = 1): Attempt => ({
  ...testAttempt({ number: 1, submission, at: BEGAN, timeout_ms: 2_000, outcome }),
  sent_to: testSentTo(IDS.buyer),
});

async function run(over: Partial<LeadRecord>, catalogue: CatalogueOverrides = {}, lost = false) {
  const work = fakeWork(testCatalogue(catalogue), NOW);
  const lead = testLead({ due_at: NOW, first_due_at: BEGAN, ...over });
  work.leads.all.set(lead.id, lead);
  const told: string[] = [];
  const ports = {
    ...work.ports,
    ...(lost && { leads: { ...work.leads, transition: () => Promise.resolve(false) } }),
    log: {
      ...work.ports.log,
      error: (about: object, text: string) => void told.push(JSON.stringify(about) + text),
    },
  };
  const end = await runSubmit(ports, { lead_id: lead.id, submission: lead.submission, request_id: 'r' });
  return { end, told, after: work.leads.all.get(lead.id)! };
}

describe('a worker that never came back', () => {
  const open = { state: 'sending', attempts: [attempt('open')] } as const;

  it('leaves an attempt that nobody knows the end of', async () => {
    const { end, after } = await run(open);
    expect(end).to.deep.equal({});
    expect(after.state).to.equal('unknown');
    const detail = 'the worker stopped while the request was open';
    expect(after.attempts[0]).to.include({ outcome: 'unknown', duration_ms: 60_000, detail });
    expect(after.timeline).to.deep.equal([
      { at: NOW, what: 'answered', offer_id: IDS.shared, outcome: 'unknown', reason: { attempt: 1, detail } },
    ]);
  });

  it('and an idempotent buyer is sent it again, when its turn comes', async () => {
    const { end, after } = await run(open, idempotent);
    expect(after.state).to.equal('waiting');
    expect(end).to.deep.equal({ again_at: after.due_at });
  });

  it('and whoever was first decides', async () => {
    expect((await run(open, idempotent, true)).end).to.deep.equal({});
  });

  it('and an offer that is gone cannot repeat it', async () => {
    const { after, told } = await run(open, { offers: { [IDS.shared]: null } });
    expect(after.state).to.equal('unknown');
    expect(after.timeline.map(({ what, outcome }) => [what, outcome])).to.deep.equal([
      ['gave_up', 'unknown'],
    ]);
    expect(told).to.deep.equal([]);
  });
});

describe('a lead that no run could end', () => {
  const stalled = { stalls: MAX_STALLS, state: 'queued' } as const;
  const waiting = { run: 1, why: 'stalls', until: NOW } as const;

  it('waits a minute for its processes to say that they live', async () => {
    const { end, after } = await run(stalled);
    const until = new Date(NOW.getTime() + 60_000);
    expect(end).to.deep.equal({ again_at: until });
    expect(after).to.deep.include({ state: 'queued', due_at: until, timeline: [] });
    expect(after.waiting).to.deep.equal({ run: 1, why: 'stalls', until });
    expect((await run(stalled, {}, true)).end).to.deep.equal({});
  });

  it('waits on where it has not waited long enough', async () => {
    const until = new Date(NOW.getTime() + 1);
    const { end } = await run({ ...stalled, waiting: { ...waiting, until } });
    expect(end).to.deep.equal({ again_at: until });
  });

  const rows: readonly [string, Attempt[], 'failed' | 'unknown'][] = [
    ['nothing was tried', [], 'failed'],
    ['nothing left', [attempt('never_sent')], 'failed'],
    ['the buyer said "try again"', [attempt('retry')], 'failed'],
    ['the buyer has it', [attempt('pending')], 'unknown'],
    [
      'the buyer has it, and a repeat never left',
      [attempt('pending'), { ...attempt('never_sent'), number: 2 }],
      'unknown',
    ],
    ['the buyer may have it', [attempt('unknown'), { ...attempt('retry'), number: 2 }], 'unknown'],
  ];
  for (const [name, attempts, state] of rows)
    it(`is given up, ${name}: ${state}`, async () => {
      const { after, told, end } = await run({ ...stalled, waiting, attempts });
      expect(end).to.deep.equal({});
      expect(after.state).to.equal(state);
      expect(after.timeline).to.deep.equal([
        { at: NOW, what: 'gave_up', outcome: state, reason: { stalls: MAX_STALLS } },
      ]);
      expect(told.length, 'an operator is told of what failed').to.equal(state === 'failed' ? 1 : 0);
    });
});

describe('what a process remembers of broken runs', () => {
  const named = (by: string, requeued = false): UnfinishedRun => ({ id: by, submission: 1, by, requeued });

  it('names no two takings alike', () => {
    const [mine, another] = [unfinishedRuns(), unfinishedRuns()];
    const names = [mine.newName(), mine.newName(), another.newName()];
    expect(new Set(names).size).to.equal(3);
    expect(names[1]).to.match(/:2$/);
  });

  it('is so many that wait to be requeued, and takes no more then', () => {
    const runs = unfinishedRuns(2);
    runs.keep(named('a'));
    runs.keep(named('b', true));
    expect(runs.hasRoom(), 'one of two waits').to.equal(true);
    runs.keep(named('c'));
    expect(runs.hasRoom()).to.equal(false);
    runs.drop(named('a'));
    expect(runs.hasRoom()).to.equal(true);
    expect(runs.all().map(({ by }) => by)).to.deep.equal(['b', 'c']);
  });

  it('is so many ends', () => {
    const runs = unfinishedRuns(1);
    const end = {} as never;
    runs.keepEnd(end);
    expect(runs.hasRoom()).to.equal(false);
    runs.dropEnd(end);
    expect(runs.hasRoom()).to.equal(true);
    expect(runs.ends()).to.deep.equal([]);
  });

  it('is not those beyond that were put back once', () => {
    const runs = unfinishedRuns(2);
    for (const by of ['a', 'b']) runs.keep(named(by, true));
    runs.keep(named('c', true));
    expect(
      runs.all().map(({ by }) => by),
      'the third is forgotten',
    ).to.deep.equal(['a', 'b']);
    runs.keep(named('d'));
    expect(
      runs.all().map(({ by }) => by),
      'one that waits never is',
    ).to.deep.equal(['a', 'b', 'd']);
    const few = unfinishedRuns(2);
    few.keep(named('a'));
    few.keep(named('b'));
    few.keep(named('b', true));
    expect(few.all()).to.deep.equal([named('a'), named('b', true)]);
  });
});

describe('whoever waits for a lead', () => {
  it('is woken, if there is anybody', async () => {
    const woken: string[] = [];
    const warned: unknown[] = [];
    const ports = (fault?: Error) => ({
      wake: {
        wake: (to: string, id: string) =>
          fault ? Promise.reject(fault) : Promise.resolve(void woken.push(`${to} ${id}`)),
      },
      log: { warn: (about: unknown) => void warned.push(about) } as never,
    });
    await wakeCaller(ports(), undefined, 'l');
    await wakeCaller(ports(), 'web', 'l');
    expect(woken).to.deep.equal(['web l']);
    await wakeCaller(ports(new Error('away')), 'web', 'l');
    expect(warned).to.have.length(1);
  });
});
