import { expect } from 'chai';
import type { FollowUp } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue, testOffer } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const NEVER_SENT: DeliveryResult = { kind: 'never_sent', detail: 'connect: ECONNREFUSED' };
const LATER: DeliveryResult = {
  kind: 'answered',
  status: 202,
  answer: { outcome: 'pending', reference: 'r' },
};
const ACCEPTED: DeliveryResult = { kind: 'answered', status: 200, answer: { outcome: 'accepted' } };
const BREAKER = { failures: 1, open_for_ms: 30_000, offer_while_open: false };

/** Leads whose buyer said "later"; `asked` counts what it was asked since, `replies` what it then says. */
async function pendingLeads(follow: Pick<FollowUp, 'every_ms' | 'for_ms'>, count: number) {
  const follow_up = { url: 'http://127.0.0.1:1/${reference}', ...follow };
  const delivery = { ...testOffer().delivery, follow_up, breaker: BREAKER };
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery } } }));
  const replies: DeliveryResult[] = [];
  const state = { asked: 0 };
  const followUp = (): Promise<DeliveryResult> => {
    state.asked += 1;
    return Promise.resolve(replies.shift() ?? NEVER_SENT);
  };
  work.ports.destinations = { ...work.ports.destinations, followUp };
  const ids = Array.from({ length: count }, (_, n) => `20000000-0000-4000-8000-00000000000${n}`);
  const run = (id: string) => runSubmit(work.ports, { lead_id: id, submission: 1, request_id: 'r' });
  for (const [n, id] of ids.entries()) {
    work.leads.all.set(id, testLead({ id, identities: testIdentities(String(n)) }));
    work.answers.deliver.push(LATER);
    await run(id);
  }
  const lead = (n: number): LeadRecord => work.leads.all.get(ids[n]!)!;
  return { ...work, replies, state, run: (n: number) => run(ids[n]!), lead };
}

