import { expect } from 'chai';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadChange } from '../../../src/core/lead/lead-change.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A worker that sleeps before it writes the end of what it evaluated. */
function sleeper(work: ReturnType<typeof fakeWork>) {
  let wakeUp: () => void = () => undefined;
  const awake = new Promise<void>((resolve) => (wakeUp = resolve));
  const { leads } = work.ports;
  const asleep = {
    ...leads,
    async transition(when: Parameters<typeof leads.transition>[0], change: LeadChange) {
      if (change.decision) await awake;
      return leads.transition(when, change);
    },
  };
  return { ports: { ...work.ports, leads: asleep }, wakeUp };
}

describe('a worker that evaluated a lead, slept, and wakes while another has it', () => {
  const { delivery } = testCatalogue().offers.get(IDS.shared)!;

  it('does not end what the other has sent meanwhile', async () => {
    const idempotent = { ...delivery, idempotent: true };
    const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery: idempotent } } }));
    const lead = testLead();
    await work.leads.insert(lead);
    const job = { lead_id: lead.id, submission: 1, request_id: 'r' };

    const first = sleeper(work);
    const held = [
      { lead: 'gone', affiliate: '', submission: 1, offer: IDS.shared, buyer: IDS.buyer, at: new Date() },
    ];
    const judgesADuplicate = {
      ...work.claims,
      take: () => Promise.resolve({ won: false, owners: held } as const),
    };
    const asleep = runSubmit({ ...first.ports, claims: judgesADuplicate }, job);
    await quiet();

    // The second one sends, is told nothing, takes the lead again and waits for the buyer.
    work.pass(31_000);
    work.answers.deliver.push({ kind: 'unknown', detail: 'a time-out' });
    await runSubmit(work.ports, job);
    expect(work.leads.all.get(lead.id)?.state).to.equal('waiting');
    work.pass(2_000);
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => (take = resolve));
    const slow = {
      ...work.claims,
      async take(request: Parameters<typeof work.claims.take>[0]) {
        await taken;
        return work.claims.take(request);
      },
    };
    const second = runSubmit({ ...work.ports, claims: slow }, job);
    await quiet();
    expect(work.leads.all.get(lead.id)?.state).to.equal('working');

    first.wakeUp();
    await asleep;
    expect(work.leads.all.get(lead.id), 'the word of the one that slept').to.not.have.property('decision');
    take();
    await second;
    expect(work.leads.all.get(lead.id)?.decision?.code).to.equal('ACCEPTED');
  });

  it('does not end what the other is judging', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead({ consent: { ...testLead().consent, decision: false } });
    await work.leads.insert(lead);
    const job = { lead_id: lead.id, submission: 1, request_id: 'r' };
    const first = sleeper(work);
    const asleep = runSubmit(first.ports, job);
    await quiet();
    work.pass(31_000);
    const second = sleeper(work);
    const judging = runSubmit(second.ports, job);
    await quiet();
    first.wakeUp();
    await asleep;
    expect(work.leads.all.get(lead.id)?.state).to.equal('working');
    second.wakeUp();
    await judging;
    expect(work.leads.all.get(lead.id)?.state).to.equal('invalid');
  });

  it('still ends what nobody else took: its answer is the only one', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead();
    await work.leads.insert(lead);
    const late: DeliveryResult = { kind: 'answered', status: 200, answer: { outcome: 'accepted' } };
    work.answers.deliver.push(late);
    const first = sleeper(work);
    const asleep = runSubmit(first.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    await quiet();
    work.pass(600_000);
    first.wakeUp();
    await asleep;
    expect(work.leads.all.get(lead.id)?.state).to.equal('accepted');
  });
});
