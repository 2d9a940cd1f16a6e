import { expect } from 'chai';
import { resultsAnswer, resultsText } from '../../../src/core/answers/results-answer.js';
import { bytesOf } from '../../../src/core/answers/text-parts.js';
import { termsSharing } from '../../../src/core/search/shared-terms.js';
import type { ResultTerms, SearchRecord, StoredResult } from '../../../src/core/search/search-record.js';
import { aResult, aSearch, someTerms } from '../builders.js';

const VIEW = { max_accepted_submissions: 3, poll_after_ms: 1000, now: new Date('2026-03-01T12:00:10Z') };
const RICH = someTerms({
  ...{ offer_name: 'A "quoted" \\ name – Ünïcode \u2028', offer_type: 'exclusive', tcpa_text: 'Line\nline' },
  ...{ school: { name: 'Lakeshore' }, payout_cents: 4250, base_payout_cents: 3000 },
  programs: [
    { value: 'bsn', label: 'BSN', payout_cents: 1999 },
    { value: 'msn', label: 'MSN' },
  ],
  form_fields: [
    { name: 'q', label: null, type: 'select', required: true, options: [{ value: 'a', label: '{"A"}' }] },
    {
      name: 'p',
      label: 'P',
      type: 'text',
      required: false,
      pattern: '^"\\d+$',
      required_when: { program_ids: ['msn'] },
    },
  ],
});
const shared = ({ expires_at, ...part }: ResultTerms): ResultTerms => termsSharing(part, expires_at);
const named = (id: string, terms: ResultTerms): StoredResult => aResult({ id, offer_id: `"${id}`, terms });

const one = shared(RICH);
/** The ids of a run's results differ in their last digits. */
const idAt = (position: number): string => `0b6d5e4a-1c2b-4d3e-8f90-aabbccdd000${position}`;

const SEARCHES: Readonly<Record<string, Partial<SearchRecord>>> = {
  'no results': {},
  'results with terms of their own': { results: [named('a', someTerms()), named('b', RICH)] },
  'results that share': {
    results: [named('a', shared(RICH)), named('b', shared(someTerms())), named('c', shared(RICH))],
  },
  'results of several offers and campaigns with the same terms': {
    results: [named('a', one), named('b', one), { ...named('a', one), campaign_id: 'another' }],
  },
  'results with ids of a run': {
    results: [
      { ...named('a', one), id: idAt(0) },
      { ...named('a', one), id: idAt(1) },
      { ...named('b', one), id: idAt(2) },
      { ...named('c', shared(RICH)), id: idAt(3) },
      { ...named('d', someTerms()), id: idAt(4) },
      { ...named('a', one), id: 'not of a run' },
    ],
  },
  'a search that goes on': {
    state: 'asking',
    external_id: 'their "id"',
    results: [named('a', shared(RICH))],
  },
};

const jsonOf = (...about: Parameters<typeof resultsText>): string =>
  `${bytesOf(resultsText(...about).parts).toString()}}`;

describe('resultsText', () => {
  for (const [what, over] of Object.entries(SEARCHES))
    it(`${what}: is the JSON of the answer, byte for byte, each time`, () => {
      const search = aSearch(over);
      const answer = resultsAnswer(search, VIEW);
      const { offers: _, ...head } = answer;
      for (const times of [1, 2]) {
        expect(resultsText(search, VIEW).head, String(times)).to.deep.equal(head);
        expect(jsonOf(search, VIEW), String(times)).to.equal(JSON.stringify(answer));
      }
      const more = { warnings: ['w"'], normalized: [] };
      expect(jsonOf(search, VIEW, more)).to.equal(JSON.stringify({ ...answer, ...more }));
    });

  it('shows the time and the ids of each result, whatever they share', () => {
    const { expires_at, ...part } = RICH;
    const later = new Date(expires_at.getTime() + 1_000);
    const results = [named('a', termsSharing(part, expires_at)), named('b', termsSharing(part, later))];
    const { offers } = JSON.parse(jsonOf(aSearch({ results }), VIEW)) as {
      readonly offers: readonly { readonly svc_result_id: string; readonly expires_at: string }[];
    };
    expect(offers.map((entry) => [entry.svc_result_id, entry.expires_at])).to.deep.equal([
      ['a', expires_at.toISOString()],
      ['b', later.toISOString()],
    ]);
  });
});
