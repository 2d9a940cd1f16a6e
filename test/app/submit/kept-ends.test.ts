import { expect } from 'chai';
import type { AnswerOutcome } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import { OutageError } from '../../../src/app/outage.js';
import { requeueLeads, unfinishedRuns } from '../../../src/app/submit/requeue.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';

const HOUR_MS = 3_600_000;
const lead = testLead();
const job = { lead_id: lead.id, submission: 1, request_id: 'r' };
const away = () => new OutageError('MongoDB', new Error('away'));

/** One process meets an outage once its attempt is stored (or `unsaid`: as it is); others share the stores. */
async function struck({ unsaid = false, lands = true } = {}) {
  const work = fakeWork(testCatalogue());
  await work.leads.insert(lead);
  let down = false;
  const orAway = async <T>(call: () => Promise<T>): Promise<T> => {
    if (down) throw away();
    return call();
  };
  const leads: LeadStore = {
    ...work.leads,
    read: (id) => orAway(() => work.leads.read(id)),
    note: (...args) => orAway(() => work.leads.note(...args)),
    requeue: (...args) => orAway(() => work.leads.requeue(...args)),
    transition: (when, change) =>
      orAway(async () => {
        if (!change.new_attempt) return work.leads.transition(when, change);
        down = true;
        const stored = lands && (await work.leads.transition(when, change));
        if (unsaid) throw away();
        return stored;
      }),
  };
  const mine: WorkPorts = { ...work.ports, leads, retryOnOutageMs: 0, unfinished: unfinishedRuns() };
  const another: WorkPorts = { ...work.ports, unfinished: unfinishedRuns() };
  const tell = (outcome: AnswerOutcome): void => {
    const answered: DeliveryResult = {
      kind: 'answered',
      status: 200,
      answer: { outcome, reason: 'x'.repeat(9_000) },
    };
    work.answers.deliver.push(answered);
  };
  const now = () => work.leads.all.get(lead.id)!;
  return {
    ...{ ...work, mine, tell, now },
    outcomes: () => now().attempts.map(({ outcome }) => outcome),
    run: (ports = mine) =>
      runSubmit(ports, job).catch((error: unknown) => expect(error).to.be.instanceOf(OutageError)),
    /** It called the lead unknown when it was due, and a while goes by. */
    async meanwhile(ms: number) {
      await requeueLeads(mine).catch(() => undefined);
      work.pass(ms);
      if (now().state === 'sending') await runSubmit(another, job);
    },
    async over() {
      down = false;
      await requeueLeads(mine);
    },
  };
}

describe('an outage that is longer than a run', () => {
  for (const ms of [60_000, 6 * HOUR_MS])
    it(`of ${ms / 60_000} minutes loses no answer: an unknown lead is sold by it, where it was sent`, async () => {
      const work = await struck();
      work.tell('accepted');
      const answered_at = work.ports.clock();
      await work.run();
      await work.meanwhile(ms);
      expect([work.now().state, work.outcomes()]).to.deep.equal(['unknown', ['unknown']]);
      await work.over();
      expect([work.now().state, work.outcomes()]).to.deep.equal(['accepted', ['accepted']]);
      expect(work.now().decision).to.deep.include({ code: 'ACCEPTED', at: answered_at });
      expect(work.mine.unfinished.ends()).to.deep.equal([]);
      expect(work.sent).to.have.length(1);
    });

  it('loses no refusal, and gives back what the lead held', async () => {
    const work = await struck();
    work.tell('rejected');
    await work.run();
    await work.meanwhile(HOUR_MS);
    await work.over();
    expect(work.now()).to.include({ state: 'rejected' });
    expect(effectsOf(work.now(), 'reservations')).to.deep.equal([]);
  });

  it('only tells of the answer where an operator has settled the lead meanwhile', async () => {
    const work = await struck();
    work.tell('accepted');
    await work.run();
    await work.meanwhile(HOUR_MS);
    work.leads.all.set(lead.id, { ...work.now(), state: 'rejected' });
    await work.over();
    expect(work.now()).to.include({ state: 'rejected' });
    expect(work.now().timeline.at(-1)?.reason).to.include({ attempt: 1, why: 'too late', was: 'rejected' });
    expect(work.mine.unfinished.ends()).to.deep.equal([]);
  });

  it('leaves nothing unknown that its living worker never sent: sold in the end', async () => {
    const work = await struck({ unsaid: true });
    await work.run();
    await work.meanwhile(HOUR_MS);
    expect([work.now().state, work.sent.length]).to.deep.equal(['unknown', 0]);
    await work.over();
    expect([work.now().state, work.outcomes()]).to.deep.equal(['waiting', ['never_sent']]);
    work.pass(2_000);
    await work.run({ ...work.mine, leads: work.leads });
    expect([work.now().state, work.sent.length]).to.deep.equal(['accepted', 1]);
  });

  it('has a lead evaluated again whose attempt never landed', async () => {
    const work = await struck({ unsaid: true, lands: false });
    await work.run();
    await work.meanwhile(HOUR_MS);
    expect(work.now().state).to.equal('working');
    await work.over();
    expect(work.now()).to.deep.include({ state: 'queued', attempts: [], stalls: 0 });
    expect(work.mine.unfinished.ends()).to.deep.equal([]);
  });

  it('keeps nothing of the person, and of what the buyer wrote no more than is read', async () => {
    const work = await struck();
    work.tell('rejected');
    await work.run();
    const [end] = work.mine.unfinished.ends();
    expect(JSON.stringify(end?.lead)).to.not.contain('Ann');
    expect(end?.lead).to.not.have.any.keys('lead', 'tracking', 'extra', 'answers', 'consent', 'timeline');
    expect(JSON.stringify(end?.answer).length).to.be.below(4_000);
  });

  it('has a process that keeps as many ends as it can take no more leads', async () => {
    const work = await struck();
    await work.run();
    const unfinished = unfinishedRuns(1);
    work.mine.unfinished.ends().forEach((end) => {
      unfinished.keepEnd({ ...end, lead: { ...end.lead, id: 'x' } });
    });
    expect(unfinished.hasRoom()).to.equal(false);
    unfinished.ends().forEach((end) => {
      unfinished.dropEnd(end);
    });
    expect(unfinished.hasRoom()).to.equal(true);
  });

  it('is over for a lead of which an end is kept before it is taken again', async () => {
    const work = await struck();
    work.tell('accepted');
    await work.run();
    await work.meanwhile(HOUR_MS);
    await work.run({ ...work.mine, leads: work.leads });
    expect(work.now().state).to.equal('accepted');
  });
});
