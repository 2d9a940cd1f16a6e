import { expect } from 'chai';
import fc from 'fast-check';
import { chanceOfSoFew, type Share } from '../../../src/core/alerts/exact-test.js';
import { failInsteadOfHanging } from '../../support/fail-instead-of-hanging.js';

/** Pascal's triangle: exact up to 60. */
const CHOOSE: number[][] = Array.from({ length: 61 }, () => Array<number>(61).fill(0));
for (let n = 0; n <= 60; n += 1)
  for (let k = 0; k <= n; k += 1)
    CHOOSE[n]![k] = k === 0 ? 1 : (CHOOSE[n - 1]?.[k - 1] ?? 0) + (CHOOSE[n - 1]?.[k] ?? 0);

/** The same by its definition: of all ways to spread the hits, the share with so few of them now. */
function byDefinition(now: Share, before: Share): number {
  const [all, hits] = [now.of + before.of, now.hits + before.hits];
  let ways = 0;
  for (let x = 0; x <= now.hits; x += 1)
    if (now.of - x <= all - hits && now.of - x >= 0)
      ways += CHOOSE[hits]![x]! * CHOOSE[all - hits]![now.of - x]!;
  return ways / CHOOSE[all]![now.of]!;
}

const share = fc.nat(30).chain((of) => fc.record({ of: fc.constant(of), hits: fc.nat(of) }));

describe("Fisher's exact test", () => {
  it('is what its definition says', () => {
    fc.assert(
      fc.property(share, share, (now, before) => {
        const expected = now.of === 0 || before.of === 0 ? 1 : byDefinition(now, before);
        expect(chanceOfSoFew(now, before)).to.be.closeTo(expected, 1e-9 + expected * 1e-9);
      }),
    );
  });

  it('has the values of the textbook', () => {
    // The lady tasting tea: all four wrong is one way of seventy.
    expect(chanceOfSoFew({ of: 4, hits: 0 }, { of: 4, hits: 4 })).to.be.closeTo(1 / 70, 1e-12);
    expect(chanceOfSoFew({ of: 4, hits: 1 }, { of: 4, hits: 3 })).to.be.closeTo(17 / 70, 1e-12);
  });

  it('is a probability for large numbers too, and takes no time without end', () => {
    const millions = { of: 3_000_000, hits: 1_500_000 };
    const chanceOf = (hits: number) =>
      failInsteadOfHanging(() => chanceOfSoFew({ of: 750_000, hits }, millions));
    expect(chanceOf(375_000)).to.be.within(0.4, 0.6);
    expect(chanceOf(370_000)).to.be.below(1e-15);
    expect(chanceOf(380_000)).to.be.within(0.999, 1);
  });
});
