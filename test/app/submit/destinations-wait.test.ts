import { expect } from 'chai';
import type { Delivery } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { OutageError } from '../../../src/app/outage.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue, testOffer } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const NEVER_SENT: DeliveryResult = { kind: 'never_sent', detail: 'connect: ECONNREFUSED' };
const UNKNOWN: DeliveryResult = { kind: 'unknown', detail: 'answer: timed out' };
const BREAKER = { failures: 1, open_for_ms: 30_000, offer_while_open: false };
const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 5, time_zone: 'UTC' } as const;

function set(delivery: Partial<Delivery>) {
  const offer = { delivery: { ...testOffer().delivery, ...delivery }, caps: [CAP] };
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: offer } }));
  const put = (n: number): LeadRecord => {
    const lead = testLead({
      id: `20000000-0000-4000-8000-00000000000${n}`,
      identities: testIdentities(String(n)),
    });
    work.leads.all.set(lead.id, lead);
    return lead;
  };
  const run = (lead: LeadRecord) =>
    runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  const now = (lead: LeadRecord): LeadRecord => work.leads.all.get(lead.id)!;
  const places = async () =>
    (await work.ledger.used([{ cap: CAP, window: '2026-11-21', resets_at: null }]))[0];
  return { ...work, put, run, now, places };
}

