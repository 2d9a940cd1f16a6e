import { expect } from 'chai';
import { diffCatalogue } from '../../../src/core/catalogue/diff-catalogue.js';
import type { AlertChannel } from '../../../src/core/alerts/settings.js';
import { EMPTY_DOCUMENT } from '../../../src/core/catalogue/document.js';
import type { VerifyStep } from '../../../src/core/verification/verify-step.js';
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

const AGE = { code: 'age', label: 'Wrong age' };
const GONE = { code: 'gone', label: 'Gone' };
const VISIT = { name: 'visit', type: 'text', required: false } as const;
const START = { name: 'start', type: 'select', required: false } as const;
const NOW = { value: 'now', label: 'Now' };
const LATER = { value: 'later', label: 'Later' };
const DAY = { window: 'day', limit: 2 } as const;
const WEEK = { window: 'week', limit: 9 } as const;

const step = (name: string): VerifyStep => ({
  ...{ name, url: 'https://verify.example/', method: 'POST', headers: {}, timeout_ms: 1_000 },
  ...{ insecure_http: false, body: '{}', answers: [], when_away: 'hold' },
});
const channel = (name: string): AlertChannel => ({
  ...{ name, least: 'soon', via: { kind: 'email', to: ['a@example.com'] } },
});

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
    'another order of programs',
    document({ offers: [offer({ programs: offer().programs.toReversed() })] }),
    ['offer nursing changed programs ["bsn","m/s n"] ["m/s n","bsn"]'],
  ],
  [
    'a program before those that were there',
    document({
      offers: [offer({ programs: [{ ...offer().programs[0]!, value: 'new' }, ...offer().programs] })],
    }),
    [
      'offer nursing changed programs.new undefined {"value":"new","label":"Bachelor","eligibility":[],"required_fields":[]}',
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

  /** [what, before, after, changes]. */
  const ORDERS = [
    [
      'questions',
      { offers: [offer({ questions: [VISIT, START] })] },
      { offers: [offer({ questions: [START, VISIT] })] },
      ['offer nursing changed questions ["visit","start"] ["start","visit"]'],
    ],
    [
      'the options of a question, beside a label',
      { offers: [offer({ questions: [{ ...START, options: [NOW, LATER] }] })] },
      { offers: [offer({ questions: [{ ...START, options: [LATER, { ...NOW, label: 'At once' }] }] })] },
      [
        'offer nursing changed questions.start.options ["now","later"] ["later","now"]',
        'offer nursing changed questions.start.options.now.label "Now" "At once"',
      ],
    ],
    [
      'the steps of an offer',
      { offers: [offer({ verify: [step('claim'), step('scrub')] })] },
      { offers: [offer({ verify: [step('scrub'), step('claim')] })] },
      ['offer nursing changed verify ["claim","scrub"] ["scrub","claim"]'],
    ],
    [
      'the steps of a campaign, one of them new',
      { campaigns: [campaign({ verify: [step('claim'), step('scrub')] })] },
      { campaigns: [campaign({ verify: [step('new'), step('scrub'), step('claim')] })] },
      [
        'campaign edu changed verify ["claim","scrub"] ["scrub","claim"]',
        `campaign edu changed verify.new undefined ${JSON.stringify(step('new'))}`,
      ],
    ],
    [
      'the reasons of returns',
      { buyers: [buyer({ returns: { ...RETURNS, reasons: [AGE, GONE] } })] },
      { buyers: [buyer({ returns: { ...RETURNS, reasons: [GONE, AGE] } })] },
      ['buyer lakeshore changed returns.reasons ["age","gone"] ["gone","age"]'],
    ],
    [
      'caps, which means nothing',
      { buyers: [buyer({ caps: [DAY, WEEK] })] },
      { buyers: [buyer({ caps: [WEEK, DAY] })] },
      [],
    ],
    [
      'the offers of a campaign, which means nothing',
      { campaigns: [campaign({ offers: [line, { ...line, offer_id: 'O2' }] })] },
      { campaigns: [campaign({ offers: [{ ...line, offer_id: 'O2' }, line] })] },
      [],
    ],
    [
      'the channels of alerts, which means nothing',
      { alerts: { thresholds: {}, channels: [channel('desk'), channel('night')] } },
      { alerts: { thresholds: {}, channels: [channel('night'), channel('desk')] } },
      [],
    ],
  ] as const;

  for (const [what, before, after, expected] of ORDERS)
    it(`tells another order of ${what}`, () => {
      expect(texts(diffCatalogue(document(before), document(after)))).to.deep.equal(expected);
    });

  it('tells what is named again from what is new', () => {
    const retired = document({ affiliates: [affiliate({ status: 'retired' })] });
    expect(diffCatalogue(retired, document()).map(({ change }) => change)).to.deep.equal(['revived']);
    expect(diffCatalogue(EMPTY_DOCUMENT, document()).map(({ change }) => change)).to.deep.equal(
      Array(4).fill('added'),
    );
  });
});
