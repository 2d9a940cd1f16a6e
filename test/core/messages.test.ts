import { expect } from 'chai';
import fc from 'fast-check';
import type { Decision } from '../../src/core/lead/lead-record.js';
import type { DecisionCode } from '../../src/core/refusal.js';
import { cleanBuyerReason } from '../../src/core/clean-words.js';
import { wordsOfDecision, wordsOfRefusal, wordsOfSearch, wordsOfState } from '../../src/core/messages.js';

const AT = new Date('2026-03-01T12:00:00Z');
const decision = (code: DecisionCode, why?: string, over: Partial<Decision> = {}): Decision => ({
  code,
  at: AT,
  source: 'service',
  ...(why !== undefined && { refusal: { check: 'any', code, why } }),
  ...over,
});

const TABLE: readonly [Decision, string][] = [
  [decision('ACCEPTED'), 'Lead accepted'],
  [decision('OFFER_UNAVAILABLE', 'result_expired'), 'Result has expired'],
  [decision('OFFER_UNAVAILABLE', 'buyer_changed'), 'Offer has changed'],
  [decision('OFFER_UNAVAILABLE', 'partner_changed'), 'Result is no longer available'],
  [decision('OFFER_UNAVAILABLE', 'buyer_paused'), 'Offer is not active'],
  [decision('OFFER_UNAVAILABLE', 'exclusivity'), 'Offer cannot be sold beside another accepted offer'],
  [decision('INVALID_FIELD', 'not_given'), 'Consent was not given'],
  [decision('REQUIRED_FIELD_MISSING', 'missing'), 'Consent is missing'],
  [decision('INVALID_FIELD', 'unknown_program'), 'Unknown program'],
  [decision('REQUIRED_FIELD_MISSING', 'answer_missing'), 'Required answer is missing'],
  [decision('INVALID_FIELD', 'answer_invalid'), 'Invalid answer'],
  [decision('REQUIRED_FIELD_MISSING', 'field_missing'), 'Required lead field is missing'],
  [decision('NOT_ELIGIBLE', 'address.state'), 'Lead is not eligible for this offer'],
  [decision('CAP_REACHED', 'limit'), 'Limit of accepted submissions reached'],
  [decision('CAP_REACHED', 'day'), 'Cap reached'],
  [decision('TEST_LEAD_HELD', 'test_lead'), 'Test lead held'],
  [decision('DUPLICATE', 'held', { source: 'service' }), 'Duplicate lead - Offer'],
  [decision('DUPLICATE', 'held'), 'Duplicate lead - Offer'],
  [decision('DUPLICATE', 'buyer_duplicate', { source: 'buyer' }), 'Duplicate lead - Client'],
  [decision('DUPLICATE', undefined, { source: 'partner' }), 'Duplicate lead - Client'],
  [
    decision('DUPLICATE', 'buyer_duplicate', { source: 'buyer', buyer_reason: 'Already enrolled' }),
    'Already enrolled - Client',
  ],
  [decision('BUYER_REJECTED', 'buyer_rejected', { source: 'buyer' }), 'Lead was rejected - Client'],
  [
    decision('BUYER_REJECTED', 'buyer_rejected', { source: 'partner', buyer_reason: 'Area closed' }),
    'Area closed - Client',
  ],
  [decision('DELIVERY_FAILED', 'delivery_failed', { source: 'service' }), 'Lead could not be delivered'],
];

describe('wordsOfDecision', () => {
  for (const [given, reason] of TABLE)
    it(`${given.code} ${given.refusal?.why ?? ''} ${given.source ?? ''}: ${reason}`, () => {
      expect(wordsOfDecision(given).reason).to.equal(reason);
      expect(wordsOfDecision(given).message).to.match(/^[A-Z].*\.$/);
    });

  const DIRECT: readonly [Decision, RegExp][] = [
    [decision('DUPLICATE', 'held'), /another offer/],
    [decision('DUPLICATE', 'buyer_duplicate', { source: 'buyer' }), /another offer/],
    [decision('NOT_ELIGIBLE', 'address.state'), /another offer/],
    [decision('CAP_REACHED', 'day'), /another offer/],
    [decision('BUYER_REJECTED', 'buyer_rejected', { source: 'buyer' }), /another offer/],
    [decision('OFFER_UNAVAILABLE', 'offer_paused'), /your contact/],
    [decision('OFFER_UNAVAILABLE', 'campaign_inactive'), /about the campaign/],
    [decision('OFFER_UNAVAILABLE', 'campaign_reassigned'), /about the campaign/],
    [decision('DELIVERY_FAILED', 'delivery_failed'), /did not take the lead.*under this svc_lead_id/],
    [decision('INVALID_FIELD', 'answer_invalid'), /Correct the answer/],
  ];
  for (const [given, message] of DIRECT)
    it(`tells a direct post what to do without a search: ${given.code} ${given.refusal?.why ?? ''}`, () => {
      const said = wordsOfDecision(given, 'B');
      expect(said.message)
        .to.match(message)
        .and.not.match(/result|Search again/);
      expect(said.reason).to.equal(wordsOfDecision(given, 'A').reason);
    });

  it('says of a refusal what its decision would', () => {
    const refusal = { check: 'duplicate', code: 'DUPLICATE', why: 'held' } as const;
    expect(wordsOfRefusal(refusal).reason).to.equal('Duplicate lead - Offer');
  });

  it('tells saved, pending and unknown apart as far as the affiliate may know', () => {
    expect(wordsOfState('saved').reason).to.equal("Saved until the buyer's hours");
    expect(wordsOfState('pending').reason).to.equal('Buyer has not decided yet');
    expect(wordsOfState('unknown')).to.deep.equal(wordsOfState('working'));
  });

  it('tells a running search from one without offers', () => {
    const reasons = [wordsOfSearch(false, 0), wordsOfSearch(true, 0), wordsOfSearch(true, 2)];
    expect(new Set(reasons.map(({ reason }) => reason)).size).to.equal(3);
    // Those that were found may have expired, which the poll does not know.
    expect(wordsOfSearch(true, 0).message).to.match(/search again if .* have expired/);
  });
});

