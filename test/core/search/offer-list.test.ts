import { expect } from 'chai';
import fc from 'fast-check';
import { leafOf } from '../../../src/core/lead/fields.js';
import type { LeadData } from '../../../src/core/lead/lead-data.js';
import { packResults, unpackResults } from '../../../src/core/search/packed-results.js';
import { LEAD_FIELDS, listedRun, manyOffers, searchIn, termsIdIn } from '../../support/shared-results.js';

const OFFERS = 100;
const LEADS: readonly LeadData[] = [
  {},
  { personal: { email: 'a@example.com' } },
  { personal: { first_name: 'Ada', phone: '4145550123' } },
  { personal: { email: 'a@example.com', phone: '4145550123', first_name: 'Ada', last_name: 'Byron' } },
];
const places = fc.uniqueArray(fc.nat(OFFERS - 1), { maxLength: 25 });
const upTo = (end: number) => Array.from({ length: end }, (_, place) => place);

describe('the list of a campaign’s offers', () => {
  it('tells results as they are, whoever the person is, and whatever is left out', () => {
    fc.assert(
      fc.property(
        fc.record({ paused: places, narrowed: places, partners: places }),
        fc.constantFrom(...LEADS),
        (differing, lead) => {
          const { results, list } = searchIn(manyOffers(OFFERS, differing), lead);
          fc.pre(list !== undefined);
          const packed = JSON.parse(JSON.stringify(packResults(results, list))) as object;
          expect(packed).to.include({ list: list.id });
          expect(unpackResults(packed as never, list.list)).to.deep.equal(
            results.map((result) => ({
              ...{ id: result.id, offer_id: result.offer_id, priority: result.priority },
              ...{ terms_id: termsIdIn(result), expires_at: result.terms.expires_at },
            })),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is one for equal offers, and another for those who lack other fields', () => {
    const [one, other] = [manyOffers(OFFERS), manyOffers(OFFERS, { paused: [3] })];
    const ids = LEADS.map((lead) => searchIn(one, lead).list!.id);
    expect(new Set(ids).size).to.equal(LEADS.length);
    expect(LEADS.map((lead) => searchIn(other, lead).list!.id)).to.deep.equal(ids);
    expect(searchIn(manyOffers(OFFERS, { narrowed: [3] })).list!.id).not.to.equal(ids[0]);
  });

  const COUNTS = [
    ['few', 49, upTo(0), false],
    ['50', 50, upTo(0), true],
    ['a quarter of the campaign’s', 240, upTo(180), true],
    ['less than a quarter', 240, upTo(181), false],
  ] as const;
  for (const [what, offers, paused, isListed] of COUNTS)
    it(`${isListed ? 'is made' : 'is not made'} for ${what}`, () => {
      expect(listedRun(offers, { paused }).list !== undefined).to.equal(isListed);
    });

  it('is made for eight kinds of people at most, and found again for each of them', () => {
    const campaign = manyOffers(OFFERS);
    const leads = upTo(16).map((bits): LeadData => {
      const sent = LEAD_FIELDS.filter((_, at) => (bits >> at) % 2 === 1);
      return { personal: Object.fromEntries(sent.map((path) => [leafOf(path), 'said'])) };
    });
    for (const times of [1, 2]) {
      const lists = leads.map((lead) => searchIn(campaign, lead).list);
      expect(
        lists.map((list) => list !== undefined),
        String(times),
      ).to.deep.equal(leads.map((_, at) => at < 8));
    }
  });
});
