import { expect } from 'chai';
import { expectMembers, Surprise } from '../../scripts/demo/surprise.js';

/** What came, what was expected, whether that is a surprise. */
const CASES: readonly (readonly [object, object, boolean])[] = [
  [{ code: 'OK', more: 1 }, { code: 'OK' }, false],
  [{ code: 'OK' }, { code: 'NO' }, true],
  [{}, { code: 'OK' }, true],
  [{ payout: 41 }, { payout: undefined }, true],
  [{}, { payout: undefined }, false],
  [{ reason: 'Duplicate lead - Offer' }, { reason: / - Offer$/ }, false],
  [{ reason: 'Duplicate lead' }, { reason: / - Offer$/ }, true],
  [{ reason: 7 }, { reason: /7/ }, true],
  [{ list: ['a'] }, { list: ['a'] }, false],
];

describe("the demo's checks", () => {
  for (const [got, expected, surprising] of CASES)
    it(`${JSON.stringify(got)} is ${surprising ? 'a surprise' : 'as it should be'}`, () => {
      const check = () => {
        expectMembers('it', { ...got }, { ...expected });
      };
      if (surprising) expect(check).to.throw(Surprise, 'expected');
      else check();
    });
});
