import { expect } from 'chai';
import { clockState, clockWords, leastDifference, worstOf } from '../../src/core/clock-difference.js';

describe('the difference of two clocks', () => {
  const looks: readonly (readonly [
    what: string,
    before: number,
    server: number,
    after: number,
    ms: number,
  ])[] = [
    ['the same', 1_000, 1_002, 1_005, 0],
    ['ahead', 11_000, 1_000, 11_005, 10_000],
    ['behind', 1_000, 11_000, 1_005, -9_995],
    ['an answer that took ten seconds shows none', 1_000, 10_500, 11_000, 0],
    ['nor does one that came late', 1_000, 1_001, 61_000, 0],
  ];
  for (const [what, before, server, after, ms] of looks)
    it(what, () => {
      expect(leastDifference(before, server, after)).to.equal(ms);
    });

  it('is a matter over 2 s, and keeps from work over 30 s, either way', () => {
    const states = [0, 2_000, -2_000, 2_001, -2_001, 30_000, -30_000, 30_001, -30_001].map(clockState);
    expect(states).to.deep.equal([
      ...['right', 'right', 'right', 'off', 'off', 'off', 'off', 'wrong', 'wrong'],
    ]);
  });

  it('is told in seconds, the worst of several', () => {
    const found = [
      { ms: 2_440, of: 'Redis' },
      { ms: -600_000, of: 'MongoDB' },
    ] as const;
    expect(found.map(clockWords)).to.deep.equal([
      '2.4 s ahead of that of Redis',
      '600 s behind that of MongoDB',
    ]);
    expect(worstOf(found)).to.equal(found[1]);
    expect(worstOf<(typeof found)[number]>([])).to.equal(undefined);
  });
});
