import { expect } from 'chai';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { FINAL_STATES, UNDECIDED_STATES } from '../../../src/core/lead/lead-states.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { LeadReturn } from '../../../src/core/lead/lead-return.js';
import {
  allowedChange,
  evaluateReturn,
  overShare,
  type ReturnAllowed,
  type ReturnRequest,
} from '../../../src/core/money/return-lead.js';
import type { Booked } from '../../../src/core/money/entry.js';
import { returnLimit } from '../../../src/core/money/return-share.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { bookedSale, soldLead, soldTo, SOLD_AT, testReturns } from '../../support/returns.js';

const DAY_MS = 86_400_000;
const later = (days: number): Date => new Date(SOLD_AT.getTime() + days * DAY_MS);
const catalogue = (over = testReturns()): Catalogue => testCatalogue({ buyer: { returns: over } });
const request: ReturnRequest = { code: 'bad_phone', by: 'ann' };
const returned: LeadReturn = {
  ...{ at: later(1), code: 'wrong_age', by: 'callback', payout_reversed: true },
};
const undone = { at: later(2), by: 'ann', why: 'a mistake' };

interface Given {
  readonly lead?: Partial<LeadRecord>;
  readonly request?: Partial<ReturnRequest>;
  readonly sale?: Booked;
  readonly catalogue?: Catalogue;
  readonly now?: Date;
}

const facts = (given: Given) => ({
  lead: soldLead({ decision: soldTo(IDS.buyer, { sale: given.sale ?? bookedSale() }), ...given.lead }),
  request: { ...request, ...given.request },
  catalogue: given.catalogue ?? catalogue(),
  now: given.now ?? later(1),
});
const evaluate = (given: Given) => evaluateReturn(facts(given));

describe('returning a lead', () => {
  const refusals: [string, Given, string, RegExp][] = [
    [
      'never returned by a buyer without rules',
      { catalogue: testCatalogue() },
      'no_returns',
      /no returns of lakeshore/,
    ],
    [
      'not after the buyer left the catalogue',
      { sale: bookedSale({ buyer_id: 'another' }) },
      'no_returns',
      /no returns of its buyer$/,
    ],
    [
      'not for another reason than those of the buyer',
      { request: { code: 'Bad Phone' } },
      'unknown_reason',
      /^can't be returned for "Bad Phone": the reasons of lakeshore are bad_phone, wrong_age$/,
    ],
    [
      'not a moment after its time',
      { now: new Date(later(14).getTime() + 1) },
      'within',
      /^is too old: it was accepted at 2026-11-21 17:00:10 UTC and could be returned until 2026-12-05 17:00:10 UTC$/,
    ],
    [
      'not twice',
      { lead: { returns: [returned] } },
      'returned_before',
      /^was returned before, at 2026-11-22 17:00:10 UTC by callback \(wrong_age\)$/,
    ],
    [
      'not again by what may be a repeat, once its return was undone',
      { lead: { returns: [{ ...returned, undone }] }, request: { mayRepeat: true } },
      'returned_before',
      /^was returned by mistake, which ann undid at 2026-11-23 17:00:10 UTC$/,
    ],
    [
      'nothing overrides an unknown reason',
      { request: { code: 'x', override: { why: 'Agreed' } } },
      'unknown_reason',
      /for "x"/,
    ],
  ];
  for (const [name, given, rule, why] of refusals)
    it(name, () => {
      const evaluated = evaluate(given);
      expect(evaluated).to.include({ kind: 'refused', rule });
      expect(evaluated.kind === 'refused' && evaluated.why).to.match(why);
    });

  for (const state of [...UNDECIDED_STATES, ...FINAL_STATES])
    it(`${state}: ${state === 'accepted' ? 'allowed' : 'refused'}`, () => {
      const evaluated = evaluate({ lead: { state } });
      if (state === 'accepted') expect(evaluated.kind).to.equal('allowed');
      else
        expect(evaluated).to.deep.equal({
          ...{ kind: 'refused', rule: 'not_accepted' },
          why: `is ${state}: only an accepted lead can be returned`,
        });
    });

  it('in the last moment of its time, and after it with an override', () => {
    expect(evaluate({ now: later(14) })).to.deep.include({ kind: 'allowed', overrode: [] });
    const evaluated = evaluate({ now: later(15), request: { override: { why: 'Agreed' } } });
    expect(evaluated).to.deep.include({ kind: 'allowed', overrode: ['within'] });
  });

  it('again by an operator, once its return was undone', () => {
    const evaluated = evaluate({ lead: { returns: [{ ...returned, undone }] } });
    expect(evaluated).to.deep.include({ kind: 'allowed', number: 1 });
  });

  it("counts against the offer's leads where the offer has rules of its own, and else against the buyer's", () => {
    const own = testCatalogue({
      buyer: { returns: testReturns() },
      offers: { [IDS.shared]: { returns: testReturns({ reasons: [{ code: 'late', label: 'Late' }] }) } },
    });
    expect(evaluate({ catalogue: own }).kind).to.equal('refused');
    expect(evaluate({ catalogue: own, request: { code: 'late' } })).to.deep.include({
      share: { owner: 'offer', id: IDS.shared, month: '2026-11' },
    });
    expect(evaluate({})).to.deep.include({ share: { owner: 'buyer', id: IDS.buyer, month: '2026-11' } });
  });

  it('a share is rounded down, and all of a month has no limit', () => {
    const returns = testReturns({ max_share_bp: 1_000 });
    expect([9, 10, 19, 20].map((sold) => returnLimit(returns, sold))).to.deep.equal([0, 1, 1, 2]);
    expect(returnLimit(testReturns(), 0)).to.equal(null);
    const evaluated = evaluate({
      catalogue: catalogue(testReturns({ max_share_bp: 1_250 })),
    }) as ReturnAllowed;
    expect(overShare(evaluated, 20, 2).why).to.equal(
      'is over the share of returns: 12.5% of the 20 leads of lakeshore accepted in 2026-11 are 2, and as many were returned',
    );
  });
});

