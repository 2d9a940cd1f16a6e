import { expect } from 'chai';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { takeCallback } from '../../../src/app/callbacks/take-callback.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { testLead } from '../../support/records.js';

describe("a buyer's answer that comes too late", () => {
  it('is told in the timeline of a lead that an operator has settled meanwhile, and changes nothing', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    const now = (): LeadRecord => work.leads.all.get(lead.id)!;
    const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    let answer: (delivered: DeliveryResult) => void = () => undefined;
    work.ports.destinations = {
      ...work.ports.destinations,
      deliver: () => new Promise<DeliveryResult>((resolve) => (answer = resolve)),
    };
    const sleeping = run();
    await new Promise((resolve) => setImmediate(resolve));
    work.pass(60_000);
    await run();
    const { leads } = work.ports;
    const { runs, submission } = now();
    const at = work.ports.clock();
    const reason = { by: 'root@vm', why: 'Told by phone', was: 'unknown' } as const;
    const entry = { at, what: 'settled', offer_id: lead.offer_id, outcome: 'rejected', reason } as const;
    const settled = { state: 'rejected', due_at: null, entries: [entry] } as const;
    expect(await leads.transition({ id: lead.id, submission, runs, states: ['unknown'] }, settled)).to.equal(
      true,
    );
    answer({ kind: 'answered', status: 200, answer: { outcome: 'accepted' } });
    await sleeping;
    expect(now().state).to.equal('rejected');
    const told = now().timeline.at(-1);
    expect(told).to.deep.include({ what: 'answered', outcome: 'accepted' });
    expect(told?.reason).to.include({ attempt: 1, why: 'too late', was: 'rejected' });
  });

  it('gives its reference to a lead that a callback sold without one, and is told with its price', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    const now = (): LeadRecord => work.leads.all.get(lead.id)!;
    let answer: (delivered: DeliveryResult) => void = () => undefined;
    work.ports.destinations = {
      ...work.ports.destinations,
      deliver: () => new Promise<DeliveryResult>((resolve) => (answer = resolve)),
    };
    const running = runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    await new Promise((resolve) => setImmediate(resolve));
    work.pass(500);
    const callback = {
      answer: { outcome: 'accepted' },
      submission: 1,
      detail: 'rule 1',
      dedupe_key: 'm1',
    } as const;
    await takeCallback({ ...work.ports, pause: () => Promise.resolve() }, lead.id, callback);
    const sold = now();
    work.pass(1_000);
    const late = { outcome: 'accepted', reference: 'ref-9', price_cents: 9_900 } as const;
    answer({ kind: 'answered', status: 200, answer: late });
    await running;
    const { reference, decision, timeline, revision } = now();
    expect([reference, decision, revision]).to.deep.equal(['ref-9', sold.decision, sold.revision]);
    const reason = { why: 'too late', was: 'accepted', reference: 'ref-9', price_cents: 9_900 };
    expect(timeline.slice(sold.timeline.length).map((entry) => entry.reason)).to.have.length(1);
    expect(timeline.at(-1)?.reason).to.include(reason);
  });

  it('of an attempt before does not end the lead while a later one is open', async () => {
    const { delivery } = testCatalogue().offers.get(IDS.shared)!;
    const idempotent = { ...delivery, idempotent: true };
    const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery: idempotent } } }));
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    const now = (): LeadRecord => work.leads.all.get(lead.id)!;
    const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    const answers: ((delivered: DeliveryResult) => void)[] = [];
    work.ports.destinations = {
      ...work.ports.destinations,
      deliver: () => new Promise<DeliveryResult>((resolve) => answers.push(resolve)),
    };
    const first = run();
    while (now().state !== 'sending') await Promise.resolve();
    work.pass(delivery.timeout_ms + 30_000);
    await run();
    work.pass(2_000);
    const second = run();
    while (now().attempts.length < 2) await Promise.resolve();
    answers[0]!({ kind: 'answered', status: 200, answer: { outcome: 'rejected' } });
    await first;
    expect(now().state, 'the second request is still open').to.equal('sending');
    expect(effectsOf(now(), 'reservations')).to.deep.equal([]);
    answers[1]!({ kind: 'answered', status: 200, answer: { outcome: 'accepted' } });
    await second;
    expect(now().state).to.equal('accepted');
  });
});
