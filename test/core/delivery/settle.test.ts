import { bookedSale } from '../../support/returns.js';
import { expect } from 'chai';
import { settlableFrom, settle, type Settlement, VERDICTS } from '../../../src/core/delivery/settle.js';
import { FINAL_STATES, UNDECIDED_STATES } from '../../../src/core/lead/lead-states.js';
import type { Attempt, LeadRecord } from '../../../src/core/lead/lead-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const LATER = new Date('2026-11-21T18:00:00Z');
const attempt: Attempt = testAttempt({
  number: 1,
  submission: 1,
  at: AT,
  timeout_ms: 10_000,
  outcome: 'unknown',
});
const unknown = (over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({
    state: 'unknown',
    attempts: [attempt],
    intent: { at: AT, submission: 1, buyer_id: IDS.buyer },
    ...over,
  });
const accepted: Settlement = { verdict: 'accepted', by: 'ann', why: 'Confirmed' };
const rejected: Settlement = { verdict: 'rejected', by: 'ann', why: 'Refused' };
const catalogue = testCatalogue();

const settled = (lead: LeadRecord, settlement: Settlement, now = LATER, of = catalogue) => {
  const settling = settle(lead, settlement, { catalogue: of, now });
  if (settling.kind !== 'settle') throw new Error(JSON.stringify(settling));
  return settling;
};

describe('settling a lead', () => {
  for (const state of [...UNDECIDED_STATES, ...FINAL_STATES]) {
    const kinds = {
      unknown: 'settle',
      pending: 'settle',
      accepted: 'already',
      working: 'later',
      sending: 'later',
    } as const;
    const expected = kinds[state as keyof typeof kinds] ?? 'refused';
    it(`${state}: ${expected}`, () => {
      const settling = settle(unknown({ state }), accepted, { catalogue, now: LATER });
      expect(settling.kind).to.equal(expected);
      if (settling.kind === 'later')
        expect(settling.why).to.match(new RegExp(`^is ${state}: a worker is processing it`));
      if (settling.kind !== 'refused') return;
      const why = FINAL_STATES.some((final) => final === state)
        ? ', which is final'
        : ': the workers are still processing it';
      expect(settling.why).to.match(new RegExp(`^is ${state}${why}`));
    });
  }

  for (const state of ['working', 'sending', 'unknown', 'pending'] as const)
    it(`${state} without any attempt: the buyer cannot have it`, () => {
      expect(settle(unknown({ state, attempts: [] }), accepted, { catalogue, now: LATER }).kind).to.equal(
        'refused',
      );
    });

  it('says accepted or rejected', () => {
    expect(VERDICTS).to.deep.equal(['accepted', 'rejected']);
  });

  it('a pending lead at once: the buyer has answered', () => {
    expect(settle(unknown({ state: 'pending' }), accepted, { catalogue, now: AT }).kind).to.equal('settle');
  });

  it('tells from when on an unknown lead can be settled, and of no other', () => {
    expect(settlableFrom(unknown())).to.equal('2026-11-21T17:00:40Z');
    expect(settlableFrom(unknown({ state: 'pending' }))).to.equal(undefined);
    expect(settlableFrom(unknown({ attempts: [] }))).to.equal(undefined);
  });

  it('an unknown lead not before its time limit and the lock have passed', () => {
    const at = (ms: number) => settle(unknown(), accepted, { catalogue, now: new Date(AT.getTime() + ms) });
    expect(at(39_999)).to.deep.equal({
      kind: 'later',
      why: 'may still be answered: it can be settled from 2026-11-21T17:00:40Z on',
    });
    expect(at(40_000).kind).to.equal('settle');
  });

  it('is a transition like the buyer’s answer: conditional, with its pending effect, who and why', () => {
    const { when, change } = settled(unknown(), accepted);
    expect(when).to.deep.equal({
      id: unknown().id,
      submission: 1,
      runs: 0,
      states: ['unknown'],
      attempts: 1,
    });
    expect(change).to.deep.include({ state: 'accepted', due_at: null });
    expect(change.decision).to.deep.equal({
      code: 'ACCEPTED',
      at: LATER,
      source: 'buyer',
      payout_cents: 3_000,
      sale: bookedSale(),
    });
    expect(change.effect).to.include({
      what: 'confirm',
      claim_action: 'renew',
      submission: 1,
      intent_at: AT,
    });
    expect(change.entries[0]).to.deep.equal({
      at: LATER,
      what: 'settled',
      offer_id: IDS.shared,
      outcome: 'accepted',
      reason: { by: 'ann', why: 'Confirmed', was: 'unknown' },
    });
  });

  it('a rejection gives everything back and shows the affiliate the buyer’s own words alone', () => {
    const { change } = settled(unknown({ state: 'pending' }), {
      ...rejected,
      buyer_reason: 'Already enrolled, call 608 555 0100.',
    });
    expect(change.effect).to.include({ what: 'release', claim_action: 'release' });
    expect(change.decision).to.deep.include({
      code: 'BUYER_REJECTED',
      buyer_reason: 'Already enrolled, call',
    });
    expect(settled(unknown(), rejected).change.decision).to.not.have.property('buyer_reason');
  });
});