describe('a lead whose destination takes nothing now', () => {
  it('waits for room, keeps its place and claims once, and goes when there is some', async () => {
    const work = set({ max_in_flight: 1 });
    const [first, second] = [work.put(1), work.put(2)];
    let answer: (delivered: DeliveryResult) => void = () => undefined;
    const { destinations } = work.ports;
    const deliver = (): Promise<DeliveryResult> => new Promise((resolve) => (answer = resolve));
    work.ports.destinations = { ...destinations, deliver };
    const running = work.run(first);
    await new Promise(setImmediate);
    for (let asks = 0; asks < 3; asks += 1) {
      const end = await work.run(second);
      expect(end.again_at).to.deep.equal(work.now(second).due_at);
      work.pass(1_000);
    }
    expect(work.now(second).state).to.equal('queued');
    expect(work.now(second).attempts).to.have.length(0);
    expect(work.now(second).timeline.map(({ what }) => what)).to.deep.equal(['waits']);
    expect(work.now(second).timeline[0]?.reason).to.include({ why: 'no_room' });
    expect(await work.places()).to.equal(2);
    answer({ kind: 'answered', status: 200, answer: { outcome: 'accepted' } });
    await running;
    work.ports.destinations = destinations;
    await work.run(second);
    expect([work.now(first).state, work.now(second).state]).to.deep.equal(['accepted', 'accepted']);
    expect(await work.places()).to.equal(2);
  });

  it('is let out at its turn, from which its window counts', async () => {
    const work = set({ throttle: { per_minute: 1 }, window_ms: 10_000 });
    const leads = [work.put(1), work.put(2)];
    for (const lead of leads) await work.run(lead);
    const [, second] = leads.map(work.now);
    expect(second?.state).to.equal('queued');
    expect(second?.due_at).to.deep.equal(new Date(work.ports.clock().getTime() + 60_000));
    expect(second?.first_due_at).to.deep.equal(second?.due_at);
    work.pass(60_000);
    work.answers.deliver.push(NEVER_SENT);
    await work.run(second!);
    expect(work.now(second!).state, 'its window has just begun').to.equal('waiting');
  });

  const TRY_AGAIN: DeliveryResult = { kind: 'answered', status: 503, answer: { outcome: 'retry' } };
  for (const [what, answer] of [
    ['answered "try again"', TRY_AGAIN],
    ['not reached', NEVER_SENT],
    ['not heard of', UNKNOWN],
  ] as const)
    it(`is let out at its next turn too, though that is late: the first attempt was ${what}`, async () => {
      const work = set({ throttle: { per_minute: 1 }, window_ms: 90_000, idempotent: true });
      const [first, ...others] = [work.put(1), work.put(2), work.put(3)];
      work.answers.deliver.push(answer);
      await work.run(first);
      for (const other of others) {
        work.pass(1_000);
        await work.run(first);
        expect(work.now(first).waiting?.why).to.equal('throttled');
        work.pass(work.now(first).due_at!.getTime() - work.ports.clock().getTime());
        await work.run(other);
        await work.run(first);
      }
      expect(work.now(first)).to.include({ state: 'queued' });
      work.pass(work.now(first).due_at!.getTime() - work.ports.clock().getTime());
      work.answers.deliver.push(answer);
      await work.run(first);
      expect(work.now(first).state, 'its turns used up nothing').to.equal('waiting');
      work.pass(60_000);
      await work.run(first);
      expect(work.now(first).decision?.code).to.equal('ACCEPTED');
    });

  it('uses up its window while it waits for a turn that is hours away, and leaves the line at its end', async () => {
    const work = set({ throttle: { per_minute: 1 }, window_ms: 90_000 });
    const first = work.put(1);
    work.answers.deliver.push(TRY_AGAIN);
    await work.run(first);
    const left: string[] = [];
    const wait = () => Promise.resolve({ outcome: 'wait', why: 'throttled', for_ms: 5 * 3_600_000 } as const);
    const release = (_: unknown, permit: string) => Promise.resolve(void left.push(permit));
    work.ports.gate = { ...work.ports.gate, enter: wait, peek: wait, release };
    for (let runs = 0; runs < 3 && work.now(first).due_at; runs += 1) {
      work.pass(work.now(first).due_at!.getTime() - work.ports.clock().getTime());
      await work.run(first);
    }
    expect(work.now(first).decision?.code).to.equal('DELIVERY_FAILED');
    expect(left).to.deep.equal([`${first.id}:1:2`]);
  });

  it('waits for a destination that is down, and is sent when that works again', async () => {
    const work = set({ breaker: BREAKER });
    const leads = [work.put(1), work.put(2)];
    work.answers.deliver.push(NEVER_SENT);
    for (const lead of leads) await work.run(lead);
    expect(work.sent, 'one time-out, not one for each lead').to.have.length(1);
    expect(work.now(leads[1]!).state).to.equal('queued');
    work.pass(31_000);
    for (const lead of leads) await work.run(lead);
    expect(leads.map((lead) => work.now(lead).state)).to.deep.equal(['accepted', 'accepted']);
  });

  it('asks its destination alone while that takes nothing, and is evaluated anew before it goes', async () => {
    const work = set({ breaker: BREAKER });
    const [first, second] = [work.put(1), work.put(2)];
    work.answers.deliver.push(NEVER_SENT);
    await work.run(first);
    await work.run(second);
    let evaluated = 0;
    const { claims } = work.ports;
    work.ports.claims = { ...claims, take: (request) => ((evaluated += 1), claims.take(request)) };
    for (let looks = 0; looks < 3; looks += 1) {
      work.pass(1_000);
      await work.run(second);
    }
    expect([evaluated, work.now(second).state]).to.deep.equal([0, 'queued']);
    work.pass(30_000);
    await work.run(second);
    expect([evaluated, work.now(second).state]).to.deep.equal([1, 'accepted']);
  });

  it('takes nothing from the others while it can not be evaluated', async () => {
    const work = set({ max_in_flight: 1, breaker: BREAKER });
    const [first, second, third] = [work.put(1), work.put(2), work.put(3)];
    work.answers.deliver.push(NEVER_SENT);
    for (const lead of [first, second]) await work.run(lead);
    work.pass(31_000);
    const { ledger, claims } = work.ports;
    const take = () => Promise.reject(new OutageError('MongoDB', new Error('away')));
    work.ports.claims = { ...claims, take };
    const failed: unknown = await work.run(second).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(OutageError);
    work.ports.claims = claims;
    work.ports.ledger = { ...ledger, reserve: () => Promise.resolve({ outcome: 'stale' }) };
    work.ports.rebuildLedger = () => Promise.resolve(false);
    work.pass(31_000);
    await work.run(second);
    expect(work.now(second).state, 'waits for the ledger').to.equal('queued');
    work.ports.ledger = ledger;
    await work.run(third);
    expect(work.now(third).state).to.equal('accepted');
  });

  it('that may have arrived and would be refused now does not ask for a turn that others need', async () => {
    const work = set({ throttle: { per_minute: 6 }, idempotent: true, window_ms: 3_600_000 });
    const lead = work.put(1);
    work.answers.deliver.push(UNKNOWN);
    await work.run(lead);
    const { gate: destinationGate, ledger } = work.ports;
    let asked = 0;
    work.ports.gate = {
      ...destinationGate,
      enter: (...args) => ((asked += 1), destinationGate.enter(...args)),
      peek: (...args) => ((asked += 1), destinationGate.peek(...args)),
    };
    const full = () => Promise.resolve({ outcome: 'full', cap_id: CAP.id } as const);
    work.ports.ledger = { ...ledger, reserve: full, move: full };
    for (let looks = 0; looks < 5; looks += 1) {
      work.pass(600_000);
      await work.run(lead);
    }
    expect([asked, work.now(lead).state]).to.deep.equal([0, 'waiting']);
    expect(work.now(lead).timeline.filter(({ what }) => what === 'waits')).to.have.length(1);
  });

  it('is refused while it waits when its offer is taken away, and gives everything back', async () => {
    const work = set({ breaker: BREAKER });
    const [first, second] = [work.put(1), work.put(2)];
    work.answers.deliver.push(NEVER_SENT);
    await work.run(first);
    await work.run(second);
    expect(await work.places()).to.equal(2);
    const gone = testCatalogue({ offers: { [IDS.shared]: { status: 'paused', caps: [CAP] } } });
    work.ports.catalogue = { current: () => gone };
    work.pass(1_000);
    await work.run(second);
    expect(work.now(second).decision?.code).to.equal('OFFER_UNAVAILABLE');
    expect(await work.places()).to.equal(1);
  });

  it('fails when it is down until the window is over, and everything is given back', async () => {
    const work = set({ breaker: { ...BREAKER, open_for_ms: 600_000 }, window_ms: 60_000 });
    const [first, second] = [work.put(1), work.put(2)];
    work.answers.deliver.push(NEVER_SENT);
    await work.run(first);
    await work.run(second);
    expect(work.now(second).due_at, 'looked at when its window ends').to.deep.equal(
      new Date(second.first_due_at.getTime() + 60_000),
    );
    work.pass(61_000);
    await work.run(second);
    expect(work.now(second).decision?.code).to.equal('DELIVERY_FAILED');
    await work.run(first);
    expect(work.now(first).state, 'tried once, never sent').to.equal('failed');
    expect(await work.places()).to.equal(0);
  });

  it('is unknown when an earlier attempt may have arrived', async () => {
    const work = set({ breaker: { ...BREAKER, open_for_ms: 600_000 }, window_ms: 60_000, idempotent: true });
    const lead = work.put(1);
    work.answers.deliver.push(UNKNOWN);
    await work.run(lead);
    work.pass(2_000);
    await work.run(lead);
    expect(work.now(lead).state).to.equal('queued');
    work.pass(60_000);
    await work.run(lead);
    expect(work.now(lead).state).to.equal('unknown');
    expect(await work.places()).to.equal(1);
  });

  it('goes when nobody can ask the gate, but where limits have to be counted', async () => {
    const away = () => Promise.reject(new OutageError('Redis', new Error('away')));
    for (const [delivery, state] of [
      [{}, 'accepted'],
      [{ max_in_flight: 1 }, 'queued'],
      [{ throttle: { per_minute: 1 } }, 'queued'],
    ] as const) {
      const work = set(delivery);
      work.ports.gate = { peek: away, enter: away, release: away, openBreakers: away };
      const lead = work.put(1);
      await work.run(lead).catch((error: unknown) => {
        if (!(error instanceof OutageError)) throw error;
      });
      expect(work.now(lead).state).to.equal(state);
    }
  });

  it('warns once of each delivery that was not answered', async () => {
    const work = set({});
    const warned: object[] = [];
    Object.assign(work.ports.log, { warn: (fields: object) => void warned.push(fields) });
    const lead = work.put(1);
    work.answers.deliver.push(NEVER_SENT);
    await work.run(lead);
    expect(warned).to.deep.equal([
      {
        lead_id: lead.id,
        offer_id: IDS.shared,
        attempt: 1,
        outcome: 'never_sent',
        detail: NEVER_SENT.detail,
      },
    ]);
  });

  const retry = (retry_after_ms: number): DeliveryResult => ({
    kind: 'answered',
    status: 429,
    answer: { outcome: 'retry' },
    retry_after_ms,
  });
  for (const [what, after, state, ms] of [
    ['sooner than the back-off', 100, 'waiting', 750],
    ['later than the back-off', 20_000, 'waiting', 20_000],
    ['later than the window', 61_000, 'failed', undefined],
  ] as const)
    it(`Retry-After ${what}: ${state}`, async () => {
      const work = set({ window_ms: 60_000 });
      const lead = work.put(1);
      work.answers.deliver.push(retry(after));
      await work.run(lead);
      const { due_at } = work.now(lead);
      expect(work.now(lead).state).to.equal(state);
      expect(due_at && due_at.getTime() - work.ports.clock().getTime()).to.equal(ms);
    });
});
