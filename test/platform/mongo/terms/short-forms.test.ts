import { expect } from 'chai';
import fc from 'fast-check';
import { resultIdAt } from '../../../../src/core/search/result-ids.js';
import type { OfferVerdict, StoredResult } from '../../../../src/core/search/search-record.js';
import { longResults, longRun, shortRun } from '../../../../src/platform/mongo/terms/short-forms.js';
import { aResult } from '../../../support/search-runs.js';
import { listedRun, sharedResult, termsIdIn, type ListedRun } from '../../../support/shared-results.js';

const RUN = { run: 1, campaign_id: 'campaign-1' };
const resultsOf = (texts: readonly string[]): StoredResult[] =>
  texts.map((text, at) => sharedResult(resultIdAt('first-0000', at), text));
const referring = (result: StoredResult) => ({
  ...result,
  terms: { id: termsIdIn(result), expires_at: result.terms.expires_at },
});

const NO_LISTS = { read: () => Promise.reject(new Error('no text refers to a list')) };
/** As if these were stored. */
const stored = (...runs: readonly ListedRun[]) => {
  const lists = new Map(runs.map(({ list }) => [list!.id, list!.list]));
  return { read: () => Promise.resolve(lists) };
};

const refusal = { check: 'caps', code: 'CAP_REACHED' } as unknown as OfferVerdict['refusal'] & object;
const out = { programs_out: [{ program: 'p', refusal }] };
type Told = 'returned' | 'some programs' | 'refused' | 'no program';
const verdictOf = (told: Told, offer_id: string): OfferVerdict => {
  const returned = told === 'returned' || told === 'some programs';
  return {
    ...{ offer_id, returned, ...(!returned && { refusal }) },
    ...((told === 'some programs' || told === 'no program') && out),
  };
};
/** A run whose offers came out like this, in the campaign's order. */
const runOf = (told: readonly Told[]) => {
  const verdicts = told.map((one, at) => verdictOf(one, `offer ${at}`));
  const returned = verdicts.flatMap((verdict, at) => (verdict.returned ? [String(at)] : []));
  return { results: resultsOf(returned), verdicts };
};

describe('short forms of a stored search', () => {
  it('are one text and few numbers, and say all that the run says', async () => {
    const told = fc.constantFrom<Told>('returned', 'returned', 'some programs', 'refused', 'no program');
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 25 }), async (each) => {
        const { results, verdicts } = runOf(['returned', ...each]);
        const short = shortRun(results, verdicts)!;
        expect(short.results).to.have.length(1);
        expect(await longResults(short.results, RUN, NO_LISTS)).to.deep.equal(results.map(referring));
        const partner = aResult('of a partner');
        const withPartner = { ...short, results: [...short.results, partner] };
        expect((await longRun(withPartner, RUN, NO_LISTS)).verdicts).to.deep.equal(verdicts);
      }),
      { numRuns: 200 },
    );
  });

  it('count offers that were returned with all their programs', () => {
    const { results, verdicts } = runOf([
      ...(['returned', 'returned', 'refused', 'returned', 'some programs', 'returned'] as const),
    ]);
    const [, , refused, , some] = verdicts;
    expect(shortRun(results, verdicts)?.verdicts).to.deep.equal([2, refused, 1, some, 1]);
  });

  it('leave a partner’s result as it is, and know the run and the campaign from the search', async () => {
    const own = aResult('own', 2);
    const { results } = shortRun(resultsOf(['A']), [])!;
    const [result, partner] = await longResults([...results, own], { ...RUN, run: 4 }, NO_LISTS);
    expect(result).to.include({ run: 4, campaign_id: 'campaign-1' });
    expect(partner).to.equal(own);
  });

  it('of many results refer to a list of the campaign’s offers', async () => {
    const all = listedRun(200);
    const most = listedRun(200, { paused: [0, 7, 8], narrowed: [3, 199], partners: [2] });
    for (const [{ results, list }, places] of [
      [all, [[0, 200]]],
      // Those of partners are not in the list.
      [
        most,
        [
          [1, 5],
          [8, 191],
        ],
      ],
    ] as const) {
      const verdicts = results.map(({ offer_id }) => ({ offer_id, returned: true }));
      const short = shortRun(results, verdicts, list)!;
      const text = short.results[0] as string;
      expect(JSON.parse(text)).to.deep.include({ list: list!.id, places });
      expect(text.length).to.be.lessThan(400);
      expect(await longRun(short, RUN, stored(all, most))).to.deep.equal({
        results: results.map(referring),
        verdicts,
      });
    }
  });

  it('whose list is gone still tell the ids of the results, and no terms or offers of others', async () => {
    const { results, list } = listedRun(60, { narrowed: [3, 4] });
    const short = shortRun(results, [], list)!;
    const read = await longResults(short.results, RUN, stored());
    expect(read.map((result) => result.id)).to.deep.equal(results.map((result) => result.id));
    expect(new Set(read.map(({ terms }) => 'id' in terms && terms.id))).to.deep.equal(new Set([list!.id]));
    expect(new Set(read.map(({ offer_id }) => offer_id))).to.deep.equal(new Set(['']));
  });

  it('are not made of results that do not fit', () => {
    expect(shortRun([aResult('own')], [])).to.equal(undefined);
    expect(shortRun([], [{ offer_id: 'o', returned: false, refusal }])).to.equal(undefined);
  });
});
