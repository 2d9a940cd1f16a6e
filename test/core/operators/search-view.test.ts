import { expect } from 'chai';
import { namesIn } from '../../../src/core/operators/names.js';
import { searchView } from '../../../src/core/operators/search-view.js';
import type { SearchState } from '../../../src/core/search/search-record.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testSearch } from '../../support/records.js';

describe('a search for operators', () => {
  for (const [state, sentence] of [
    ['asking', 'It was asked and has not answered yet.'],
    ['done', 'Nothing was heard of it while the search was open.'],
  ] as const satisfies readonly (readonly [SearchState, string])[])
    it(`tells of a partner without an answer, ${state}: ${sentence}`, () => {
      const partners = [
        { offer_id: IDS.partner, run: 1, state: 'asked', asked_at: testSearch().created_at },
      ] as const;
      const view = searchView(testSearch({ state, partners }), namesIn(testCatalogue()));
      expect(view.partners.map((one) => one.sentence)).to.deep.equal([sentence]);
    });
});
