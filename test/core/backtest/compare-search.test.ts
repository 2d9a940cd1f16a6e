import { expect } from 'chai';
import type { Offer, Program } from '../../../src/core/catalogue/types.js';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import { compareSearch } from '../../../src/core/backtest/compare-search.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../../support/catalogue.js';
import { testSearch } from '../../support/records.js';

const GEO = { miles: () => 10 };
const ONLY_IL = { field: 'address.state', when_missing: 'fail', test: { in: ['IL'] } } as const;
const BSN: Program = { value: 'bsn', label: 'BSN', eligibility: [], required_fields: [] };
const MSN: Program = { ...BSN, value: 'msn', label: 'MSN' };
/** Two programs of one offer, so that one may go. */
const TWO: CatalogueOverrides = { offers: { [IDS.shared]: { programs: [BSN, MSN] } } };

const compare = (before: CatalogueOverrides, after: CatalogueOverrides, over: Partial<SearchRecord> = {}) =>
  compareSearch(testSearch(over), { before: testCatalogue(before), after: testCatalogue(after) }, GEO);
const shared = (over: Partial<Omit<Offer, 'buyer'>> | null): CatalogueOverrides => ({
  offers: { [IDS.shared]: over },
});
const brief = ({ differences }: ReturnType<typeof compare>) =>
  differences.map(({ offer, program, from, to, parts, rule }) => ({
    offer: program === undefined ? offer : `${offer} ${program}`,
    ...(from === undefined ? {} : { from: typeof from === 'object' ? from.why : from }),
    ...(to === undefined ? {} : { to: typeof to === 'object' ? to.why : to }),
    ...(parts === undefined ? {} : { parts }),
    rule: rule.map(({ path }) => path),
  }));

/** What, the catalogue in force, the draft, the differences. */
const OFFERED: readonly (readonly [string, CatalogueOverrides, CatalogueOverrides, object[]])[] = [
  ['nothing changed', {}, {}, []],
  ['a price, which no affiliate sees', {}, shared({ price_cents: 1 }), []],
  [
    'a rule that holds now',
    {},
    shared({ eligibility: [ONLY_IL] }),
    [{ offer: 'shared', from: 'passes', to: 'address.state', rule: ['eligibility'] }],
  ],
  [
    'an offer paused',
    {},
    shared({ status: 'paused' }),
    [{ offer: 'shared', from: 'passes', to: 'offer_paused', rule: ['status'] }],
  ],
  ['an offer gone', {}, shared(null), [{ offer: 'shared', from: 'passes', to: 'not there', rule: [] }]],
  [
    'an offer off the campaign',
    {},
    { lines: { [IDS.shared]: null } },
    [{ offer: 'shared', from: 'passes', to: 'not there', rule: [] }],
  ],
  [
    'an offer new',
    {},
    { moreOffers: [testOffer({ id: 'new', handle: 'newcomer' })] },
    [{ offer: 'newcomer', from: 'not there', to: 'passes', rule: [] }],
  ],
  [
    'an offer new that the lead is not eligible for',
    {},
    { moreOffers: [testOffer({ id: 'new', handle: 'newcomer', eligibility: [ONLY_IL] })] },
    [{ offer: 'newcomer', from: 'not there', to: 'address.state', rule: [] }],
  ],
  [
    'a program taken away',
    TWO,
    shared({ programs: [MSN] }),
    [{ offer: 'shared bsn', from: 'passes', to: 'not there', rule: [] }],
  ],
  [
    'a program new',
    shared({ programs: [MSN] }),
    TWO,
    [{ offer: 'shared bsn', from: 'not there', to: 'passes', rule: [] }],
  ],
  [
    'a program’s rule',
    TWO,
    shared({ programs: [{ ...BSN, eligibility: [ONLY_IL] }, MSN] }),
    [{ offer: 'shared bsn', from: 'passes', to: 'address.state', rule: ['programs.bsn.eligibility'] }],
  ],
  [
    'a program of an offer that both refuse',
    shared({ eligibility: [ONLY_IL], programs: [BSN, MSN] }),
    shared({ eligibility: [ONLY_IL], programs: [MSN] }),
    [],
  ],
  [
    'the rules of its last programs',
    TWO,
    shared({ programs: [BSN, MSN].map((program) => ({ ...program, eligibility: [ONLY_IL] })) }),
    [
      {
        offer: 'shared',
        from: 'passes',
        to: 'address.state',
        rule: ['programs.bsn.eligibility', 'programs.msn.eligibility'],
      },
    ],
  ],
  [
    'a payout',
    {},
    { lines: { [IDS.shared]: { payout_cents: 2_100 } } },
    [{ offer: 'shared', parts: ['payout_cents', 'base_payout_cents'], rule: [] }],
  ],
  [
    'the name, the consent and a question',
    {},
    shared({
      name: 'Another',
      tcpa_text: 'I agree to all.',
      questions: [{ name: 'visit', type: 'text', required: true }],
    }),
    [{ offer: 'shared', parts: ['offer_name', 'tcpa_text', 'form_fields.visit'], rule: [] }],
  ],
  [
    'a lead field that the search lacks is asked',
    {},
    shared({ required_fields: [...testOffer().required_fields, 'personal.gender'] }),
    [{ offer: 'shared', parts: ['form_fields.gender'], rule: [] }],
  ],
  ['the time that results last', {}, shared({ result_ttl_ms: 1 }), []],
  [
    'several offers at once',
    {},
    { buyer: { status: 'paused' } },
    ['shared', 'exclusive', 'true-exclusive', 'partner'].map((offer) => ({
      offer,
      from: 'passes',
      to: 'buyer_paused',
      rule: ['buyer.status'],
    })),
  ],
  [
    'the campaign with another affiliate',
    {},
    { affiliate: { id: 'another' } },
    ['shared', 'exclusive', 'true-exclusive', 'partner'].map((offer) => ({
      offer,
      from: 'passes',
      to: 'not there',
      rule: [],
    })),
  ],
  [
    'the campaign gone',
    {},
    { campaign: { id: 'another' } },
    ['shared', 'exclusive', 'true-exclusive', 'partner'].map((offer) => ({
      offer,
      from: 'passes',
      to: 'not there',
      rule: [],
    })),
  ],
];

