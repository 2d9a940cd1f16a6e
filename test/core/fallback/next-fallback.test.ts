import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { mayFallBack, nextFallbackAfter } from '../../../src/core/fallback/next-fallback.js';
import { repeatedOffer } from '../../../src/core/fallback/fallback.js';
import type { Attempt, AttemptOutcome, Decision } from '../../../src/core/lead/lead-record.js';
import type { DecisionCode } from '../../../src/core/refusal.js';

const AT = new Date('2026-11-21T17:00:00Z');
const NEXT = { lead_id: 'l-2', offer_id: 'o-2' };
const attempts = (...outcomes: readonly AttemptOutcome[]): Attempt[] =>
  outcomes.map((outcome, i) => testAttempt({ number: i + 1, submission: 1, at: AT, timeout_ms: 1, outcome }));
const lead = (...outcomes: readonly AttemptOutcome[]) => ({
  ...{ submission: 1, fallbacks: [NEXT, { lead_id: 'l-3', offer_id: 'o-3' }] },
  attempts: attempts(...outcomes),
});
const refused = (code: DecisionCode, why = 'any', source: Decision['source'] = 'service') => ({
  decision: { code, at: AT, source, refusal: { check: 'any', code, why } } as Decision,
});

describe('which try follows', () => {
  const rows: readonly (readonly [
    DecisionCode,
    why: string,
    source: 'service' | 'buyer',
    follows: boolean,
  ])[] = [
    ['CAP_REACHED', 'cap', 'service', true],
    ['NOT_ELIGIBLE', 'state', 'service', true],
    ['OFFER_UNAVAILABLE', 'offer_paused', 'service', true],
    ['OFFER_UNAVAILABLE', 'offer_off_campaign', 'service', true],
    ['OFFER_UNAVAILABLE', 'campaign_inactive', 'service', false],
    ['OFFER_UNAVAILABLE', 'campaign_retired', 'service', false],
    ['OFFER_UNAVAILABLE', 'campaign_reassigned', 'service', false],
    ['DELIVERY_FAILED', 'delivery_failed', 'service', true],
    ['DUPLICATE', 'claimed', 'service', false],
    ['DUPLICATE', 'buyer_duplicate', 'buyer', false],
    ['BUYER_REJECTED', 'buyer_rejected', 'buyer', false],
    ['INVALID_FIELD', 'not_given', 'service', false],
    ['REQUIRED_FIELD_MISSING', 'field_missing', 'service', false],
    ['TEST_LEAD_HELD', 'test', 'service', false],
    ['ACCEPTED', 'any', 'buyer', false],
  ];
  for (const [code, why, source, follows] of rows)
    it(`${code} (${why}, by the ${source}): ${follows ? 'the next' : 'none'}`, () => {
      const next = nextFallbackAfter(lead(), refused(code, why, source), true);
      expect(next).to.deep.equal(follows ? { ...NEXT, submission: 1, at: AT } : undefined);
    });

  it('none where the campaign does not allow it, and none after the last', () => {
    expect(nextFallbackAfter(lead(), refused('CAP_REACHED'), false)).to.equal(undefined);
    expect(nextFallbackAfter({ ...lead(), fallbacks: [] }, refused('CAP_REACHED'), true)).to.equal(undefined);
  });

  it('none after a change that decides nothing', () => {
    expect(nextFallbackAfter(lead(), {}, true)).to.equal(undefined);
  });
});

describe('never once a byte may have left', () => {
  const OUTCOMES: readonly AttemptOutcome[] = [
    ...(['open', 'never_sent', 'accepted', 'rejected', 'duplicate', 'pending', 'retry', 'unknown'] as const),
  ];
  for (const outcome of OUTCOMES)
    it(`an attempt that is ${outcome}, and one that never left`, () => {
      const may = outcome === 'never_sent';
      expect(mayFallBack(lead(outcome, 'never_sent'), true)).to.equal(may);
      expect(mayFallBack(lead('never_sent', outcome), true)).to.equal(may);
      expect(nextFallbackAfter(lead(outcome), refused('DELIVERY_FAILED'), true) !== undefined).to.equal(may);
    });

  it('counts an attempt of an earlier submission', () => {
    const attempted = { ...lead('retry'), submission: 2 };
    expect(nextFallbackAfter(attempted, refused('CAP_REACHED'), true)).to.equal(undefined);
  });

  it('reads the end of an attempt that the same change brings', () => {
    const end = { number: 1, ended_at: AT, duration_ms: 1 };
    const after = (outcome: AttemptOutcome) =>
      nextFallbackAfter(
        lead('open'),
        { ...refused('DELIVERY_FAILED'), attempt_end: { ...end, outcome } },
        true,
      );
    expect(after('never_sent')?.lead_id).to.equal('l-2');
    expect(after('retry')).to.equal(undefined);
  });
});

describe('an offer that a call names twice', () => {
  const rows: readonly (readonly [fallbacks: readonly string[], at: number | undefined])[] = [
    [[], undefined],
    [['b', 'c'], undefined],
    [['a'], 0],
    [['b', 'a'], 1],
    [['b', 'c', 'b'], 2],
  ];
  for (const [fallbacks, at] of rows)
    it(`a, then ${fallbacks.join(', ') || 'nothing'}: ${at ?? 'none'}`, () => {
      expect(repeatedOffer('a', fallbacks)).to.equal(at);
    });
});
