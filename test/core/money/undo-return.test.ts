import { expect } from 'chai';
import type { LeadReturn } from '../../../src/core/lead/lead-return.js';
import { undoneChange, undoReturn } from '../../../src/core/money/undo-return.js';
import { bookedSale, soldLead, SOLD_AT } from '../../support/returns.js';

const now = new Date(SOLD_AT.getTime() + 3_600_000);
const sale = bookedSale();
const booked = { ...sale, buyer_cents: -4_500, affiliate_cents: 0 };
const returned: LeadReturn = { at: now, code: 'bad_phone', by: 'ann', payout_reversed: false };
const request = { by: 'bob', why: 'The wrong lead' };

describe('undoing a return', () => {
  it('at once where nothing was given back, with the opposite of what was booked', () => {
    const undoing = undoReturn(soldLead({ returns: [returned] }), request, now);
    if (undoing.kind !== 'undo') throw new Error(undoing.kind);
    expect(undoing.when.returned).to.deep.equal({ number: 0, is: 'kept' });
    expect(undoing.change.undone).to.deep.equal({ number: 0, undone: { at: now, ...request } });
    expect(undoing.change.unbooked_entry).to.deep.equal({
      ...{ ...booked, kind: 'entry', what: 'return_reversal', number: 0, since: now },
      ...{ by: 'bob', reason: 'bad_phone' },
      ...{ buyer_cents: 4_500, affiliate_cents: 0 },
    });
    expect(undoing.change).to.not.have.property('return_effect');
  });

  it('in two steps where claims or a place were given back, and says what could be had back', () => {
    const lead = soldLead({ returns: [{ ...returned, claim_released: true }] });
    const begun = undoReturn(lead, request, now);
    if (begun.kind !== 'begin') throw new Error(begun.kind);
    expect(begun.change).to.not.have.any.keys('unbooked_entry', 'undone');
    const effect = { kind: 'return', what: 'undo', number: 0, since: now, ...request } as const;
    expect(begun.change.return_effect).to.deep.equal(effect);
    const asked = { ...lead, pending_effects: [effect] };
    expect(undoReturn(asked, request, now)).to.include({ kind: 'refused' });
    expect(begun.when.returned).to.deep.equal({ number: 0, is: 'kept' });
    const { change, when } = undoneChange(asked, effect, now, { claim_regained: false });
    expect(when.returned, 'it is being undone').to.deep.equal({ number: 0, is: 'stands' });
    expect(change.unbooked_entry).to.include({ claim_regained: false });
    expect(change).to.not.have.property('return_effect');
    expect(change.entries[0]).to.deep.include({ reason: { ...request, claim: 'not regained' } });
  });

  it('not where there is none', () => {
    const undone = { at: now, by: 'ann', why: 'x' };
    const refusals = [undefined, [{ ...returned, undone }]].map((returns) => {
      const undoing = undoReturn(soldLead(returns ? { returns } : {}), request, now);
      return undoing.kind === 'refused' ? undoing.why : undoing.kind;
    });
    expect(refusals).to.deep.equal(['was never returned', 'has no return: the last one was undone by ann']);
  });
});
