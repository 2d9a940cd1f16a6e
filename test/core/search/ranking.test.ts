import { expect } from 'chai';
import fc from 'fast-check';
import { rankResults } from '../../../src/core/search/ranking.js';
import { aResult, someTerms } from '../builders.js';

const result = (id: string, offer_id: string, payout: number | undefined, priority: number) =>
  aResult({ id, offer_id, priority, terms: someTerms(payout === undefined ? {} : { payout_cents: payout }) });

const anyResult = fc
  .record({
    offer: fc.constantFrom('o1', 'o2', 'o3'),
    payout: fc.option(fc.nat(3), { nil: undefined }),
    priority: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ offer, payout, priority }) => ({ offer, payout, priority }));
const anyResults = fc
  .array(anyResult, { maxLength: 12 })
  .map((rows) => rows.map((row, at) => result(`r${at}`, row.offer, row.payout, row.priority)));

const ids = (results: readonly { id: string }[]): string[] => results.map(({ id }) => id);

describe('rankResults', () => {
  it('by payout, then priority, then offer id, then result id; no payout last', () => {
    const best = [
      result('a', 'o9', 500, 0),
      result('b', 'o9', 300, 9),
      result('c', 'o1', 300, 1),
      result('d', 'o2', 300, 1),
      result('e', 'o2', 300, 1),
      result('f', 'o1', 0, 99),
      result('g', 'o1', undefined, 100),
      result('h', 'o2', undefined, 0),
    ];
    expect(ids(rankResults(best.toReversed()))).to.deep.equal(ids(best));
  });

  it('is total: the order that came in does not matter', () => {
    fc.assert(
      fc.property(
        anyResults.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(ids(rankResults(shuffled))).to.deep.equal(ids(rankResults(all)));
        },
      ),
    );
  });

  it('keeps the order of others when one is added', () => {
    fc.assert(
      fc.property(anyResults, anyResult, (all, row) => {
        const more = [...all, result('new', row.offer, row.payout, row.priority)];
        expect(ids(rankResults(more)).filter((id) => id !== 'new')).to.deep.equal(ids(rankResults(all)));
      }),
    );
  });

  it('loses nothing and leaves its argument alone', () => {
    fc.assert(
      fc.property(anyResults, (all) => {
        const before = ids(all);
        expect(ids(rankResults(all))).to.have.members(before);
        expect(ids(all)).to.deep.equal(before);
      }),
    );
  });
});
