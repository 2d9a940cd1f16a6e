import { expect } from 'chai';
import fc from 'fast-check';
import { resultIdAt } from '../../../../src/core/search/result-ids.js';
import type { OfferVerdict, StoredResult } from '../../../../src/core/search/search-record.js';
import { longResults, longRun, shortRun } from '../../../../src/platform/mongo/terms/short-forms.js';
import { aResult } from '../../../support/search-runs.js';
import { sharedResult, termsIdIn } from '../../../support/shared-results.js';
import { minute } from '../../../support/stored-records.js';

const RUN = { round: 1, campaign_id: 'campaign-1' };
const resultsOf = (texts: readonly string[]): StoredResult[] =>
  texts.map((text, at) => sharedResult(resultIdAt('first-0000', at), text));
const referring = (result: StoredResult) => ({
  ...result,
  terms: { id: termsIdIn(result), expires_at: result.terms.expires_at },
});

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
  it('are one text and few numbers, and say all that the run says', () => {
    const told = fc.constantFrom<Told>('returned', 'returned', 'some programs', 'refused', 'no program');
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 25 }), (each) => {
        const { results, verdicts } = runOf(['returned', ...each]);
        const short = shortRun(results, verdicts)!;
        expect(short.results).to.have.length(1);
        expect(longResults(short.results, RUN)).to.deep.equal(results.map(referring));
        const partner = aResult('of a partner');
        const withPartner = { ...short, results: [...short.results, partner] };
        expect(longRun(withPartner, RUN).verdicts).to.deep.equal(verdicts);
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

  it('leave a partner’s result as it is, and know the run and the campaign from the search', () => {
    const own = aResult('own', 2);
    const { results } = shortRun(resultsOf(['A']), [])!;
    const [result, partner] = longResults([...results, own], { ...RUN, round: 4 });
    expect(result).to.include({ round: 4, campaign_id: 'campaign-1' });
    expect(partner).to.equal(own);
  });

  it('of a former version are read: a list for each result, and the offer of each verdict', () => {
    const text = `["r","offer of r",-1,"terms",${minute(40).getTime()}]`;
    const stored = { ...aResult('r'), priority: -1, terms: { id: 'terms', expires_at: minute(40) } };
    expect(longResults([text, text], RUN)).to.deep.equal([stored, stored]);
    const refused = verdictOf('refused', 'o2');
    const verdicts = [{ offer_id: 'o', returned: true }, refused];
    expect(longRun({ results: [text], verdicts: ['o', refused] }, RUN).verdicts).to.deep.equal(verdicts);
  });

  it('are not made of results that do not fit', () => {
    expect(shortRun([aResult('own')], [])).to.equal(undefined);
    expect(shortRun([], [{ offer_id: 'o', returned: false, refusal }])).to.equal(undefined);
  });
});
