import { expect } from 'chai';
import { formatShare, parseShare } from '../../../src/core/catalogue/share.js';

describe('share', () => {
  for (const [text, points] of [
    ['0%', 0],
    ['10%', 1_000],
    ['2.5%', 250],
    ['0.29%', 29],
    ['100%', 10_000],
    ['100.01%', undefined],
    ['-1%', undefined],
    ['1.005%', undefined],
    ['10', undefined],
    ['10 %', undefined],
    ['.5%', undefined],
    ['1e1%', undefined],
  ] as const)
    it(`${text} is ${points ?? 'none'}`, () => {
      expect(parseShare(text)).to.equal(points);
    });

  it('gives back every share that it writes', () => {
    for (let points = 0; points <= 10_000; points += 1)
      expect(parseShare(formatShare(points))).to.equal(points);
  });
});
