import { expect } from 'chai';
import { MissingDataKeyError, OutageError } from '../../../src/app/outage.js';
import { waitingText } from '../../../src/cli/render/waiting.js';
import { requeueLeads, unfinishedRuns } from '../../../src/app/submit/requeue.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { waitSentence } from '../../../src/core/operators/lead-sentences.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

/** A lease, the sweeper's grace and its rhythm. */
const BROUGHT_BACK_MS = 34_000;
const job = { lead_id: testLead().id, submission: 1, request_id: 'r' };
const away = (): Promise<never> => Promise.reject(new OutageError('MongoDB', new Error('away')));
const meets = (error: unknown): void => {
  if (!(error instanceof OutageError)) throw error;
};

/** A worker process beside others on the same stores: what it has to requeue is its own. */
const aProcess = (ports: WorkPorts): WorkPorts => ({ ...ports, unfinished: unfinishedRuns() });

describe('an outage of ours', () => {
  const oneMinute = { ...testCatalogue().offers.get(IDS.shared)!.delivery, window_ms: 60_000 };
  const world = async () => {
    const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery: oneMinute } } }));
    await work.leads.insert(testLead());
    const lead = () => work.leads.all.get(job.lead_id)!;
    const run = (ports: WorkPorts): Promise<unknown> => runSubmit(ports, job).catch(meets);
    return { ...work, lead, run };
  };
  type World = Awaited<ReturnType<typeof world>>;

  const OUTAGES: readonly [string, (work: World) => Partial<WorkPorts>][] = [
    ['the claims are away', ({ claims }) => ({ claims: { ...claims, take: away } })],
    ['Redis is away', ({ ports }) => ({ ledger: { ...ports.ledger, reserve: away } })],
    ['takes are applied and never acknowledged', ({ leads }) => ({ leads: unacknowledged(leads) })],
  ];
  const unacknowledged = (leads: World['leads']) => ({
    ...leads,
    take: async (...asked: Parameters<typeof leads.take>) => {
      await leads.take(...asked);
      return away();
    },
  });

  for (const [what, over] of OUTAGES)
    it(`of six minutes ends no lead: ${what}`, async () => {
      const work = await world();
      const ports = { ...work.ports, ...over(work) };
      for (let runs = 0; runs < 11; runs += 1) {
        await work.run(ports);
        expect(work.lead().state, `after run ${runs + 1}`).to.equal('queued');
        work.pass(BROUGHT_BACK_MS);
      }
      expect(work.lead().stalls).to.equal(0);
      await work.run(work.ports);
      expect(work.lead().decision?.code).to.equal('ACCEPTED');
    });

  it('names the data key that its worker lacks, and goes on when the key is there', async () => {
    const work = await world();
    const locked = () => Promise.reject(new MissingDataKeyError('second'));
    await work.run({ ...work.ports, claims: { ...work.claims, take: locked } });
    expect(work.lead().waiting).to.deep.equal({ run: 1, why: 'outage', data_key: 'second' });
    expect(waitingText(work.lead())).to.match(/^it waits for the data key second,/);
    expect(waitSentence(work.lead())).to.equal(
      'It’s waiting for the data key second, which its worker doesn’t have.',
    );
    work.pass(BROUGHT_BACK_MS);
    await work.run(work.ports);
    expect(work.lead().decision?.code).to.equal('ACCEPTED');
  });

  it('does not spend the delivery window, however long it takes', async () => {
    const work = await world();
    const ports = { ...work.ports, claims: { ...work.claims, take: away } };
    for (let minutes = 0; minutes < 180; minutes += 1) {
      await work.run(ports);
      work.pass(60_000);
    }
    work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
    await work.run(work.ports);
    expect(work.lead().state, 'within its window').to.equal('waiting');
    expect(work.lead().timeline.filter(({ what }) => what === 'requeued')).to.have.length(1);
    work.pass(2_000);
    await work.run(work.ports);
    expect(work.lead().decision?.code).to.equal('ACCEPTED');
  });

  it('does not spend the delivery window where nobody could take the lead', async () => {
    const work = await world();
    work.pass(3 * 3_600_000);
    work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
    await work.run(work.ports);
    expect(work.lead().state).to.equal('waiting');
  });

  it('spends the window with what the buyer makes of it', async () => {
    const work = await world();
    for (let tries = 0; tries < 12; tries += 1) {
      work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
      await work.run(work.ports);
      work.pass(9_000);
    }
    expect(work.lead().decision?.code).to.equal('DELIVERY_FAILED');
  });

  it('is over when the database answers: the lead is requeued by then, and until then no run of it is begun', async () => {
    const work = await world();
    const { leads } = work;
    const gone = { ...leads, take: unacknowledged(leads).take, requeue: away };
    const mine = aProcess({ ...work.ports, leads: gone });
    for (let runs = 0; runs < 40; runs += 1) {
      await work.run(mine);
      await requeueLeads(mine).catch(meets);
      work.pass(BROUGHT_BACK_MS);
    }
    expect(work.lead()).to.include({ state: 'working', runs: 1, stalls: 0 });
    await requeueLeads({ ...mine, leads });
    expect(work.lead()).to.include({ state: 'queued', stalls: 0 });
  });

  it('counts no run of a process that lives, whoever took the lead meanwhile', async () => {
    const work = await world();
    const { leads } = work;
    const silent = { ...leads, take: unacknowledged(leads).take, requeue: away };
    const processes = Array.from({ length: 12 }, () => aProcess({ ...work.ports, leads: silent }));
    for (const one of processes) {
      await work.run(one);
      work.pass(BROUGHT_BACK_MS);
    }
    expect(work.lead().stalls, 'as long as they can say nothing').to.equal(11);
    for (let looks = 0; looks < 3; looks += 1) {
      await work.run(work.ports);
      expect(work.lead().state, 'they get the time to speak').to.equal('queued');
    }
    for (const one of processes) await requeueLeads({ ...one, leads });
    expect(work.lead().stalls).to.equal(0);
    work.pass(61_000);
    await work.run(work.ports);
    expect(work.lead().decision?.code).to.equal('ACCEPTED');
  });

  it('ends a lead whose workers died silently ten times', async () => {
    const work = await world();
    const dies = { ...work.claims, take: () => new Promise<never>(() => undefined) };
    for (let lives = 0; lives < 11; lives += 1) {
      void work.run({ ...work.ports, claims: dies });
      await new Promise((resolve) => setImmediate(resolve));
      work.pass(BROUGHT_BACK_MS);
    }
    await work.run(work.ports);
    work.pass(61_000);
    await work.run(work.ports);
    expect(work.lead().decision?.code).to.equal('DELIVERY_FAILED');
  });

  it('requeues a taking that lands after its process had looked for it', async () => {
    const work = await world();
    const { leads } = work;
    const mine = aProcess(work.ports);
    let land: () => Promise<unknown> = away;
    const late = {
      ...leads,
      take: (...asked: Parameters<typeof leads.take>) => {
        land = () => leads.take(...asked);
        return away();
      },
    };
    await work.run({ ...mine, leads: late });
    work.pass(20_000);
    await land();
    expect(work.lead().state).to.equal('working');
    work.pass(41_000);
    await requeueLeads(mine);
    expect(work.lead()).to.include({ state: 'queued', stalls: 0 });
    expect(mine.unfinished.all()).to.deep.equal([]);
  });

  it('takes nothing more than can be remembered', async () => {
    const work = await world();
    const unfinished = unfinishedRuns(1);
    unfinished.keep({ id: 'another', submission: 1, by: 'x', requeued: false });
    await work.run({ ...work.ports, unfinished });
    expect(work.lead()).to.include({ state: 'queued', runs: 0 });
  });
});
