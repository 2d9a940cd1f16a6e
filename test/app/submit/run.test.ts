import { expect } from 'chai';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadState } from '../../../src/core/lead/lead-states.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { sweep } from '../../../src/app/upkeep/sweep.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 1, time_zone: 'UTC' } as const;
const answered = (
  outcome: 'accepted' | 'rejected' | 'duplicate' | 'pending' | 'retry',
  reason?: string,
): DeliveryResult => ({
  kind: 'answered',
  status: 200,
  answer: { outcome, reference: 'ref-9', ...(reason === undefined ? {} : { reason }) },
});

function set(over: CatalogueOverrides = {}) {
  const work = fakeWork(testCatalogue(over));
  const put = (lead: Partial<LeadRecord> = {}) => {
    const record = testLead(lead);
    work.leads.all.set(record.id, record);
    return record;
  };
  const run = (lead: LeadRecord) =>
    runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r', reply_to: 'web-1' });
  const now = (lead: LeadRecord) => work.leads.all.get(lead.id)!;
  return { ...work, put, run, now };
}

describe('run-submit', () => {
  it('accepts: attempt, decision, payout, applied effects, wake', async () => {
    const work = set({ offers: { [IDS.shared]: { caps: [CAP] } } });
    const lead = work.put();
    await work.run(lead);
    const after = work.now(lead);
    expect(after.state).to.equal('accepted');
    expect(after.decision).to.include({ code: 'ACCEPTED', payout_cents: 2_000, source: 'buyer' });
    expect(after.attempts).to.have.length(1);
    expect(after.attempts[0]).to.include({ number: 1, outcome: 'accepted', status: 200 });
    expect(after.timeline.map(({ what }) => what)).to.deep.equal(['sent', 'answered', 'decided']);
    expect(after).to.not.have.property('due_at');
    expect(work.woken).to.deep.equal([lead.id]);
    expect(effectsOf(after, 'reservations').map(({ what }) => what)).to.deep.equal(['confirm']);
    work.pass(10_000);
    await sweep(work.ports);
    expect(effectsOf(work.now(lead), 'reservations')).to.deep.equal([]);
  });

  const endings: readonly [string, DeliveryResult, LeadState, string | undefined, boolean][] = [
    ['the buyer rejects', answered('rejected', 'Not now'), 'rejected', 'BUYER_REJECTED', false],
    ['the buyer knows the lead', answered('duplicate'), 'rejected', 'DUPLICATE', true],
    ['the buyer says later', answered('pending'), 'pending', undefined, true],
    ['the buyer asks to try again', answered('retry'), 'waiting', undefined, true],
    ['nothing was sent', { kind: 'never_sent', detail: 'ECONNREFUSED' }, 'waiting', undefined, true],
    ['nobody knows', { kind: 'unknown', detail: 'time-out' }, 'unknown', undefined, true],
  ];
  for (const [name, delivered, state, code, keepsClaims] of endings)
    it(`${name}: ${state}`, async () => {
      const work = set({ offers: { [IDS.shared]: { caps: [CAP] } } });
      const lead = work.put();
      work.answers.deliver.push(delivered);
      const end = await work.run(lead);
      const after = work.now(lead);
      expect(after.state).to.equal(state);
      expect(after.decision?.code).to.equal(code);
      expect((await work.claims.owners(['key-email-ann'])).length > 0).to.equal(keepsClaims);
      const undecided = code === undefined;
      const [place] = await work.ledger.used([{ cap: CAP, window: '2026-11-21', resets_at: null }]);
      expect(place, 'the place is given back when the lead is refused').to.equal(undecided ? 1 : 0);
      expect(end.again_at).to.deep.equal(state === 'unknown' ? undefined : after.due_at);
      if (!undecided)
        expect(effectsOf(after, 'reservations'), 'give-backs are cleared at once').to.deep.equal([]);
    });

  it('keeps which way the request of an attempt went', async () => {
    const work = set();
    const lead = work.put();
    work.answers.deliver.push({ kind: 'unknown', detail: 'time-out', via: 'proxy.example:9293' });
    await work.run(lead);
    expect(work.now(lead).attempts[0]).to.include({ outcome: 'unknown', via: 'proxy.example:9293' });
  });

  it('delivers once, however often the job runs', async () => {
    const work = set();
    const lead = work.put();
    await Promise.all([work.run(lead), work.run(lead), work.run(lead)]);
    await work.run(lead);
    expect(work.sent).to.have.length(1);
  });

  it('calls the second lead of a person a duplicate and says who holds it', async () => {
    const work = set();
    const first = work.put();
    const second = work.put({ id: '20000000-0000-4000-8000-000000000002' });
    await work.run(first);
    await work.run(second);
    const refusal = work.now(second).decision?.refusal;
    expect(refusal).to.deep.include({ code: 'DUPLICATE', why: 'held' });
    expect(refusal?.held_by).to.deep.equal({ lead_id: first.id, affiliate_id: IDS.affiliate });
    expect(work.sent).to.have.length(1);
  });

  it('waits for a owner that has not been sent yet, and is sold when that one is refused', async () => {
    const work = set();
    const first = work.put();
    const second = work.put({ id: '20000000-0000-4000-8000-000000000002' });
    work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
    await work.run(first);
    await work.run(second);
    expect(work.now(second).state).to.equal('queued');
    work.pass(1_500);
    work.answers.deliver.push(answered('rejected'));
    await work.run(first);
    await work.run(second);
    expect(work.now(first).state).to.equal('rejected');
    expect(work.now(second).state).to.equal('accepted');
  });

  it('never goes over a cap', async () => {
    const work = set({ offers: { [IDS.shared]: { caps: [CAP] } } });
    const leads = ['1', '2', '3'].map((n) =>
      work.put({ id: `20000000-0000-4000-8000-00000000000${n}`, identities: testIdentities(n) }),
    );
    for (const lead of leads) await work.run(lead);
    expect(leads.map((lead) => work.now(lead).decision?.code)).to.deep.equal([
      'ACCEPTED',
      'CAP_REACHED',
      'CAP_REACHED',
    ]);
    expect(await work.claims.owners(['key-email-2']), 'a refused lead gives its claim back').to.deep.equal(
      [],
    );
  });

  it('counts a stale ledger anew before it takes a place', async () => {
    const work = set({ offers: { [IDS.shared]: { caps: [CAP] } } });
    work.ledger.goStale();
    const lead = work.put();
    await work.run(lead);
    expect(work.now(lead).state).to.equal('accepted');
  });

  const refusals: readonly [string, Partial<LeadRecord>, CatalogueOverrides, string, string][] = [
    [
      'consent refused',
      { consent: { ...testLead().consent, decision: false } },
      {},
      'INVALID_FIELD',
      'not_given',
    ],
    ["a program that is not the offer's", { program_id: 'law' }, {}, 'INVALID_FIELD', 'unknown_program'],
    ['a question left out', { offer_id: IDS.exclusive }, {}, 'REQUIRED_FIELD_MISSING', 'answer_missing'],
    [
      'a field left out',
      { lead: { personal: { email: 'a@b.co' } } },
      {},
      'REQUIRED_FIELD_MISSING',
      'field_missing',
    ],
    [
      'a paused offer',
      {},
      { offers: { [IDS.shared]: { status: 'paused' } } },
      'OFFER_UNAVAILABLE',
      'offer_paused',
    ],
    [
      'an offer off the campaign',
      {},
      { lines: { [IDS.shared]: null } },
      'OFFER_UNAVAILABLE',
      'offer_off_campaign',
    ],
    [
      'an inactive campaign',
      {},
      { campaign: { status: 'inactive' } },
      'OFFER_UNAVAILABLE',
      'campaign_inactive',
    ],
    ['a test lead', { is_test: true }, {}, 'TEST_LEAD_HELD', 'test_lead'],
  ];
  for (const [name, lead, over, code, why] of refusals)
    it(`refuses ${name} before anything leaves or is kept`, async () => {
      const work = set(over);
      const record = work.put(lead);
      await work.run(record);
      expect(work.now(record).decision?.refusal).to.include({ code, why });
      expect(work.sent).to.deep.equal([]);
      expect(await work.claims.owners(['key-email-ann', 'key-phone-ann'])).to.deep.equal([]);
    });

  it('repeats a never-sent lead until the window is over, then fails and gives everything back', async () => {
    const work = set();
    const lead = work.put();
    for (let i = 0; i < 12; i += 1) work.answers.deliver.push({ kind: 'never_sent', detail: 'ECONNREFUSED' });
    for (let i = 0; i < 12; i += 1) {
      await work.run(lead);
      work.pass(31_000);
    }
    const after = work.now(lead);
    expect(after.state).to.equal('failed');
    expect(after.decision?.code).to.equal('DELIVERY_FAILED');
    expect(after.attempts.length).to.be.within(2, 8);
    expect(await work.claims.owners(['key-email-ann'])).to.deep.equal([]);
  });

  it('calls an attempt whose worker never came back unknown, and a late answer still decides', async () => {
    const work = set();
    const lead = work.put();
    let answer: (delivered: DeliveryResult) => void = () => undefined;
    const slow = {
      ...work.ports,
      destinations: {
        ...work.destinations,
        deliver: () => new Promise<DeliveryResult>((resolve) => (answer = resolve)),
      },
    };
    const sleeping = runSubmit(slow, { lead_id: lead.id, submission: 1, request_id: 'r' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(work.now(lead).state).to.equal('sending');
    work.pass(60_000);
    await work.run(lead);
    expect(work.now(lead).state).to.equal('unknown');
    expect(work.now(lead).attempts[0]).to.include({ outcome: 'unknown' });
    answer(answered('accepted'));
    await sleeping;
    expect(work.now(lead).state).to.equal('accepted');
    expect(work.sent, 'nothing was sent again').to.deep.equal([]);
  });

  it('asks a buyer that said later until it decides', async () => {
    const follow_up = { url: 'http://127.0.0.1:1/${reference}', every_ms: 1_000, for_ms: 60_000 };
    const work = set({
      offers: {
        [IDS.shared]: { delivery: { ...testCatalogue().offers.get(IDS.shared)!.delivery, follow_up } },
      },
    });
    const lead = work.put();
    work.answers.deliver.push(answered('pending'));
    work.answers.followUp.push(answered('pending'), answered('accepted'));
    for (const state of ['pending', 'pending', 'accepted']) {
      await work.run(lead);
      expect(work.now(lead).state).to.equal(state);
      work.pass(1_000);
    }
    expect(work.sent).to.have.length(1);
    expect(work.now(lead).decision?.payout_cents).to.equal(2_000);
  });

  it("holds a lead outside the buyer's hours with its place in the window in which it leaves", async () => {
    const buyer = { time_zone: 'UTC', delivery_hours: [{ days: [1, 2, 3, 4, 5], from: 480, to: 1200 }] };
    const work = set({ buyer, offers: { [IDS.shared]: { caps: [CAP] } } });
    const lead = work.put();
    const end = await work.run(lead);
    const monday = new Date('2026-11-23T08:00:00Z');
    expect(work.now(lead)).to.deep.include({
      state: 'saved',
      due_at: monday,
      intent: { at: monday, buyer_id: IDS.buyer, submission: 1 },
    });
    expect(end.again_at).to.deep.equal(monday);
    expect(await work.ledger.used([{ cap: CAP, window: '2026-11-23', resets_at: null }])).to.deep.equal([1]);
    expect(await work.ledger.used([{ cap: CAP, window: '2026-11-21', resets_at: null }])).to.deep.equal([0]);
    work.pass(monday.getTime() - work.ports.clock().getTime());
    await work.run(lead);
    expect(work.now(lead).state).to.equal('accepted');
  });

  it('ends a poison lead: nothing left means failed', async () => {
    const work = set();
    const lead = work.put();
    const broken = {
      ...work.ports,
      claims: { ...work.claims, take: () => Promise.reject(new Error('poison')) },
    };
    for (let i = 0; i < 12; i += 1) {
      await runSubmit(broken, { lead_id: lead.id, submission: 1, request_id: 'r' }).catch(() => undefined);
      work.pass(60_000);
    }
    expect(work.now(lead).state).to.equal('failed');
  });
});