describe('the transition of a return', () => {
  const change = (given: Given, isOverShare = false) => {
    const all = facts(given);
    const evaluated = evaluateReturn(all);
    if (evaluated.kind === 'refused') throw new Error(evaluated.why);
    return allowedChange(all, evaluated, isOverShare);
  };

  it('owes the opposite of the sale, and leaves the decision', () => {
    const { when, change: done } = change({});
    expect(when).to.deep.include({ states: ['accepted'], returned: { number: 0, is: 'next' } });
    expect(done).to.include({ state: 'accepted', due_at: null });
    expect(done).to.not.have.property('decision');
    expect(done.unbooked_entry).to.deep.equal({
      ...{ ...bookedSale(), kind: 'entry', what: 'return', number: 0, since: later(1) },
      ...{ by: 'ann', reason: 'bad_phone' },
      ...{ buyer_cents: -4_500, affiliate_cents: -3_000 },
    });
    expect(done.new_return).to.not.have.any.keys('place_given_back', 'claim_released', 'overrode');
  });

  it('keeps the payout where the rules say so, and null where no price is configured', () => {
    const kept = change({ catalogue: catalogue(testReturns({ reverse_payout: false })) }).change;
    expect(kept.unbooked_entry).to.include({ buyer_cents: -4_500, affiliate_cents: 0 });
    expect(kept.new_return).to.include({ payout_reversed: false });
    const none = change({ sale: bookedSale({ buyer_cents: null, affiliate_cents: 0 }) }).change;
    expect(none.unbooked_entry).to.include({ buyer_cents: null });
    expect(Object.is(none.unbooked_entry?.affiliate_cents, 0)).to.equal(true);
  });

  it('tells which rules an operator overrode, and why', () => {
    const { change: done } = change({ now: later(20), request: { override: { why: 'Agreed' } } }, true);
    expect(done.new_return?.overrode).to.deep.equal({ rules: ['within', 'max_share'], why: 'Agreed' });
    expect(done.entries[0]).to.deep.include({
      what: 'returned',
      reason: { by: 'ann', overrode: 'within and max_share', why: 'Agreed' },
    });
    const unused = change({ request: { override: { why: 'Agreed' } } }).change;
    expect(unused.new_return).to.not.have.property('overrode');
  });

  it('gives back what the rules say, once, and no place whose windows are over', () => {
    const cap = (window: 'day' | 'total') => ({
      ...{ id: `cap-${window}`, scope: 'buyer' as const, window, limit: 5, time_zone: 'UTC' },
    });
    const returns = testReturns({ give_back_place: true, release_claim: true });
    const of = (window: 'day' | 'total') => testCatalogue({ buyer: { returns, caps: [cap(window)] } });
    const [today, tomorrow] = [later(0.01), later(1)];
    const at = (window: 'day' | 'total', now: Date) =>
      change({ catalogue: of(window), now }).change.new_return;
    expect(at('day', today)).to.include({ place_given_back: true, claim_released: true });
    expect(at('day', tomorrow)).to.not.have.property('place_given_back');
    expect(at('total', tomorrow)).to.have.property('place_given_back');
    const lost: LeadReturn = { ...returned, place_given_back: true, claim_released: true };
    const again = (had: boolean) =>
      change({
        catalogue: of('total'),
        lead: {
          returns: [
            { ...lost, undone: { ...undone, claim_regained: had, ...(had && { place_regained: true }) } },
          ],
        },
      }).change.new_return;
    expect(again(true)).to.include({ place_given_back: true, claim_released: true });
    expect(again(false)).to.not.have.any.keys('place_given_back', 'claim_released');
  });
});
