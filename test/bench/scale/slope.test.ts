import { expect } from 'chai';
import { growthOf, slopeOf } from '../../../bench/scale/slope.js';

describe('slopes of a soak', () => {
  const rows: readonly (readonly [string, readonly number[], number])[] = [
    ['nothing', [], 0],
    ['one value', [7], 0],
    ['a flat line', [5, 5, 5, 5], 0],
    ['a rising line', [10, 12, 14, 16], 2],
    ['a falling line', [9, 6, 3], -3],
    ['a rising line with one outlier', [10, 11, 900, 13, 14, 15], 1],
    ['noise around a line', [10, 11, 10, 11, 10, 11], 0],
  ];
  for (const [what, values, slope] of rows)
    it(what, () => {
      expect(slopeOf(values)).to.be.closeTo(slope, 0.5);
    });

  it('grow from the first value to the last', () => {
    expect(growthOf([100, 110, 120, 130, 140])).to.deep.equal({
      ...{ median: 120, slope: 10 },
      ...{ grown: 40, share: 1 / 3 },
    });
  });
});