describe('cleanBuyerReason', () => {
  for (const [given, cleaned] of [
    ['Lead is a duplicate.', 'Lead is a duplicate'],
    ['  area\n\tclosed  ', 'Area closed'],
    ['Must be 18-60 years old', 'Must be 18-60 years old'],
    ['jane.doe@example.com is already known', 'Is already known'],
    ['Known: jane.doe@example.com.', 'Known'],
    ['Phone (608) 555-0142 invalid', 'Phone invalid'],
    ['Known (608 555 0142) here', 'Known here'],
    ['Phone 6085550142 invalid', 'Phone invalid'],
    ['Born 02/28/1990, too young', 'Born, too young'],
    ['Ref 12345 exists', 'Ref exists'],
    ['Bid of $42.50 is too low', 'Bid of is too low'],
    ['Bid of 42 USD is too low', 'Bid of is too low'],
    ['Bid of 42.50 is too low', 'Bid of is too low'],
    ['Bid of US$1,200 is too low', 'Bid of is too low'],
    ['Bid of $$12 12 is too low', 'Bid of 12 is too low'],
    ['Bid of $ $12, 12 is too low', 'Bid of 12 is too low'],
    ['Pays $(12.50) 12 only', 'Pays only'],
    ['Pays $(($(1.50)12)) 12 only', 'Pays only'],
    ['Pays € 30 only', 'Pays only'],
    ['Pays ＄３０ only', 'Pays only'],
    ['Pays ₹30 only', 'Pays only'],
    ['Pays EUR 30 only', 'Pays only'],
    ['Pays 30 CAD only', 'Pays only'],
    ['Pays 30 euros only', 'Pays only'],
    ['Call 608–555–0142 first', 'Call first'],
    ['Call 608\u2011555\u20110142 first', 'Call first'],
    ['Lead (jane@example.com) known!', 'Lead known!'],
    ['$42.50', undefined],
    ['12345.', undefined],
    ['...', undefined],
    ['', undefined],
    [undefined, undefined],
    ['Who is Bearer live-0123456789ab?', 'Who is?'],
  ] as const)
    it(`${JSON.stringify(given) ?? 'nothing'} → ${cleaned ?? 'ours is used'}`, () => {
      expect(cleanBuyerReason(given)).to.equal(cleaned);
    });

  it('is cut to 200 characters, whole ones', () => {
    expect(cleanBuyerReason('é'.repeat(500))).to.have.length(200);
    expect(Array.from(cleanBuyerReason('𝒳😀'.repeat(300))!)).to.have.length(200);
    expect(cleanBuyerReason('ß'.repeat(500)), 'whose first is two in upper case').to.have.length(200);
  });

  it('never lets an address, a long number or a price through, and is quick', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('$', '1', '12', '.', ',', '@', ' ', '(', 'a'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const cleaned = cleanBuyerReason(pieces.join('')) ?? 'A';
        expect(cleaned).not.to.match(/@|[0-9]{4,}|\$\s*[0-9]|[.,]$/);
        expect(Array.from(cleaned).length).to.be.at.most(200);
      }),
      { numRuns: 1_000 },
    );
    expect(cleanBuyerReason(`${'1,'.repeat(100_000)}x`)).to.be.oneOf([undefined, 'X']);
    expect(cleanBuyerReason(`a${'('.repeat(900)}1.50${')'.repeat(900)}`)).to.be.oneOf([undefined, 'A']);
  });
});
