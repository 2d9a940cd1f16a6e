import { expect } from 'chai';
import type { LeadRecord, Waiting } from '../../src/core/records/lead-record.js';
import { runSubmit } from '../../workers/use-cases/run-submit.js';
import { waitsBecause } from '../../workers/use-cases/wait-for-destination.js';
import { testCatalogue } from '../support/catalogue.js';
import { fakeWork } from '../support/fakes/fake-work.js';
import { testLead } from '../support/records.js';

const told = { at: testLead().received_at, what: 'waits', reason: { why: 'destination_down' } };
const waiting: Waiting = { run: 1, why: 'destination_down' };

describe('why a lead waits', () => {
  const CASES: readonly [string, Partial<LeadRecord>, string | undefined][] = [
    ['is said by its field', { runs: 2, waiting }, 'destination_down'],
    ['is over when another run came between', { runs: 3, waiting }, undefined],
    ['is not read from its timeline', { runs: 2, timeline: [told] }, undefined],
    ['is not an outage of ours', { runs: 2, waiting: { run: 1, why: 'outage' } }, undefined],
  ];
  for (const [what, over, why] of CASES)
    it(what, () => {
      expect(waitsBecause(testLead(over))).to.equal(why);
    });

  it('is told once more of a lead that a build without the field left waiting, and it goes on', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead({ runs: 1, timeline: [told] });
    await work.leads.insert(lead);
    const job = { lead_id: lead.id, round: 1, request_id: 'r' };
    const down = { outcome: 'wait', why: 'destination_down', for_ms: 1_000 } as const;
    const closed = {
      ...work.ports.gate,
      enter: () => Promise.resolve(down),
      look: () => Promise.resolve(down),
    };
    const waits = () => work.leads.all.get(lead.id)!.timeline.filter(({ what }) => what === 'waits').length;
    for (let looks = 0; looks < 3; looks += 1) {
      await runSubmit({ ...work.ports, gate: closed }, job);
      expect(waits()).to.equal(2);
      work.pass(1_000);
    }
    await runSubmit(work.ports, job);
    expect(work.leads.all.get(lead.id)?.state).to.equal('accepted');
  });
});
