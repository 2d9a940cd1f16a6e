import { expect } from 'chai';
import { fairShare } from '../../../src/core/refused-calls/fair-share.js';

describe('the share of each caller in the refused calls that are kept', () => {
  for (const [counts, most, share] of [
    [[], 100, Infinity],
    [[40, 60], 100, Infinity],
    [[40, 61], 100, 60],
    [[10, 1_000_000], 100, 90],
    [[1_000, 10, 1_000], 100, 45],
    [[50, 50, 50], 100, 33],
  ] as const)
    it(`of ${most} for ${counts.join(' and ') || 'nobody'}: ${share}`, () => {
      expect(fairShare(counts, most)).to.equal(share);
    });
});
