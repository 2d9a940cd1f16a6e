import { expect } from 'chai';
import type { OfferType } from '../../../src/core/catalogue/types.js';
import { soldCounts } from '../../../src/core/search/earlier-sales.js';
import { slotRefusal } from '../../../src/core/checks/exclusivity.js';
import type { Slot } from '../../../src/core/search/search-record.js';

const slots = (types: readonly OfferType[], state: Slot['state'] = 'sold'): Slot[] =>
  types.map((offer_type, at) => ({
    lead: `lead-${at}`,
    submission: 1,
    offer_id: `o${at}`,
    offer_type,
    state,
  }));

const E = 'exclusivity';
const TABLE: readonly { taken: readonly OfferType[]; asks: Record<OfferType, string | undefined> }[] = [
  { taken: [], asks: { shared: undefined, exclusive: undefined, true_exclusive: undefined } },
  { taken: ['shared'], asks: { shared: undefined, exclusive: undefined, true_exclusive: E } },
  { taken: ['exclusive'], asks: { shared: undefined, exclusive: E, true_exclusive: E } },
  { taken: ['true_exclusive'], asks: { shared: E, exclusive: E, true_exclusive: E } },
  { taken: ['shared', 'shared'], asks: { shared: undefined, exclusive: undefined, true_exclusive: E } },
  { taken: ['shared', 'exclusive'], asks: { shared: undefined, exclusive: E, true_exclusive: E } },
  { taken: ['shared', 'shared', 'shared'], asks: { shared: 'limit', exclusive: 'limit', true_exclusive: E } },
  { taken: ['shared', 'shared', 'exclusive'], asks: { shared: 'limit', exclusive: E, true_exclusive: E } },
];

describe('slotRefusal', () => {
  for (const { taken, asks } of TABLE)
    for (const [type, refusal] of Object.entries(asks))
      it(`${type} after [${taken.join(', ')}]: ${refusal ?? 'may be sold'}`, () => {
        expect(slotRefusal(type as OfferType, slots(taken), 3)).to.equal(refusal);
        expect(slotRefusal(type as OfferType, slots(taken, 'reserved'), 3)).to.equal(refusal);
      });

  it("does not count the asking lead's own slot, but does that of another submission", () => {
    const own = slots(['true_exclusive']);
    expect(slotRefusal('true_exclusive', own, 1, { lead: 'lead-0', submission: 1 })).to.equal(undefined);
    expect(slotRefusal('true_exclusive', own, 1, { lead: 'lead-0', submission: 2 })).to.equal('exclusivity');
  });

  it('sells nothing at a limit of 0', () => {
    expect(slotRefusal('shared', [], 0)).to.equal('limit');
  });
});

describe('soldCounts', () => {
  it('counts what is sold, not what is reserved', () => {
    const held = [...slots(['shared']), ...slots(['true_exclusive'], 'reserved')];
    expect(soldCounts(held)).to.deep.equal({ accepted_count: 1, true_exclusive_accepted: false });
    const sold = slots(['true_exclusive']);
    expect(soldCounts(sold)).to.deep.equal({ accepted_count: 1, true_exclusive_accepted: true });
    expect(soldCounts([])).to.deep.equal({ accepted_count: 0, true_exclusive_accepted: false });
  });
});
