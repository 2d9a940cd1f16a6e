import { expect } from 'chai';
import type { StepExchange } from '../../../src/app/ports/verifier.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { StepAnswer } from '../../../src/core/verification/evaluate-step.js';
import type { VerifyStep } from '../../../src/core/verification/verify-step.js';
import { wordsOfDecision } from '../../../src/core/messages.js';
import { refusalSentence } from '../../../src/core/operators/refusal-sentence.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { verifyStep } from '../../support/verify-step.js';

const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 9, time_zone: 'UTC' } as const;
const BUCKET = { cap: CAP, window: '2026-11-21', resets_at: null };
const REFUSED: StepExchange = {
  heard: {
    ...{ kind: 'answered', outcome: 'refuse', status: 200, detail: 'rule 2: refuse' },
    reason: 'Known litigator Ann LEE, call 608-555-0100',
  },
  health: 'up',
};
const of = (heard: StepAnswer): StepExchange => ({ heard, health: 'down' });
const HUNG = of({ kind: 'none', detail: 'answer: timed out' });
const ODD = of({ kind: 'unread', status: 200, detail: 'answer: no rule matches' });

/** A worker, and a lead whose offer has these steps. */
function verifying(
  verify: readonly VerifyStep[],
  { over = {}, lead: change = {} }: { over?: CatalogueOverrides; lead?: Partial<LeadRecord> } = {},
) {
  const work = fakeWork(
    testCatalogue({ ...over, offers: { [IDS.shared]: { verify, caps: [CAP] }, ...over.offers } }),
  );
  const lead = { ...testLead(), ...change };
  work.leads.all.set(lead.id, lead);
  const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  const held = async () => [(await work.claims.owners(['key-email-ann'])).length, work.ledger.usedOf(BUCKET)];
  const now = () => work.leads.all.get(lead.id)!;
  const told = () =>
    now().timeline.flatMap(({ what, outcome, reason }) =>
      what === 'verified'
        ? [`${String(reason?.['step'])}: ${String(outcome)}, ${String(reason?.['then'])}`]
        : [],
    );
  return { ...work, run, held, now, told, asked: work.services.asked };
}

