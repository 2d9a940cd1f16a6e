import { expect } from 'chai';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { CallResult } from '../../../src/core/destination-gate/call-result.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const answered = (
  status: number,
  outcome: 'accepted' | 'rejected' | 'retry',
  detail?: string,
): DeliveryResult => ({
  kind: 'answered',
  status,
  answer: { outcome },
  ...(detail === undefined ? {} : { detail }),
});

describe('the gate is told what a delivery met', () => {
  for (const [what, delivered, passage] of [
    ['accepted', answered(201, 'accepted'), { health: 'up', outcome: 'accepted', status: 201 }],
    ['rejected', answered(200, 'rejected'), { health: 'up', outcome: 'rejected', status: 200 }],
    [
      'busy',
      answered(503, 'retry', 'not now'),
      { health: 'down', outcome: 'retry', status: 503, detail: 'not now' },
    ],
    [
      'no connection',
      { kind: 'never_sent', detail: 'connect: ECONNREFUSED' },
      { health: 'down', outcome: 'never_sent', detail: 'connect: ECONNREFUSED' },
    ],
    [
      'no answer',
      { kind: 'unknown', detail: 'answer: timed out' },
      { health: 'down', outcome: 'unknown', detail: 'answer: timed out' },
    ],
    [
      'an answer that nobody can read',
      { kind: 'unknown', status: 200, detail: 'no answer rule matched' },
      { health: 'up', outcome: 'unknown', status: 200, detail: 'no answer rule matched' },
    ],
  ] as const satisfies readonly [string, DeliveryResult, Omit<CallResult, 'duration_ms'>][])
    it(what, async () => {
      const work = fakeWork(testCatalogue());
      const { destinations } = work.ports;
      const deliver = (): Promise<DeliveryResult> => (work.pass(40), Promise.resolve(delivered));
      work.ports.destinations = { ...destinations, deliver };
      const lead = testLead();
      work.leads.all.set(lead.id, lead);
      await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
      expect(work.passages).to.deep.equal([{ id: IDS.shared, passage: { ...passage, duration_ms: 40 } }]);
    });

  it('rejected, with the name that has ten thousand words', async () => {
    const work = fakeWork(testCatalogue());
    const reason = 'Nobody called n7x or n77x';
    const answer: DeliveryResult = { kind: 'answered', status: 200, answer: { outcome: 'rejected', reason } };
    work.ports.destinations = { ...work.ports.destinations, deliver: () => Promise.resolve(answer) };
    const lead = testLead();
    const last_name = Array.from({ length: 10_000 }, (_, index) => `n${index}x`).join(' ');
    work.leads.all.set(lead.id, {
      ...lead,
      lead: { ...lead.lead, personal: { ...lead.lead.personal, last_name } },
    });
    await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    const { state, decision } = work.leads.all.get(lead.id)!;
    expect([state, decision?.buyer_reason]).to.deep.equal(['rejected', 'Nobody called or']);
    const passage = { health: 'up', outcome: 'rejected', status: 200, duration_ms: 0 };
    expect(work.passages).to.deep.equal([{ id: IDS.shared, passage }]);
  });
});
