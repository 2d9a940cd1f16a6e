import { expect } from 'chai';
import { noteCallback } from '../../../src/app/callbacks/note-callback.js';
import { takeCallback, type CallbackPorts } from '../../../src/app/callbacks/take-callback.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { Callback } from '../../../src/core/delivery/apply-callback.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt, testSentTo } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const attempt: Attempt = {
  ...testAttempt({ number: 1, submission: 1, at: AT, timeout_ms: 2_000, outcome: 'pending' }),
  sent_to: testSentTo(IDS.buyer),
};
const pending = (over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({ state: 'pending', attempts: [attempt], ...over });
const said = (outcome: Callback['answer']['outcome']): Callback => ({
  ...{ answer: { outcome }, submission: 1, detail: 'rule 1', dedupe_key: 'm1' },
});

/** A buyer calls about this lead; what it was told, what the lead is then, and how often one looked. */
async function called(
  lead: LeadRecord | undefined,
  callback: Callback,
  over: Partial<Pick<LeadStore, 'transition'>> = {},
) {
  const work = fakeWork(testCatalogue(), AT);
  if (lead) work.leads.all.set(lead.id, lead);
  const pauses: number[] = [];
  const ports: CallbackPorts = {
    ...work.ports,
    leads: { ...work.leads, ...over },
    pause: (ms) => Promise.resolve(pauses.push(ms)),
  };
  const taken = await takeCallback(ports, testLead().id, callback);
  const after = work.leads.all.get(testLead().id);
  return {
    taken,
    after,
    pauses,
    told: after?.timeline.map(({ what, outcome, reason }) => ({ what, outcome, reason })),
  };
}

describe('a callback is taken', () => {
  it('once: it decides the lead, and is told', async () => {
    const { taken, after, pauses } = await called(pending(), said('accepted'));
    expect(taken).to.deep.equal({ outcome: 'changed' });
    expect([after?.state, after?.decision?.code]).to.deep.equal(['accepted', 'ACCEPTED']);
    expect(pauses).to.deep.equal([]);
  });

  it('for no lead: nothing is said of it', async () => {
    expect((await called(undefined, said('accepted'))).taken).to.deep.equal({ outcome: 'no_lead' });
  });

  it('that changes nothing: it is noted alone', async () => {
    const { taken, after, told } = await called(pending(), said('pending'));
    expect(taken).to.deep.equal({ outcome: 'unchanged' });
    expect(after?.state).to.equal('pending');
    const reason = { detail: 'rule 1', why: 'nothing changes', was: 'pending', mark: 'm1' };
    expect(told).to.deep.equal([{ what: 'callback', outcome: 'pending', reason }]);
  });

  it('that says more than the lead has: price and reference are noted, and a sold lead without one takes it', async () => {
    const accepted = pending({
      state: 'accepted',
      decision: { code: 'ACCEPTED', at: AT, source: 'buyer' },
    });
    const more = {
      ...said('accepted'),
      answer: { outcome: 'accepted', reference: 'ref-9', price_cents: 9_900 },
    } as const;
    const { taken, after, told } = await called(accepted, more);
    expect(taken).to.deep.equal({ outcome: 'changed' });
    expect([after?.reference, after?.decision]).to.deep.equal(['ref-9', accepted.decision]);
    expect(told?.at(-1)?.reason).to.include({ mark: 'm1', reference: 'ref-9', price_cents: 9_900 });
    const known = await called({ ...accepted, reference: 'ref-1' }, more);
    expect([known.taken, known.after?.reference]).to.deep.equal([{ outcome: 'unchanged' }, 'ref-1']);
    expect(known.told?.at(-1)?.reason).to.include({
      why: 'nothing changes',
      reference: 'ref-9',
      price_cents: 9_900,
    });
  });

  it('that contradicts what is final: it is refused and noted', async () => {
    const { taken, after, told } = await called(
      pending({ state: 'rejected', decision: { code: 'BUYER_REJECTED', at: AT, source: 'buyer' } }),
      said('accepted'),
    );
    expect(taken).to.deep.equal({ outcome: 'refused', why: 'decided' });
    expect(after?.state).to.equal('rejected');
    expect(told?.[0]?.reason).to.include({ why: 'decided', was: 'rejected' });
  });

  it('after a worker that moved the lead a moment ago', async () => {
    let lost = 3;
    const { leads } = fakeWork(testCatalogue(), AT);
    leads.all.set(testLead().id, pending());
    const { taken, pauses } = await called(pending(), said('accepted'), {
      transition: (when, change) =>
        (lost -= 1) > 0 ? Promise.resolve(false) : leads.transition(when, change),
    });
    expect(taken).to.deep.equal({ outcome: 'changed' });
    expect(pauses).to.deep.equal([50, 50]);
  });

  it('later, when the lead moves for a second', async () => {
    const { taken, after, pauses } = await called(pending(), said('accepted'), {
      transition: () => Promise.resolve(false),
    });
    expect(taken).to.deep.equal({ outcome: 'later' });
    expect(after?.state).to.equal('pending');
    expect(pauses).to.have.length(19);
  });

  it('later, when a worker is about to send it again: the buyer has to come again', async () => {
    const working = pending({ state: 'working', attempts: [{ ...attempt, outcome: 'retry' }] });
    const { taken, after } = await called(working, said('accepted'));
    expect(taken).to.deep.equal({ outcome: 'later' });
    expect(after?.state).to.equal('working');
  });

  it('that no rule reads: it is noted as such', async () => {
    const { leads } = fakeWork(testCatalogue(), AT);
    leads.all.set(testLead().id, pending());
    const about = { at: AT, offer_id: IDS.shared, dedupe_key: 'm2', detail: 'no rule', why: 'not read' };
    await noteCallback(leads, testLead().id, { ...about, was: 'pending' });
    expect(leads.all.get(testLead().id)?.timeline).to.deep.equal([
      {
        ...{ at: AT, what: 'callback', offer_id: IDS.shared, outcome: 'not read' },
        reason: { detail: 'no rule', why: 'not read', was: 'pending', mark: 'm2' },
      },
    ]);
  });
});