describe('asking about pending leads', () => {
  it('leaves an address alone that failed, and goes on when it answers again', async () => {
    const work = await pendingLeads({ every_ms: 10_000, for_ms: 600_000 }, 2);
    work.pass(10_000);
    for (const n of [0, 1]) await work.run(n);
    expect([work.state.asked, work.lead(0).state, work.lead(1).state]).to.deep.equal([
      1,
      'pending',
      'pending',
    ]);
    expect(work.lead(1).timeline.at(-1)?.reason).to.include({ why: 'destination_down' });
    expect(work.lead(1).due_at).to.deep.equal(new Date(work.ports.clock().getTime() + 30_000));
    await work.run(1);
    expect(
      work.lead(1).timeline.filter(({ what }) => what === 'waits'),
      'told once',
    ).to.have.length(1);
    work.pass(31_000);
    work.replies.push(ACCEPTED, ACCEPTED);
    for (const n of [0, 1]) await work.run(n);
    expect([work.state.asked, work.lead(0).state, work.lead(1).state]).to.deep.equal([
      3,
      'accepted',
      'accepted',
    ]);
  });

  it('has a gate of its own: leads are sent while the address for asking is left alone', async () => {
    const work = await pendingLeads({ every_ms: 10_000, for_ms: 600_000 }, 1);
    work.pass(10_000);
    await work.run(0);
    const other = testLead({ id: '20000000-0000-4000-8000-000000000009', identities: testIdentities('9') });
    work.leads.all.set(other.id, other);
    work.answers.deliver.push(ACCEPTED);
    await runSubmit(work.ports, { lead_id: other.id, submission: 1, request_id: 'r' });
    expect(work.leads.all.get(other.id)?.state).to.equal('accepted');
  });

  it('asks every so often, and not before a Retry-After', async () => {
    const work = await pendingLeads({ every_ms: 10_000, for_ms: 600_000 }, 1);
    const dueIn = (): number => work.lead(0).due_at!.getTime() - work.ports.clock().getTime();
    expect(dueIn(), 'after the first answer').to.equal(10_000);
    const busy: DeliveryResult = { kind: 'answered', status: 503, answer: { outcome: 'retry' } };
    for (const [reply, ms] of [
      [LATER, 10_000],
      [busy, 10_000],
      [{ ...busy, retry_after_ms: 5_000 }, 10_000],
      [{ ...busy, retry_after_ms: 90_000 }, 90_000],
    ] as const) {
      work.pass(10_000);
      work.replies.push(reply);
      await work.run(0);
      expect([work.lead(0).state, dueIn()], JSON.stringify(reply)).to.deep.equal(['pending', ms]);
      work.ports.gate = fakeWork(testCatalogue()).ports.gate;
    }
  });

  it('tells answers that are alike once, so that they do not push out what came before', async () => {
    const work = await pendingLeads({ every_ms: 10_000, for_ms: 600_000 }, 1);
    const busy: DeliveryResult = { kind: 'answered', status: 429, answer: { outcome: 'retry' } };
    for (const reply of [LATER, LATER, LATER, busy, LATER, LATER]) {
      work.pass(10_000);
      work.replies.push(reply);
      await work.run(0);
    }
    const asked = work.lead(0).timeline.filter(({ what }) => what === 'asked');
    expect(asked.map(({ outcome }) => outcome)).to.deep.equal(['pending', 'retry', 'pending']);
    expect(work.state.asked).to.equal(6);
  });

  it('gives up at the end of its time, and not before, with the last answer told', async () => {
    const work = await pendingLeads({ every_ms: 10_000, for_ms: 15_000 }, 1);
    work.pass(10_000);
    work.replies.push(LATER, LATER);
    await work.run(0);
    work.pass(5_000);
    expect([work.lead(0).state, work.lead(0).due_at]).to.deep.equal(['pending', work.ports.clock()]);
    await work.run(0);
    expect([work.state.asked, work.lead(0).state]).to.deep.equal([2, 'unknown']);
    expect(
      work
        .lead(0)
        .timeline.slice(-2)
        .map(({ what }) => what),
    ).to.deep.equal(['asked', 'unknown']);
  });

  it('gives up at the end of its time without another question, if a Retry-After is later than that', async () => {
    const work = await pendingLeads({ every_ms: 10_000, for_ms: 15_000 }, 1);
    work.pass(10_000);
    const busy = { kind: 'answered', status: 503, answer: { outcome: 'retry' } } as const;
    work.replies.push({ ...busy, retry_after_ms: 999_999_999_000 });
    await work.run(0);
    expect(work.lead(0).state).to.equal('pending');
    work.pass(5_000);
    await work.run(0);
    expect([work.state.asked, work.lead(0).state]).to.deep.equal([1, 'unknown']);
  });

  it('asks once more after its time when this process had no room, however long that lasted', async () => {
    const work = await pendingLeads({ every_ms: 3_600_000, for_ms: 3_600_000 }, 1);
    const { gate: destinationGate } = work.ports;
    const enter = () => Promise.resolve({ outcome: 'wait', why: 'no_room', for_ms: 1_000 } as const);
    work.ports.gate = { ...destinationGate, enter };
    for (const hours of [1, 2]) {
      work.pass(3_600_000);
      await work.run(0);
      expect([work.state.asked, work.lead(0).state], `${hours} h`).to.deep.equal([0, 'pending']);
    }
    work.ports.gate = destinationGate;
    work.pass(1_000);
    work.replies.push(ACCEPTED);
    await work.run(0);
    expect([work.state.asked, work.lead(0).state]).to.deep.equal([1, 'accepted']);
  });

  it('waits at most ten minutes more for an address that is down at the end', async () => {
    const work = await pendingLeads({ every_ms: 60_000, for_ms: 60_000 }, 2);
    work.pass(60_000);
    await work.run(0);
    expect(work.lead(0).state, 'it was asked').to.equal('unknown');
    await work.run(1);
    expect(work.lead(1).state).to.equal('pending');
    const down = () => Promise.resolve({ outcome: 'wait', why: 'destination_down', for_ms: 30_000 } as const);
    work.ports.gate = { ...work.ports.gate, enter: down };
    work.pass(599_000);
    await work.run(1);
    expect(work.lead(1).state).to.equal('pending');
    work.pass(30_000);
    await work.run(1);
    expect([work.state.asked, work.lead(1).state]).to.deep.equal([1, 'unknown']);
  });
});