describe('the verification steps of a lead', () => {
  it('run in the order of campaign and offer, before the lead is sent, each in its timeline', async () => {
    const { run, now, asked, sent, told, passages } = verifying([verifyStep({ name: 'scrub' })], {
      over: { campaign: { verify: [verifyStep({ name: 'carrier' })] } },
    });
    await run();
    expect(asked.map(({ step }) => step)).to.deep.equal(['carrier', 'scrub']);
    expect(asked.map(({ key }) => key)).to.deep.equal([
      `${now().id}:1:${IDS.campaign}:carrier`,
      `${now().id}:1:${IDS.shared}:scrub`,
    ]);
    expect([now().state, sent.length]).to.deep.equal(['accepted', 1]);
    expect(told()).to.deep.equal(['carrier: pass, goes on', 'scrub: pass, goes on']);
    expect(passages.map(({ id }) => id)).to.include(`${IDS.shared}:verify:scrub`);
  });

  it('that find no address of theirs in the lead refuse it, and ask nobody', async () => {
    const { run, now, services, asked, sent, told } = verifying([verifyStep({ when_away: 'pass' })]);
    services.barred.add('scrub');
    await run();
    expect(now().decision!.refusal).to.deep.include({
      ...{ why: 'verification_refused', detail: { step: 'scrub', reason: 'address: none' } },
    });
    expect([asked, sent, told()]).to.deep.equal([[], [], ['scrub: refuse, is refused']]);
  });

  it('that refuse end the lead before anything is taken, with words of their own', async () => {
    const { run, now, services, sent, held, told } = verifying([verifyStep()]);
    services.answers['scrub'] = [REFUSED];
    await run();
    const refusal = now().decision!.refusal!;
    expect(refusal).to.deep.equal({
      ...{ check: 'verification', code: 'NOT_ELIGIBLE', why: 'verification_refused' },
      detail: { step: 'scrub', reason: 'Known litigator, call' },
    });
    expect([sent, await held()]).to.deep.equal([[], [0, 0]]);
    expect(told()).to.deep.equal(['scrub: refuse, is refused']);
    expect(wordsOfDecision({ code: refusal.code, refusal }).reason).to.equal(
      'Lead did not pass a verification',
    );
    expect(refusalSentence(refusal)).to.equal('The verification scrub refused it: Known litigator, call.');
  });

  it('are not asked about a duplicate or a lead over a cap', async () => {
    const dup = verifying([verifyStep()]);
    const other = { ...testLead(), id: 'other', state: 'accepted' as const };
    dup.leads.all.set('other', other);
    await dup.claims.take({
      identities: other.identities,
      policy: { match: ['email'], window_days: 30, scope: 'offer' },
      owner: {
        lead: 'other',
        affiliate: 'a',
        submission: 1,
        offer: IDS.shared,
        buyer: IDS.buyer,
        at: dup.ports.clock(),
      },
      ...{ now: dup.ports.clock(), over: [], run: 1 },
    });
    await dup.run();
    expect([dup.now().decision!.code, dup.asked]).to.deep.equal(['DUPLICATE', []]);

    const full = verifying([verifyStep()], {
      over: { offers: { [IDS.shared]: { verify: [verifyStep()], caps: [{ ...CAP, limit: 0 }] } } },
    });
    await full.run();
    expect([full.now().decision!.code, full.asked]).to.deep.equal(['CAP_REACHED', []]);
  });

  it('wait for a service that is away, ask it again, and ask no other twice', async () => {
    const { run, now, services, asked, pass, sent, told, held } = verifying([
      verifyStep({ name: 'first' }),
      verifyStep({ name: 'second' }),
    ]);
    services.answers['second'] = [HUNG, HUNG];
    const end = await run();
    expect([now().state, now().waiting]).to.deep.equal([
      'queued',
      { run: 1, why: 'verification', step: 'second' },
    ]);
    expect([end.again_at, sent, await held()]).to.deep.equal([now().due_at, [], [0, 0]]);
    pass(1_000);
    await run();
    pass(2_000);
    await run();
    expect([now().state, sent.length]).to.deep.equal(['accepted', 1]);
    expect(asked.map(({ step }) => step)).to.deep.equal(['first', 'second', 'second', 'second']);
    // One entry for each wait, however often it is asked.
    expect(told()).to.deep.equal(['first: pass, goes on', 'second: away, waits', 'second: pass, goes on']);
  });

  it('refuse a lead whose service is away for the whole delivery window', async () => {
    const { run, now, services, pass, sent } = verifying([verifyStep()]);
    services.answers['scrub'] = [HUNG, HUNG];
    await run();
    pass(60_000);
    await run();
    expect([now().decision!.code, now().decision!.refusal!.why, sent]).to.deep.equal([
      ...['NOT_ELIGIBLE', 'not_verified', []],
    ]);
  });

  it('wait as long as the delivery window after the opening for a service that was away while the buyer was closed', async () => {
    const opens = { delivery_hours: [{ days: [7], from: 600, to: 1440 }] };
    const work = verifying([verifyStep()], { over: { buyer: opens } });
    work.services.answers['scrub'] = [HUNG, HUNG];
    await work.run();
    // It was asked each minute until then.
    const due_at = new Date('2026-11-22T15:00:10Z');
    work.leads.all.set(work.now().id, { ...work.now(), due_at });
    work.pass(due_at.getTime() - work.ports.clock().getTime());
    await work.run();
    expect(work.now()).to.deep.include({ state: 'queued', first_due_at: new Date('2026-11-22T15:00:00Z') });
    work.pass(60_000);
    work.services.answers['scrub'] = [HUNG];
    await work.run();
    expect(work.now().decision!.refusal!.why).to.equal('not_verified');
  });

  it('keep the place of a lead in the line of a service that takes so many a minute', async () => {
    const work = verifying([verifyStep({ throttle: { per_minute: 1 } })]);
    const { gate } = work.ports;
    const asked: string[] = [];
    work.ports.gate = {
      ...gate,
      enter: (to, permit) => (asked.push(`${to.id} ${permit}`), gate.enter(to, permit)),
    };
    const step = `${IDS.shared}:verify:scrub`;
    await gate.enter(
      {
        id: step,
        breaker: { failures: 5, open_for_ms: 1, offer_while_open: false },
        lease_ms: 1,
        per_minute: 1,
      },
      'other',
    );
    await work.run();
    expect(work.passages.filter(({ id }) => id === step)).to.deep.equal([]);
    work.pass(work.now().due_at!.getTime() - work.ports.clock().getTime());
    await work.run();
    const permit = `${step} ${work.now().id}:1:${IDS.shared}:scrub`;
    expect(asked.slice(0, 2)).to.deep.equal([permit, permit]);
  });

  it('let a lead pass while the service is away, but not on an answer that nobody can read', async () => {
    const away = verifying([verifyStep({ when_away: 'pass' })]);
    away.services.answers['scrub'] = [HUNG];
    await away.run();
    expect([away.now().state, away.told()]).to.deep.equal(['accepted', ['scrub: away, goes on']]);

    const odd = verifying([verifyStep({ when_away: 'pass' })]);
    odd.services.answers['scrub'] = [ODD];
    await odd.run();
    expect([odd.now().state, odd.told(), odd.sent]).to.deep.equal(['queued', ['scrub: away, waits'], []]);
  });

  it('let no lead pass by an absence that comes after an answer that nobody can read', async () => {
    const unread = (status: number) => of({ kind: 'unread', status, detail: 'answer: no rule matches' });
    const { run, now, services, pass, sent, told } = verifying([verifyStep({ when_away: 'pass' })]);
    services.answers['scrub'] = [unread(410), unread(503), HUNG];
    for (let n = 0; n < 3; n += 1) {
      await run();
      expect([now().state, sent]).to.deep.equal(['queued', []]);
      pass(2_000);
    }
    await run();
    expect([now().state, sent.length]).to.deep.equal(['accepted', 1]);
    expect(told()).to.deep.equal(['scrub: away, waits', 'scrub: pass, goes on']);

    const never = verifying([verifyStep({ when_away: 'pass' })]);
    never.services.answers['scrub'] = [unread(410), HUNG];
    await never.run();
    never.pass(60_000);
    await never.run();
    expect([never.now().decision?.refusal?.why, never.sent]).to.deep.equal(['not_verified', []]);
  });

  it('refuse at once where the step says so', async () => {
    const { run, now, services } = verifying([verifyStep({ when_away: 'refuse' })]);
    services.answers['scrub'] = [HUNG];
    await run();
    expect(now().decision!.refusal).to.deep.include({ why: 'not_verified' });
  });

  it('ask about a test lead at the test address alone', async () => {
    const { run, now, asked, told, sent } = verifying(
      [verifyStep({ name: 'live' }), verifyStep({ name: 'both', test_url: 'http://127.0.0.1:1/test' })],
      { lead: { is_test: true } },
    );
    await run();
    expect(asked.map(({ step, url }) => [step, url])).to.deep.equal([['both', 'http://127.0.0.1:1/test']]);
    expect(told()).to.deep.equal(['live: skipped, goes on', 'both: pass, goes on']);
    expect([now().decision!.code, sent]).to.deep.equal(['TEST_LEAD_HELD', []]);
  });

  describe('with a cache', () => {
    const HOUR = 3_600_000;
    /** Another lead, of another person, about whom the fakes ask the same. */
    const another = (work: ReturnType<typeof verifying>, id: string) => {
      work.leads.all.set(id, {
        ...{ ...testLead(), id, first_due_at: work.ports.clock() },
        identities: [{ kind: 'email', key: id }],
      });
      return runSubmit(work.ports, { lead_id: id, submission: 1, request_id: 'r' });
    };

    for (const [what, answer, state] of [
      ['a yes', [], 'accepted'],
      ['a no', [REFUSED], 'rejected'],
    ] as const)
      it(`${what} counts for the next lead with the same question, until it ends`, async () => {
        const work = verifying([verifyStep({ cache_ms: HOUR })]);
        work.services.answers['scrub'] = [...answer];
        await work.run();
        await another(work, 'second');
        expect(work.leads.all.get('second')!.state).to.equal(state);
        expect(
          work.leads.all.get('second')!.timeline.find(({ what: kind }) => kind === 'verified')!.reason,
        ).to.include({
          from: 'cache',
        });
        expect(work.services.said()).to.equal(1);
        work.pass(HOUR);
        await another(work, 'third');
        expect(work.services.said()).to.equal(2);
      });

    it('an absence is not kept', async () => {
      const work = verifying([verifyStep({ cache_ms: HOUR, when_away: 'pass' })]);
      work.services.answers['scrub'] = [HUNG];
      await work.run();
      await another(work, 'second');
      expect(work.services.said()).to.equal(2);
    });

    it('an answer that ended while a lead waited is asked for again', async () => {
      const opens = {
        delivery_hours: [
          { days: [6], from: 0, to: 600 },
          { days: [7], from: 600, to: 1440 },
        ],
      };
      const work = verifying([verifyStep({ cache_ms: HOUR })], { over: { buyer: opens } });
      await work.run();
      expect([work.now().state, work.services.said()]).to.deep.equal(['saved', 1]);
      work.pass(work.now().due_at!.getTime() - work.ports.clock().getTime());
      await work.run();
      expect([work.now().state, work.services.said()]).to.deep.equal(['accepted', 2]);
    });
  });

  it('leave a lead alone that its buyer may have', async () => {
    const idempotent = { ...testCatalogue().offers.get(IDS.shared)!.delivery, idempotent: true };
    const { run, asked, answers, pass, services, now } = verifying([verifyStep({ cache_ms: 3_600_000 })], {
      over: { offers: { [IDS.shared]: { verify: [verifyStep()], delivery: idempotent } } },
    });
    answers.deliver.push({ kind: 'unknown', detail: 'time-out' });
    await run();
    services.answers['scrub'] = [REFUSED];
    pass(2_000);
    await run();
    expect([now().state, asked.length]).to.deep.equal(['accepted', 1]);
  });
});
