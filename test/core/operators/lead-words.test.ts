import { expect } from 'chai';
import { checksView } from '../../../src/core/operators/checks-view.js';
import { CHECKS } from '../../../src/core/checks/index.js';
import { countedView } from '../../../src/core/operators/lead-surroundings.js';
import { fallbackView } from '../../../src/core/operators/fallback-view.js';
import { decisionSentence, nextStep } from '../../../src/core/operators/lead-sentences.js';
import { leadView } from '../../../src/core/operators/lead-view.js';
import { namesIn } from '../../../src/core/operators/names.js';
import { refusalSentence } from '../../../src/core/operators/refusal-sentence.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Refusal } from '../../../src/core/refusal.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testAttempt, testSentTo } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:05Z');
const CATALOGUE = testCatalogue({
  buyer: {
    caps: [{ id: 'cap', scope: 'buyer', window: 'day', limit: 5, time_zone: 'America/New_York' }],
  },
});
const NAME = namesIn(CATALOGUE);
const AGAIN = { at: AT, what: 'received_again' } as const;
const SAVED = { at: AT, what: 'saved' } as const;
const FORMER = { sent_to: testSentTo('former'), submission: 1 };

const attempt = (outcome: Attempt['outcome']): Attempt => ({
  ...testAttempt({ number: 1, submission: 1, at: AT, timeout_ms: 1_000, outcome }),
  sent_to: testSentTo(IDS.buyer),
});
const refusal = (check: string, why: string, over: Partial<Refusal> = {}): Refusal => ({
  ...{ check, why, code: 'NOT_ELIGIBLE' },
  ...over,
});
const refused = (by: Refusal, over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({
    state: 'rejected',
    runs: 1,
    decision: { code: by.code, at: AT, refusal: by, source: 'service' },
    ...over,
  });
const intent = { at: AT, submission: 1, buyer_id: IDS.buyer };
const accepted = (over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({
    ...{ state: 'accepted', runs: 1, attempts: [attempt('accepted')], intent },
    decision: { code: 'ACCEPTED', at: AT, source: 'buyer' },
    ...over,
  });

const SENTENCES: readonly (readonly [Refusal, string])[] = [
  [refusal('active', 'offer_paused'), 'The offer was paused.'],
  [refusal('active', 'campaign_reassigned'), 'The campaign had gone to another affiliate.'],
  [refusal('active', 'partner_changed'), 'The result came from a partner that no longer has this offer.'],
  [
    refusal('active', 'buyer_changed'),
    'The offer now has another buyer, and its consent text isn’t the one that was shown.',
  ],
  [refusal('active', 'result_expired'), 'The result had expired before the lead was submitted.'],
  [
    refusal('required_fields', 'field_missing', { field: 'personal.phone' }),
    'A field that the offer requires is missing (personal.phone).',
  ],
  [refusal('eligibility', 'address.state'), "The offer's rule on state does not take this lead."],
  [refusal('eligibility', 'age'), "The offer's rule on age does not take this lead."],
  [refusal('erasure', 'erased'), 'The person was erased on request before a buyer took the lead.'],
  [
    refusal('duplicate', 'held', {
      held_by: { lead_id: 'L-1', affiliate_id: 'a' },
      detail: { scope: 'service', window_days: 30 },
    }),
    'The lead L-1 already has this person (one sale per marketplace in 30 days).',
  ],
  [
    refusal('caps', 'day', { detail: { scope: 'campaign_offer', limit: 5, program: 'bsn' } }),
    'The day cap of the campaign for this offer was full: 5 leads of the program bsn.',
  ],
  [
    refusal('delivery', 'delivery_failed'),
    'The buyer couldn’t be reached, or kept asking to try again, until the delivery window ended.',
  ],
  [
    refusal('eligibility', 'address.state', { detail: { takes: 'State is one of WI, IL', lead: 'says NY' } }),
    'The offer takes only leads where State is one of WI, IL; this lead says NY.',
  ],
  [
    refusal('suppressed', 'suppressed', {
      detail: { by: 'email_md5', scope: 'buyer', reason: 'Asked to stop', source: 'desk' },
    }),
    "The person's e-mail address is on the suppression list for this buyer (desk: Asked to stop).",
  ],
  [refusal('a_newer_check', 'odd'), 'The check a_newer_check refused it: odd.'],
  [refusal('active', 'constructor'), 'The check active refused it: constructor.'],
];

describe('a lead in words', () => {
  for (const [by, sentence] of SENTENCES)
    it(`${by.check} ${by.why}: ${sentence}`, () => {
      expect(refusalSentence(by)).to.equal(sentence);
    });

  const outcomes = (lead: LeadRecord) => checksView(lead).map(({ check, outcome }) => `${check} ${outcome}`);

  it('shows the checks before the one that refused as passed, and those behind it as not reached', () => {
    const checks = checksView(refused(refusal('eligibility', 'address.state')));
    expect(checks.map(({ outcome }) => outcome)).to.deep.equal([
      ...['passed', 'passed', 'passed', 'passed', 'passed', 'refused'],
      ...['not_reached', 'not_reached', 'not_reached', 'not_reached', 'not_reached', 'not_reached'],
    ]);
    expect(checks[5]).to.include({ rule: 'address.state', check: 'eligibility' });
    expect(checks[4]).to.include({ rule: null, sentence: null });
  });

  it("shows the buyer's own decision as the last check", () => {
    const all = [...CHECKS.map(({ name }) => name), 'delivery'];
    expect(outcomes(accepted())).to.deep.equal(all.map((name) => `${name} passed`));
    const buyers = outcomes(
      refused(refusal('delivery', 'buyer_rejected'), { attempts: [attempt('rejected')] }),
    );
    expect(buyers.slice(-2)).to.deep.equal(['test_lead passed', 'delivery refused']);
  });

  it('shows a verification where there was one', () => {
    const verified = [{ of: IDS.shared, step: 'scrub', submission: 1, at: AT, outcome: 'pass' }] as const;
    expect(outcomes(accepted({ verified }))).to.include('verification passed');
    expect(outcomes(accepted({ verified: [{ ...verified[0], submission: 0 }] })).join()).not.to.contain(
      'verif',
    );
    const by = refusal('verification', 'verification_refused', { detail: { step: 'scrub' } });
    const seen = outcomes(refused(by)).slice(6, 9);
    expect(seen).to.deep.equal(['suppressed passed', 'verification refused', 'exclusivity not_reached']);
    const waiting = { run: 1, why: 'verification', step: 'scrub' } as const;
    expect(outcomes(testLead({ state: 'queued', runs: 1, waiting }))).to.include('verification unknown');
    expect(outcomes(testLead({ state: 'queued', runs: 3, waiting })).join()).not.to.contain('verif');
  });

  it('says that it does not know, where the record does not tell', () => {
    expect(new Set(checksView(testLead()).map(({ outcome }) => outcome))).to.deep.equal(
      new Set(['not_reached']),
    );
    const gaveUp = refused(refusal('delivery', 'delivery_failed', { code: 'DELIVERY_FAILED' }));
    expect(outcomes(gaveUp)[0]).to.equal('active unknown');
    const again = { submission: 2, attempts: [attempt('retry')] };
    expect(outcomes({ ...gaveUp, ...again })[0]).to.equal('active unknown');
    expect(new Set(outcomes(testLead(again)).map((one) => one.split(' ')[1]))).to.deep.equal(
      new Set(['not_reached']),
    );
    const sent = testLead({ state: 'unknown', runs: 1, attempts: [attempt('unknown')] });
    expect(outcomes(sent).slice(-2)).to.deep.equal(['test_lead passed', 'delivery unknown']);
  });

  it('names the check that keeps a lead waiting which its buyer may have', () => {
    const by = refusal('active', 'offer_paused');
    const lead = testLead({
      ...{ state: 'waiting', runs: 1, attempts: [attempt('unknown')] },
      waiting: { run: 1, why: 'refused', by: 'offer_paused' },
      timeline: [{ at: AT, what: 'waits', offer_id: IDS.shared, reason: { ...by } }],
    });
    expect(outcomes(lead)[0]).to.equal('active refused');
    expect(decisionSentence(lead, NAME)).to.contain('but the buyer may have it');
  });

  for (const [what, lead, sentence] of [
    ['accepted', accepted(), 'Lakeshore University accepted it.'],
    [
      'settled and returned',
      accepted({
        timeline: [{ at: AT, what: 'settled', reason: { by: 'ann' } }],
        returns: [{ at: AT, code: 'bad_phone', by: 'ann', payout_reversed: true }],
      }),
      'Lakeshore University accepted it, according to ann, who settled it. The buyer returned it (bad_phone).',
    ],
    [
      "refused with the buyer's reason",
      refused(refusal('delivery', 'buyer_rejected'), {
        attempts: [attempt('rejected')],
        decision: {
          ...{ code: 'BUYER_REJECTED', at: AT, buyer_reason: 'Outside our area', source: 'buyer' },
          refusal: refusal('delivery', 'buyer_rejected'),
        },
      }),
      'Lakeshore University refused it: Outside our area.',
    ],
    [
      'unknown',
      testLead({ state: 'unknown' }),
      'It was sent, but it’s unknown whether Lakeshore University received it.',
    ],
    [
      'saved after another buyer had its former submission',
      testLead({ state: 'saved', submission: 2, attempts: [{ ...attempt('retry'), ...FORMER }] }),
      'It passed every check and is waiting for Lakeshore University to open.',
    ],
    [
      'waiting',
      testLead({ runs: 1, waiting: { run: 1, why: 'destination_down' } }),
      'It isn’t decided yet. The buyer’s address isn’t answering. Leadkeep tries again when the circuit breaker closes.',
    ],
  ] as const)
    it(`tells of a lead that is ${what}`, () => {
      expect(decisionSentence(lead, NAME)).to.equal(sentence);
    });

  for (const [what, lead, why] of [
    ['of its newest run', testLead({ runs: 2, waiting: { run: 2, why: 'ledger' } }), 'ledger'],
    ['of the run before', testLead({ runs: 2, waiting: { run: 1, why: 'ledger' } }), 'ledger'],
    ['of a run that is long past', testLead({ runs: 3, waiting: { run: 1, why: 'ledger' } }), null],
    ['of a decided lead', accepted({ waiting: { run: 1, why: 'ledger' } }), null],
  ] as const)
    it(`gives the reason ${what} in summary and \`waits_because\` alike: ${why}`, () => {
      const view = leadView(lead, NAME, { claims: [], entries: [], stages: [], catalogue: CATALOGUE });
      expect(view.waits_because).to.equal(why);
      expect(view.summary.includes('The cap ledger isn’t ready')).to.equal(why !== null);
    });

  it('names no check that kept the lead waiting in a run that is long past', () => {
    const reason = { ...refusal('active', 'offer_paused') };
    const lead = testLead({
      ...{ state: 'unknown', runs: 3, attempts: [attempt('unknown')] },
      waiting: { run: 1, why: 'refused', by: 'offer_paused' },
      timeline: [{ at: AT, what: 'waits', offer_id: IDS.shared, reason }],
    });
    expect(outcomes(lead)[0]).to.equal('active passed');
  });

  it('shows the tries of the call that made the present submission alone', () => {
    const earlier_leads = [{ lead_id: 'L-1', offer_id: IDS.shared, code: 'CAP_REACHED' }] as const;
    expect(fallbackView(testLead({ earlier_leads }), NAME)?.earlier_leads).to.have.lengthOf(1);
    expect(fallbackView(testLead({ earlier_leads, submission: 2 }), NAME)).to.equal(null);
  });

  it('says what to do next', () => {
    const unknown = testLead({ state: 'unknown', attempts: [attempt('unknown')] });
    expect(nextStep(unknown)).to.include({ action: 'settle' });
    expect(nextStep(unknown).at).to.be.instanceOf(Date);
    expect(nextStep(unknown).sentence).to.equal('Ask the buyer whether it has the lead, then settle it.');
    const again = { submission: 2, attempts: [{ ...attempt('unknown'), submission: 2 }] } as const;
    for (const state of ['unknown', 'pending'] as const) {
      const lead = testLead({ ...again, state });
      expect(nextStep(lead).sentence).to.contain(` under the Idempotency-Key ${lead.id}:2, which is`);
    }
    expect(nextStep(accepted())).to.include({ action: 'return', at: null });
    const returned = accepted({ returns: [{ at: AT, code: 'x', by: 'ann', payout_reversed: true }] });
    expect(nextStep(returned)).to.deep.include({
      action: 'undo_return',
      sentence: 'If the return was a mistake, undo it.',
    });
    const undone = { at: AT, by: 'ann', why: 'wrong lead' };
    const soldAgain = accepted({
      returns: [{ at: AT, code: 'x', by: 'ann', payout_reversed: true, undone }],
    });
    expect(nextStep(soldAgain).action).to.equal('return');
    expect(nextStep(testLead()).action).to.equal(null);
  });

  for (const [what, lead, state, caps] of [
    ['accepted', accepted(), 'confirmed', 1],
    ['being worked on', testLead({ state: 'working', intent }), 'reserved', 1],
    ['refused early', refused(refusal('active', 'offer_paused'), { intent }), 'not_counted', 0],
    [
      'refused early, and was saved when it was posted before',
      refused(refusal('active', 'offer_paused'), { intent, submission: 2, timeline: [SAVED, AGAIN] }),
      'not_counted',
      0,
    ],
    [
      'refused after it was saved',
      refused(refusal('active', 'offer_paused'), { intent, submission: 2, timeline: [AGAIN, SAVED] }),
      'released',
      1,
    ],
    [
      'refused by its buyer',
      refused(refusal('delivery', 'buyer_rejected'), { intent, attempts: [attempt('rejected')] }),
      'released',
      1,
    ],
    ['a test', accepted({ is_test: true }), 'not_counted', 0],
  ] as const)
    it(`counts a lead that is ${what}: ${state}`, () => {
      const counted = countedView(lead, CATALOGUE);
      expect([counted.state, counted.caps.length]).to.deep.equal([state, caps]);
      if (caps > 0) expect(counted.caps[0]).to.include({ owner: 'buyer lakeshore', name: 'day', limit: 5 });
    });
});
