import { expect } from 'chai';
import { rangesOf } from '../../../src/core/person/number-ranges.js';

describe('ranges of numbers', () => {
  const cases: readonly (readonly [readonly number[], readonly string[]])[] = [
    [[], []],
    [[7], ['7']],
    [
      [1, 2, 4, 6, 7, 8],
      ['1 to 2', '4', '6 to 8'],
    ],
  ];
  for (const [numbers, ranges] of cases)
    it(`[${numbers.join(', ')}] are ${ranges.join(', ') || 'none'}`, () => {
      expect(rangesOf(numbers)).to.deep.equal(ranges);
    });
});
