import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { isInShare, shareOf } from '../../../src/core/upkeep/share.js';

describe('shares of the records', () => {
  for (const count of [1, 2, 3, 7, 16])
    it(`of ${count}: each id is in one, whatever it looks like, and they are about equal`, () => {
      const shares = Array.from({ length: count }, (_, nth) => shareOf(nth, count));
      const sizes = shares.map(() => 0);
      const of = (id: string) => shares.flatMap((share, nth) => (isInShare(id, share) ? [nth] : []));
      for (const odd of ['', '0', 'ffffffff-f', 'g', 'Z', '~', '80000000', '7fffffff-', 'ä'])
        expect(of(odd), odd).to.have.length(1);
      for (let n = 0; n < 4_000; n += 1) {
        const [nth = -1, ...more] = of(randomUUID());
        expect(more).to.deep.equal([]);
        sizes[nth]! += 1;
      }
      for (const size of sizes) expect(size).to.be.within((4_000 / count) * 0.6, (4_000 / count) * 1.4);
    });

  it('of one is everything', () => {
    expect(shareOf(0, 1)).to.deep.equal({});
  });
});
