import { expect } from 'chai';
import { expectedOf, type Undecided } from '../../../src/core/delivery/decide-by.js';
import { testOffer } from '../../support/catalogue.js';

const hour = (n: number): Date => new Date(Date.UTC(2026, 10, 20, n));
const { delivery } = testOffer();
const plain = testOffer();
const asks = testOffer({
  delivery: {
    ...delivery,
    follow_up: { url: 'https://b.example/status', every_ms: 3_600_000, for_ms: 36_000_000 },
  },
});

describe('by when a lead is decided that its buyer answered "later"', () => {
  const pending = (due: number): Undecided => ({
    ...{ state: 'pending', pending_since: hour(0), due_at: hour(due) },
  });
  const rows: readonly [string, Undecided, typeof plain, Date][] = [
    ['without questions, when it is due', pending(72), plain, hour(72)],
    ['pending again after it was unknown', pending(150), plain, hour(150)],
    ['with questions, when the time for them is over', pending(1), asks, hour(10)],
    ['with a question after that time', pending(30), asks, hour(30)],
  ];
  for (const [what, lead, offer, decide_by] of rows)
    it(what, () => {
      expect(expectedOf(lead, offer)).to.deep.equal({ decide_by });
    });

  it('is not known if nothing is due, or its offer is gone', () => {
    expect(expectedOf({ state: 'pending', pending_since: hour(0) }, plain)).to.deep.equal({});
    expect(expectedOf(pending(72), undefined)).to.deep.equal({});
  });
});
