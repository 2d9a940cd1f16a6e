import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { Offer } from '../../../src/core/catalogue/types.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt, testSentTo } from '../../support/records.js';
import { verifyStep } from '../../support/verify-step.js';

const MINUTE_MS = 60_000;
const job = { lead_id: testLead().id, submission: 1, request_id: 'r' };
const attempt = (over: Partial<Attempt>): Attempt => ({
  ...testAttempt({
    number: 1,
    submission: 1,
    run: 1,
    by: 'a run',
    at: testLead().received_at,
    timeout_ms: 2_000,
    outcome: 'open',
  }),
  sent_to: testSentTo(IDS.buyer),
  ...over,
});
const begun = {
  runs: 1,
  intent: { at: testLead().received_at, submission: 1, buyer_id: IDS.buyer },
} as const;

const LEADS: readonly [string, Partial<LeadRecord>, Partial<Offer>][] = [
  ['a new lead', {}, {}],
  [
    'a lead that is sent again',
    { ...begun, state: 'waiting', attempts: [attempt({ outcome: 'retry' })] },
    {},
  ],
  ['a lead whose attempt was interrupted', { ...begun, state: 'sending', attempts: [attempt({})] }, {}],
  ['a lead that a service verifies', {}, { verify: [verifyStep({})] }],
];

/** The ledger answers, but is out of service, and no rebuild ends that; the lead is run that much after it is due. */
async function world(over: Partial<LeadRecord>, offer: Partial<Offer>, lateMs: number) {
  const usual = testCatalogue().offers.get(IDS.shared)!.delivery;
  const delivery = { ...usual, window_ms: 2 * MINUTE_MS, idempotent: true };
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { ...offer, delivery } } }));
  await work.leads.insert(testLead({ due_at: work.ports.clock(), ...over }));
  const stale = () => Promise.resolve({ outcome: 'stale' } as const);
  const used = () => Promise.resolve('stale' as const);
  const ledger = { ...work.ports.ledger, reserve: stale, move: stale, used };
  const outOfService = { ...work.ports, ledger, rebuildLedger: () => Promise.resolve(false) };
  const lead = () => work.leads.all.get(job.lead_id)!;
  const runs = async (ports: typeof work.ports, until: number): Promise<void> => {
    while (lead().due_at && ports.clock().getTime() < until) {
      work.pass(Math.max(0, lead().due_at!.getTime() - ports.clock().getTime()) + lateMs);
      await runSubmit(ports, job);
    }
  };
  return { ...work, outOfService, lead, runs };
}

describe('a ledger that is out of service', () => {
  for (const [what, over, offer] of LEADS)
    for (const lateMs of [0, 5_000])
      it(`uses up no delivery window of ${what}, run ${lateMs} ms after it is due`, async () => {
        const work = await world(over, offer, lateMs);
        const until = work.ports.clock().getTime() + 10 * MINUTE_MS;
        await work.runs(work.outOfService, until);
        expect(work.lead().waiting?.why).to.equal('ledger');
        work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
        await work.runs(work.ports, until + 10 * MINUTE_MS);
        expect(work.lead().decision?.code).to.equal('ACCEPTED');
        expect(work.sent).to.have.length(2);
      });

  it('gives no more window to a lead with several jobs, which is run before it is due', async () => {
    const work = await world({}, {}, 0);
    for (let runs = 0; runs < 60; runs += 1) {
      await runSubmit(work.outOfService, job);
      work.pass(300);
    }
    expect(work.lead().waiting?.why).to.equal('ledger');
    expect(work.lead().first_due_at).to.be.at.most(work.lead().due_at!);
  });
});
