import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { Offer } from '../../../src/core/catalogue/types.js';
import type { Destination } from '../../../src/core/destination-gate/destination.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt } from '../../support/records.js';
import { verifyStep } from '../../support/verify-step.js';

const MINUTE_MS = 60_000;
const job = { lead_id: testLead().id, submission: 1, request_id: 'r' };
const away = (): Promise<never> => Promise.reject(new OutageError('Redis', new Error('away')));
const meets = (error: unknown): void => {
  if (!(error instanceof OutageError)) throw error;
};

/** A lead whose delivery window is two minutes, and a gate that is away when a test says so. */
async function world(over: Partial<Offer>, delivery: Partial<Offer['delivery']> = {}) {
  const usual = testCatalogue().offers.get(IDS.shared)!.delivery;
  const given = { ...usual, window_ms: 2 * MINUTE_MS, ...delivery };
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { ...over, delivery: given } } }));
  await work.leads.insert(testLead());
  const { gate } = work.ports;
  let isAway = false;
  const warned: string[] = [];
  const ports: WorkPorts = {
    ...work.ports,
    gate: {
      ...gate,
      enter: (to: Destination, permit) => (isAway ? away() : gate.enter(to, permit)),
      peek: (to: Destination, permit) => (isAway ? away() : gate.peek(to, permit)),
    },
    log: { ...work.ports.log, warn: (_: object, text: string) => void warned.push(text) },
  };
  const lead = () => work.leads.all.get(job.lead_id)!;
  const run = (): Promise<unknown> => runSubmit(ports, job).catch(meets);
  /** The lead is run whenever it is due, for many times its window. */
  const endure = async (): Promise<void> => {
    isAway = true;
    for (let passed = 0; passed < 30 * MINUTE_MS && lead().due_at;) {
      const ms = Math.max(1_000, lead().due_at!.getTime() - ports.clock().getTime());
      work.pass(ms);
      passed += ms;
      await run();
    }
    isAway = false;
  };
  const settle = async (): Promise<void> => {
    for (let runs = 0; runs < 10 && lead().due_at; runs += 1) {
      work.pass(Math.max(0, lead().due_at!.getTime() - ports.clock().getTime()));
      await run();
    }
  };
  return { ...work, lead, run, endure, settle, warned };
}

describe('a gate that is away', () => {
  const throttle = { per_minute: 60 };
  const limits: readonly [string, Pick<Offer['delivery'], 'throttle' | 'max_in_flight'>][] = [
    ['throttle', { throttle }],
    ['max_in_flight', { max_in_flight: 1 }],
  ];
  for (const [name, limit] of limits) {
    it(`ends no lead whose destination has ${name}, though its first attempt came to nothing`, async () => {
      const work = await world({}, limit);
      work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
      await work.run();
      expect(work.lead()).to.include({ state: 'waiting' });
      await work.endure();
      expect(work.lead()).to.include({ stalls: 0 });
      await work.settle();
      expect(work.lead().decision?.code).to.equal('ACCEPTED');
      expect(work.warned, 'the worker tells of each broken run').to.deep.equal([
        'a delivery was not answered',
      ]);
    });

    it(`leaves a lead undecided that its buyer may have, where the destination has ${name}`, async () => {
      const work = await world({}, { ...limit, idempotent: true });
      work.answers.deliver.push({ kind: 'unknown', detail: 'ECONNRESET' });
      await work.run();
      await work.endure();
      await work.settle();
      expect(work.lead().decision?.code).to.equal('ACCEPTED');
    });

    it(`refuses no lead whose verification has ${name}`, async () => {
      const work = await world({ verify: [verifyStep(limit)] });
      await work.endure();
      expect(work.lead()).to.include({ state: 'queued', stalls: 0 });
      await work.settle();
      expect(work.lead().decision?.code).to.equal('ACCEPTED');
    });
  }

  it('ends no lead that waits for its turn, and is looked for before anything else', async () => {
    const lead = testLead();
    const retry = testAttempt({
      number: 1,
      submission: 1,
      at: lead.received_at,
      timeout_ms: 2_000,
      outcome: 'retry',
    });
    const work = await world({}, { throttle });
    const waiting = { run: 1, why: 'throttled' } as const;
    work.leads.all.set(job.lead_id, { ...lead, attempts: [retry], runs: 1, waiting });
    await work.endure();
    expect(work.lead()).to.include({ state: 'queued', stalls: 0 });
    await work.settle();
    expect(work.lead().decision?.code).to.equal('ACCEPTED');
  });

  it('holds up no lead whose destination has no limit', async () => {
    const work = await world({});
    await work.endure();
    expect(work.lead().decision?.code).to.equal('ACCEPTED');
  });
});
