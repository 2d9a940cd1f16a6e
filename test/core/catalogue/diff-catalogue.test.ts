import { expect } from 'chai';
import { diffCatalogue } from '../../../src/core/catalogue/diff-catalogue.js';
import { EMPTY_DOCUMENT } from '../../../src/core/catalogue/document.js';
import { affiliate, buyer, campaign, document, offer } from './documents.js';

const line = campaign().offers[0]!;

const RETURNS = {
  within_ms: 86_400_000,
  reasons: [{ code: 'age', label: 'Wrong age' }],
  max_share_bp: 1_000,
  reverse_payout: true,
  give_back_place: false,
  release_claim: false,
};

/** [what, the new document, changes as `kind handle change path before after`]. */
const CASES = [
  ['nothing', document(), []],
  [
    'an order of keys',
    document({ buyers: [Object.fromEntries(Object.entries(buyer()).reverse()) as never] }),
    [],
  ],
  ['the default books, given', document({ books: { currency: 'USD', time_zone: 'UTC' } }), []],
  ['four eyes, given', document({ four_eyes: true }), ['four_eyes  changed four_eyes false true']],
  ['no four eyes, given', document({ four_eyes: false }), []],
  ['no alerts, given', document({ alerts: { thresholds: {}, channels: [] } }), []],
  [
    'alerts',
    document({
      alerts: {
        thresholds: { breaker_open_ms: 60_000 },
        channels: [{ name: 'desk', least: 'soon', via: { kind: 'email', to: ['a@example.com'] } }],
      },
    }),
    [
      'alerts  changed thresholds.breaker_open_ms undefined 60000',
      'alerts  changed channels.desk undefined {"name":"desk","least":"soon","via":{"kind":"email","to":["a@example.com"]}}',
    ],
  ],
  [
    'other books',
    document({ books: { currency: 'EUR', time_zone: 'Europe/Berlin' } }),
    ['books  changed currency "USD" "EUR"', 'books  changed time_zone "UTC" "Europe/Berlin"'],
  ],
  [
    'an added entry',
    document({ affiliates: [affiliate(), affiliate({ id: 'A2', handle: 'b' })] }),
    ['affiliate b added'],
  ],
  [
    'a retired entry',
    document({ affiliates: [affiliate({ status: 'retired' })] }),
    ['affiliate northwind retired'],
  ],
  [
    'a renamed entry',
    document({ buyers: [buyer({ handle: 'lake' })] }),
    ['buyer lake changed handle "lakeshore" "lake"', 'offer nursing changed buyer "lakeshore" "lake"'],
  ],
  [
    'a price',
    document({ offers: [offer({ price_cents: 4500 })] }),
    ['offer nursing changed price_cents 4250 4500'],
  ],
  [
    'a program gone',
    document({ offers: [offer({ programs: [offer().programs[0]!] })] }),
    [
      'offer nursing changed programs.m/s n {"value":"m/s n","label":"Master","eligibility":[],"required_fields":[]} undefined',
    ],
  ],
  [
    'a cap',
    document({ buyers: [buyer({ caps: [{ window: 'day', limit: 9 }] })] }),
    ['buyer lakeshore changed caps.day.limit 200 9'],
  ],
  [
    'a payout for a program',
    document({ campaigns: [campaign({ offers: [{ ...line, program_payouts_cents: { bsn: 1 } }] })] }),
    ['campaign edu changed offers.nursing.program_payouts_cents.bsn 3600 1'],
  ],
  [
    'prices of a campaign',
    document({
      campaigns: [campaign({ offers: [{ ...line, price_cents: 4000, program_prices_cents: { bsn: 0 } }] })],
    }),
    [
      'campaign edu changed offers.nursing.price_cents undefined 4000',
      'campaign edu changed offers.nursing.program_prices_cents undefined {"bsn":0}',
    ],
  ],
  [
    'returns that are accepted',
    document({ buyers: [buyer({ returns: RETURNS })] }),
    [`buyer lakeshore changed returns undefined ${JSON.stringify(RETURNS)}`],
  ],
  [
    'an offer taken off',
    document({ campaigns: [campaign({ offers: [] })] }),
    [
      `campaign edu changed offers.nursing ${JSON.stringify({ offer: 'nursing', payout_cents: 3000, program_payouts_cents: { bsn: 3600 }, priority: 1, caps: [{ window: 'total', limit: 9 }] })} undefined`,
    ],
  ],
  [
    'a term of the retention, with its unit',
    document({ retention: { searches: 14 * 86_400_000 } }),
    ['retention  changed searches_ms 2592000000 1209600000'],
  ],
  [
    'a header beside one that is called like a reference',
    document({
      offers: [offer({ delivery: { ...offer().delivery, headers: { offer: 'C', offer_id: 'B' } } })],
    }),
    [
      'offer nursing changed delivery.headers.offer undefined "C"',
      'offer nursing changed delivery.headers.offer_id undefined "B"',
    ],
  ],
  [
    'a whole list',
    document({ buyers: [buyer({ holidays: ['2026-12-25'] })] }),
    ['buyer lakeshore changed holidays [] ["2026-12-25"]'],
  ],
] as const;

const texts = (changes: ReturnType<typeof diffCatalogue>): string[] =>
  changes.flatMap(({ kind, handle, change, fields }) => {
    const head = `${kind} ${handle} ${change}`;
    return fields.length === 0
      ? [head]
      : fields.map(
          ({ path, before, after }) => `${head} ${path} ${JSON.stringify(before)} ${JSON.stringify(after)}`,
        );
  });

describe('diffCatalogue', () => {
  for (const [what, after, expected] of CASES)
    it(`tells ${what}`, () => {
      expect(texts(diffCatalogue(document(), after))).to.deep.equal(expected);
    });

  it('tells which reason of returns has another label, and each rule', () => {
    const before = document({ buyers: [buyer({ returns: RETURNS })] });
    const reasons = [
      { code: 'age', label: 'Too young' },
      { code: 'gone', label: 'Gone' },
    ];
    const returns = { ...RETURNS, reasons, max_share_bp: 50 };
    expect(texts(diffCatalogue(before, document({ buyers: [buyer({ returns })] })))).to.deep.equal([
      'buyer lakeshore changed returns.reasons.age.label "Wrong age" "Too young"',
      'buyer lakeshore changed returns.reasons.gone undefined {"code":"gone","label":"Gone"}',
      'buyer lakeshore changed returns.max_share_bp 1000 50',
    ]);
  });

  it('tells what is named again from what is new', () => {
    const retired = document({ affiliates: [affiliate({ status: 'retired' })] });
    expect(diffCatalogue(retired, document()).map(({ change }) => change)).to.deep.equal(['revived']);
    expect(diffCatalogue(EMPTY_DOCUMENT, document()).map(({ change }) => change)).to.deep.equal(
      Array(4).fill('added'),
    );
  });
});
