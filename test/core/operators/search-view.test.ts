import { expect } from 'chai';
import { namesIn } from '../../../src/core/operators/names.js';
import { searchView } from '../../../src/core/operators/search-view.js';
import type { SearchState } from '../../../src/core/search/search-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testSearch } from '../../support/records.js';
import { aResult, someTerms } from '../builders.js';

describe('a search for operators', () => {
  for (const [state, sentence] of [
    ['asking', 'It hasn’t answered yet.'],
    ['done', 'It didn’t answer while the search was open.'],
  ] as const satisfies readonly (readonly [SearchState, string])[])
    it(`tells of a partner without an answer, ${state}: ${sentence}`, () => {
      const partners = [
        { offer_id: IDS.partner, run: 1, state: 'asked', asked_at: testSearch().created_at },
      ] as const;
      const view = searchView(testSearch({ state, partners }), namesIn(testCatalogue()));
      expect(view.partners.map((one) => one.sentence)).to.deep.equal([sentence]);
    });

  it('names the timed changes that set payouts of a result', () => {
    const programs = [
      { value: 'bsn', label: 'BSN', payout_cents: 2_500, payout_change: 6 },
      { value: 'msn', label: 'MSN', payout_cents: 3_000 },
    ];
    const results = [
      aResult({ terms: someTerms({ programs, base_payout_cents: 2_500, base_payout_change: 6 }) }),
      aResult(),
    ];
    const view = searchView(testSearch({ results }), namesIn(testCatalogue()));
    expect(view.results.map((one) => one.timed_changes)).to.have.deep.members([[6], []]);
  });
});
