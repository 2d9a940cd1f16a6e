import { expect } from 'chai';
import type { OfferVerdict } from '../../../../src/core/search/search-record.js';
import {
  longResult,
  longVerdict,
  shortResult,
  shortVerdict,
} from '../../../../src/platform/mongo/terms/short-forms.js';
import { aResult } from '../../../support/search-runs.js';
import { minute } from '../../../support/stored-records.js';

const RUN = { round: 3, campaign_id: 'campaign-1' };
const REFERRING = { ...aResult('r', 3), priority: -1, terms: { id: 'terms', expires_at: minute(40) } };

describe('short forms of a stored search', () => {
  it('a result that refers to its terms is a text, and its run and campaign are the search’s', () => {
    const text = shortResult(REFERRING);
    expect(text).to.equal(`["r","offer of r",-1,"terms",${minute(40).getTime()}]`);
    expect(longResult(text, RUN)).to.deep.equal(REFERRING);
    expect(longResult(text, { ...RUN, round: 4 }).round).to.equal(4);
  });

  it('a result with terms of its own stays as it is', () => {
    const own = aResult('own', 2);
    expect(shortResult(own)).to.equal(own);
    expect(longResult(own, RUN)).to.equal(own);
  });

  const refusal = { check: 'caps', code: 'CAP_REACHED' } as unknown as OfferVerdict['refusal'] & object;
  const VERDICTS: readonly (readonly [string, OfferVerdict, unknown])[] = [
    ['returned', { offer_id: 'o', returned: true }, 'o'],
    ...[
      { offer_id: 'o', returned: false, refusal },
      { offer_id: 'o', returned: true, programs_out: [{ program: 'p', refusal }] },
      { offer_id: 'o', returned: false, refusal, programs_out: [{ program: 'p', refusal }] },
    ].map((verdict) => [`${Object.keys(verdict).join()} ${verdict.returned}`, verdict, verdict] as const),
  ];
  for (const [what, verdict, stored] of VERDICTS)
    it(`a verdict keeps what it says: ${what}`, () => {
      expect(shortVerdict(verdict)).to.deep.equal(stored);
      expect(longVerdict(shortVerdict(verdict))).to.deep.equal(verdict);
    });
});
