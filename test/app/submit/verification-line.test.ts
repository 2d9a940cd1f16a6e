import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { verifyStep } from '../../support/verify-step.js';

const STEP = `${IDS.shared}:verify:scrub`;

describe('the line of a verification service', () => {
  it('is left by a lead whose window ends before its turn', async () => {
    const verify = [verifyStep({ name: 'scrub', throttle: { per_minute: 1 } })];
    const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { verify } } }));
    const { gate } = work.ports;
    work.ports.gate = {
      ...gate,
      enter: (to, permit) =>
        to.id === STEP
          ? Promise.resolve({ outcome: 'wait', why: 'throttled', for_ms: 3_600_000 })
          : gate.enter(to, permit),
    };
    const { id } = testLead();
    work.leads.all.set(id, testLead({ id }));
    const run = () => runSubmit(work.ports, { lead_id: id, round: 1, request_id: 'r' });
    const now = () => work.leads.all.get(id)!;
    await run();
    expect([now().state, work.passages]).to.deep.equal(['queued', []]);
    work.pass(now().due_at!.getTime() - work.ports.clock().getTime());
    await run();
    expect(now().decision?.refusal?.why).to.equal('not_verified');
    expect(work.passages).to.deep.equal([{ id: STEP, passage: 'unused' }]);
  });
});
