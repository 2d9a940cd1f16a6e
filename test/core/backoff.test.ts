import { expect } from 'chai';
import { backoffMs, DESTINATION_BACKOFF } from '../../src/core/backoff.js';

describe('backoff', () => {
  // Tries, the soonest and the latest.
  for (const [tries, least, most] of [
    [0, 500, 1_000],
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [3, 2_000, 4_000],
    [6, 16_000, 32_000],
    [7, 30_000, 60_000],
    [8, 30_000, 60_000],
    [2_000, 30_000, 60_000],
  ] as const)
    it(`after ${tries} tries: ${least} to ${most} ms`, () => {
      expect([0, 0.5, 1].map((random) => backoffMs(DESTINATION_BACKOFF, tries, random))).to.deep.equal([
        least,
        (least + most) / 2,
        most,
      ]);
    });
});
