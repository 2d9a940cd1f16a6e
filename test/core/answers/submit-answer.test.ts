import { expect } from 'chai';
import { submitAnswer } from '../../../src/core/answers/submit-answer.js';
import { FINAL_STATES, UNDECIDED_STATES, type LeadState } from '../../../src/core/lead/lead-states.js';
import type { Decision } from '../../../src/core/lead/lead-record.js';
import type { DecisionCode, Refusal } from '../../../src/core/refusal.js';

const AT = new Date('2026-03-01T12:00:00Z');
const answer = (state: LeadState, decision?: Decision) =>
  submitAnswer({
    ...{ id: 'lead-1', affiliate_id: 'aff-1', form: 'A', offer_id: 'offer-1', submission: 1 },
    ...{ first_due_at: AT, state },
    ...(decision && { decision }),
  });
const decision = (code: DecisionCode, over: Partial<Decision> = {}): Decision => ({
  code,
  at: AT,
  source: 'service',
  ...over,
});
const refusal = (code: DecisionCode, over: Partial<Refusal> = {}): Refusal => ({
  check: 'any',
  code,
  why: 'any',
  ...over,
});

describe('submitAnswer', () => {
  const TABLE: readonly [LeadState, DecisionCode, string, boolean][] = [
    ['accepted', 'ACCEPTED', 'accepted', true],
    ['held', 'TEST_LEAD_HELD', 'held', true],
    ['rejected', 'DUPLICATE', 'rejected', false],
    ['rejected', 'NOT_ELIGIBLE', 'rejected', false],
    ['rejected', 'CAP_REACHED', 'rejected', false],
    ['rejected', 'BUYER_REJECTED', 'rejected', false],
    ['rejected', 'OFFER_UNAVAILABLE', 'rejected', false],
    ['invalid', 'INVALID_FIELD', 'invalid', false],
    ['invalid', 'REQUIRED_FIELD_MISSING', 'invalid', false],
    ['failed', 'DELIVERY_FAILED', 'failed', false],
  ];
  for (const [state, code, status, success] of TABLE)
    it(`${code} → ${status}`, () => {
      const { settled, body } = answer(state, decision(code, { payout_cents: 4250 }));
      const accepted = code === 'ACCEPTED';
      expect(settled).to.equal(true);
      expect(body).to.deep.include({
        ...{ code, status, success, accepted, retryable: false, svc_lead_id: 'lead-1' },
        ...{ payout: accepted ? 42.5 : 0, disposition: {} },
      });
      expect(body.source).to.equal(success ? undefined : 'service');
    });

  const UNDECIDED: readonly [LeadState, boolean, string][] = [
    ['queued', false, 'pending'],
    ['working', false, 'pending'],
    ['sending', false, 'pending'],
    ['waiting', false, 'pending'],
    ['saved', true, 'saved'],
    ['pending', true, 'pending'],
    ['unknown', true, 'pending'],
  ];
  for (const [state, settled, status] of UNDECIDED)
    it(`${state} → PENDING, ${status}, ${settled ? 'said at once' : 'waited for'}`, () => {
      const given = answer(state);
      expect(given.settled).to.equal(settled);
      expect(given.body).to.deep.include({
        ...{ code: 'PENDING', status, success: true, accepted: false, retryable: false },
        ...{ payout: 0, disposition: {}, svc_lead_id: 'lead-1' },
      });
      expect(given.body).not.to.have.any.keys('source', 'field');
    });

  it('knows every state', () => {
    const states = [...TABLE.map(([state]) => state), ...UNDECIDED.map(([state]) => state)];
    expect([...new Set(states)]).to.have.members([...FINAL_STATES, ...UNDECIDED_STATES]);
  });

  it('does not repeat the old decision of a lead that is evaluated again', () => {
    expect(answer('queued', decision('DUPLICATE')).body.code).to.equal('PENDING');
  });

  it('has no payout when accepted with none configured', () => {
    expect(answer('accepted', decision('ACCEPTED')).body).not.to.have.property('payout');
  });

  for (const [name, affiliate_id, disposition] of [
    ['the same affiliate', 'aff-1', { duplicate_of: 'lead-0' }],
    ['another affiliate', 'aff-2', {}],
  ] as const)
    it(`a duplicate held by ${name}: ${JSON.stringify(disposition)}`, () => {
      const held_by = { lead_id: 'lead-0', affiliate_id };
      const { body } = answer(
        'rejected',
        decision('DUPLICATE', { refusal: refusal('DUPLICATE', { held_by }) }),
      );
      expect(body.disposition).to.deep.equal(disposition);
      expect(JSON.stringify(body)).not.to.contain('aff-');
    });

  for (const [code, field, shown] of [
    ['INVALID_FIELD', 'tcpa_consent', 'tcpa_consent'],
    ['REQUIRED_FIELD_MISSING', 'campus_visit', 'campus_visit'],
    ['REQUIRED_FIELD_MISSING', 'phone', 'phone'],
    ['REQUIRED_FIELD_MISSING', 'personal.phone', 'lead.personal.phone'],
    ['NOT_ELIGIBLE', 'address.state', undefined],
  ] as const)
    it(`${code} of ${field}: field ${shown ?? 'not shown'}`, () => {
      const state = code === 'NOT_ELIGIBLE' ? 'rejected' : 'invalid';
      expect(answer(state, decision(code, { refusal: refusal(code, { field }) })).body.field).to.equal(shown);
    });

  it('never shows what is for the operator', () => {
    const detail = { price: 9999 };
    const { body } = answer(
      'rejected',
      decision('CAP_REACHED', { refusal: refusal('CAP_REACHED', { detail }) }),
    );
    expect(JSON.stringify(body)).not.to.contain('9999');
  });
});
