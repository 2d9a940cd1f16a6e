import { expect } from 'chai';
import type { StepExchange } from '../../../src/app/ports/verifier.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { verifyStep } from '../../support/verify-step.js';

const STEP = `${IDS.shared}:verify:scrub`;

const HUNG: StepExchange = { heard: { kind: 'none', detail: 'answer: timed out' }, health: 'down' };
const SAID_NO: StepExchange = {
  heard: { kind: 'answered', outcome: 'refuse', status: 200, detail: 'rule 2: refuse' },
  health: 'up',
};

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
    const run = () => runSubmit(work.ports, { lead_id: id, submission: 1, request_id: 'r' });
    const now = () => work.leads.all.get(id)!;
    await run();
    expect([now().state, work.passages]).to.deep.equal(['queued', []]);
    work.pass(now().due_at!.getTime() - work.ports.clock().getTime());
    await run();
    expect(now().decision?.refusal?.why).to.equal('not_verified');
    expect(work.passages).to.deep.equal([{ id: STEP, passage: 'unused' }]);
  });

  const asks: readonly [string, readonly StepExchange[], Parameters<typeof verifyStep>[0]][] = [
    ['fail', [HUNG, HUNG], { breaker: { failures: 2, open_for_ms: 60_000, offer_while_open: false } }],
    ['take turns', [HUNG], { throttle: { per_minute: 1 } }],
  ];
  for (const [what, answers, limits] of asks)
    it(`has nobody in it for what tests do: they ${what}`, async () => {
      const step = verifyStep({ when_away: 'pass', test_url: 'http://127.0.0.1:1/test', ...limits });
      const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { verify: [step] } } }));
      const run = async (id: string, is_test: boolean) => {
        work.leads.all.set(id, testLead({ id, is_test }));
        await runSubmit(work.ports, { lead_id: id, submission: 1, request_id: 'r' });
        return work.leads.all.get(id)!;
      };
      work.services.answers['scrub'] = [...answers, SAID_NO];
      for (let n = 0; n < answers.length; n += 1) await run(`test-${n}`, true);
      const live = await run('live', false);
      expect(live.decision?.refusal?.why).to.equal('verification_refused');
    });
});
