import { expect } from 'chai';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const ACCEPTED: DeliveryResult = {
  kind: 'answered',
  status: 200,
  answer: { outcome: 'accepted', reference: 'r' },
};

function set(over: CatalogueOverrides = {}) {
  const work = fakeWork(testCatalogue(over));
  const put = (lead: Partial<LeadRecord> = {}): LeadRecord => {
    const record = testLead(lead);
    work.leads.all.set(record.id, record);
    return record;
  };
  const run = ({ id, submission }: LeadRecord) =>
    runSubmit(work.ports, { lead_id: id, submission, request_id: 'r', reply_to: 'web-1' });
  return { ...work, put, run, now: ({ id }: LeadRecord) => work.leads.all.get(id)! };
}

/** Sentences of the protocol that only show when a worker was stopped or a buyer is closed. */
describe('run-submit by the protocol', () => {
  it('an answer still decides a lead whose interrupted attempt waits to be repeated', async () => {
    const { delivery } = testCatalogue().offers.get(IDS.shared)!;
    const work = set({ offers: { [IDS.shared]: { delivery: { ...delivery, idempotent: true } } } });
    const lead = work.put();
    let answer!: (delivered: DeliveryResult) => void;
    work.ports.destinations.deliver = () => new Promise((resolve) => (answer = resolve));
    const slept = work.run(lead);
    while (work.now(lead).state !== 'sending') await Promise.resolve();
    work.pass(delivery.timeout_ms + 30_000);
    await work.run(lead);
    expect(work.now(lead).state).to.equal('waiting');
    answer(ACCEPTED);
    await slept;
    const { state, attempts } = work.now(lead);
    expect([state, attempts.map(({ outcome }) => outcome)]).to.deep.equal(['accepted', ['accepted']]);
  });

  it('the delivery window of a lead that was held begins when the buyer opens', async () => {
    const hours = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 20 * 60 };
    const work = set({ buyer: { delivery_hours: [hours] } });
    const lead = work.put();
    await work.run(lead);
    const { state, due_at } = work.now(lead);
    expect(state).to.equal('saved');
    work.pass(due_at!.getTime() - work.ports.clock().getTime());
    work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
    await work.run(lead);
    expect(work.now(lead).state).to.equal('waiting');
  });

  it('a claim that a sleeping worker left under a lead’s former data is taken away', async () => {
    const work = set();
    const former = work.put({
      id: '20000000-0000-4000-8000-000000000002',
      submission: 2,
      state: 'accepted',
      identities: testIdentities('bob'),
    });
    const [email] = testIdentities('ann');
    const owner = {
      lead: former.id,
      affiliate: IDS.affiliate,
      submission: 1,
      offer: IDS.shared,
      buyer: IDS.buyer,
    };
    const now = work.ports.clock();
    const { duplicates: policy } = testCatalogue().offers.get(IDS.shared)!;
    await work.ports.claims.take({
      identities: [email!],
      policy,
      owner: { ...owner, at: now },
      now,
      run: 2,
    });
    const lead = work.put();
    await work.run(lead);
    expect(work.now(lead).state).to.equal('accepted');
  });
});