describe('a stored search under a draft', () => {
  for (const [what, before, after, differences] of OFFERED)
    it(`offers otherwise: ${what}`, () => {
      const compared = compare(before, after);
      expect(brief(compared)).to.deep.equal(differences);
      for (const { kind, id } of compared.differences)
        expect([kind, id]).to.deep.equal(['offered', testSearch().id]);
      expect(JSON.stringify(compared.differences)).to.not.match(/Ann|Lee|608555|53703|203\.0\.113/);
    });

  it('leaves out what was sold from it', () => {
    const slot = {
      lead: 'l',
      submission: 1,
      offer_id: IDS.trueExclusive,
      offer_type: 'true_exclusive',
    } as const;
    const sold = { slots: [{ ...slot, state: 'sold' } as const] };
    expect(brief(compare({}, shared({ eligibility: [ONLY_IL] }), sold))).to.have.length(1);
    expect(compare({}, {}, sold).asked).to.have.length(1);
  });

  it('is run at the time at which it was made', () => {
    const adult = { field: 'age', when_missing: 'fail', test: { min: 18 } } as const;
    const { lead } = testSearch();
    const born = { ...lead, personal: { ...lead.personal, date_of_birth: '2008-11-22' } };
    const at = (time: string) =>
      brief(compare({}, shared({ eligibility: [adult] }), { lead: born, created_at: new Date(time) }));
    expect(at('2026-11-21T17:00:00Z')).to.have.length(1);
    expect(at('2026-11-22T17:00:00Z')).to.deep.equal([]);
  });
});

describe('the partners that a stored search would ask under a draft', () => {
  const delivery = testOffer().delivery;
  const search = { ...delivery, url: 'https://api.partner.example/match' };
  const partner = (over: Partial<Omit<Offer, 'buyer'>>): CatalogueOverrides => ({
    offers: { [IDS.partner]: over },
  });

  it('are those that both ask, each as its own catalogue has them', () => {
    const { asked, differences } = compare(
      {},
      { ...partner({ name: 'Renamed', partner: { search } }), affiliate: { handle: 'southwind' } },
    );
    expect(differences).to.deep.equal([]);
    expect(
      asked.map(({ before, after }) => [
        [before.offer.name, before.partner.search.url, before.affiliate],
        [after.offer.name, after.partner.search.url, after.affiliate],
      ]),
    ).to.deep.equal([
      [
        ['Partner offer', 'http://127.0.0.1:1/match', 'northwind'],
        ['Renamed', 'https://api.partner.example/match', 'southwind'],
      ],
    ]);
  });

  it('are none where one of them does not pass, or is no partner any more', () => {
    const refusing = partner({ eligibility: [ONLY_IL] });
    expect(compare({}, refusing).asked).to.deep.equal([]);
    expect(compare(refusing, refusing).asked).to.deep.equal([]);
    expect(compare({}, partner({ status: 'paused' })).asked).to.deep.equal([]);
    const { partner: _, ...direct } = testOffer({ id: IDS.partner, handle: 'partner' });
    const without = { offers: { [IDS.partner]: null }, moreOffers: [direct] };
    expect(compare({}, without).asked).to.deep.equal([]);
  });

  it('offer their own programs, so the catalogue’s change nothing that a search shows', () => {
    expect(compare({}, partner({ programs: [BSN] })).differences).to.deep.equal([]);
  });

  it('are asked by a test search where they have a test address', () => {
    const tested = partner({ partner: { search: { ...search, test_url: 'https://test.partner.example' } } });
    const compared = compare({}, tested, { is_test: true });
    expect(brief(compared)).to.deep.equal([
      { offer: 'partner', from: 'no_test_address', to: 'passes', rule: ['partner.search.test_url'] },
    ]);
    expect(compared.asked).to.deep.equal([]);
    expect(compare(tested, tested, { is_test: true }).asked).to.have.length(1);
  });
});
