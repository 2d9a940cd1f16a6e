import { expect } from 'chai';
import { readPartnerResults } from '../../../src/platform/outbound/partner-results.js';

const GOOD = { reference: 'r1', name: 'Nursing' };
const question = (over: object) => ({ ...GOOD, questions: [{ name: 'start', type: 'text', ...over }] });
const read = (...results: unknown[]) => readPartnerResults({ results });

/** An entry that is dropped, and what is told of it. */
const FAULTS: readonly (readonly [unknown, string])[] = [
  [null, 'results[0]: "value" must be of type object'],
  ['r1', 'results[0]: "value" must be of type object'],
  [{ name: 'Nursing' }, 'results[0]: "reference" is required'],
  [{ ...GOOD, reference: 7 }, 'results[0]: "reference" must be a string'],
  [{ ...GOOD, reference: ' ' }, 'results[0]: "reference" is not allowed to be empty'],
  [{ reference: 'r1' }, 'results[0]: "name" is required'],
  [{ ...GOOD, payout: -0.01 }, 'results[0]: "payout" must be greater than or equal to 0'],
  [{ ...GOOD, payout: '12' }, 'results[0]: "payout" must be a number'],
  [{ ...GOOD, programs: 'bsn' }, 'results[0]: "programs" must be an array'],
  [{ ...GOOD, programs: [{ label: 'BSN' }] }, 'results[0]: "programs[0].value" is required'],
  [{ ...GOOD, expires_at: 'soon' }, 'results[0]: "expires_at" must be in ISO 8601 date format'],
  [
    { ...GOOD, school: { name: 'A', logo_url: 'javascript:alert(1)' } },
    'results[0]: "school.logo_url" is no https address',
  ],
  [
    question({ type: 'radio' }),
    'results[0]: "questions[0].type" must be one of [select, text, date, number, checkbox]',
  ],
  [question({ type: 'select' }), 'results[0]: "questions[0].options" is required'],
  [question({ name: 'a b' }), 'results[0]: "questions[0].name" has a wrong form'],
  [question({ name: 'phone' }), 'results[0]: "questions[0].name" is a key of the submit itself'],
  [question({ name: 'tcpa_consent' }), 'results[0]: "questions[0].name" is a key of the submit itself'],
  [
    { ...GOOD, programs: [{ value: 'constructor', label: 'A' }] },
    'results[0]: "programs[0].value" is a word with a meaning of its own',
  ],
  [question({ name: 'toString' }), 'results[0]: "questions[0].name" is a word with a meaning of its own'],
  [question({ name: 'svc_offer_id' }), 'results[0]: "questions[0].name" is a key of the submit itself'],
];

describe("a partner's results", () => {
  it('are read with their programs, questions, bid and expiry', () => {
    expect(
      read({
        ...GOOD,
        school: { name: 'Summit', logo_url: 'https://summit.example/logo.png', motto: 'x' },
        programs: [{ value: 'bsn', label: 'BSN', price: 1 }],
        questions: [
          {
            name: 'start',
            type: 'select',
            required: true,
            options: [{ value: 'a', label: 'A' }],
            pattern: '(a+)+$',
          },
          { name: 'note', label: 'Note', type: 'text', required_when: { program_ids: ['bsn'] } },
        ],
        payout: 19.99,
        tcpa_text: 'I agree.',
        expires_at: '2026-11-21T10:00:00Z',
      }),
    ).to.deep.equal({
      faults: [],
      results: [
        {
          ...GOOD,
          school: { name: 'Summit', logo_url: 'https://summit.example/logo.png' },
          programs: [{ value: 'bsn', label: 'BSN' }],
          questions: [
            { name: 'start', type: 'select', required: true, options: [{ value: 'a', label: 'A' }] },
            {
              name: 'note',
              label: 'Note',
              type: 'text',
              required: false,
              required_when: { program_ids: ['bsn'] },
            },
          ],
          bid_cents: 1999,
          tcpa_text: 'I agree.',
          expires_at: new Date('2026-11-21T10:00:00Z'),
        },
      ],
    });
  });

  for (const [entry, fault] of FAULTS)
    it(`drops ${JSON.stringify(entry)}`, () => {
      expect(read(entry, { ...GOOD, reference: 'good' })).to.deep.equal({
        faults: [fault],
        results: [{ ...GOOD, reference: 'good', programs: [], questions: [] }],
      });
    });

  /** Items that nobody may look at, since it takes long to look at thousands. */
  const unseen = (count: number): object[] =>
    Array.from({ length: count }, () => ({
      get value(): never {
        throw new Error('an item was examined');
      },
      get name(): never {
        throw new Error('an item was examined');
      },
    }));
  for (const [entry, path, most] of [
    [{ ...GOOD, programs: unseen(6_000) }, 'programs', 200],
    [{ ...GOOD, questions: unseen(51) }, 'questions', 50],
    [question({ type: 'select', options: unseen(301) }), 'questions[0].options', 300],
    [
      question({ required_when: { program_ids: Array(6_000).fill(7) } }),
      'questions[0].required_when.program_ids',
      200,
    ],
  ] as const)
    it(`drop an entry with too many items in ${path}, without examining them`, () => {
      expect(read(entry, { ...GOOD, reference: 'good' })).to.deep.equal({
        faults: [`results[0]: "${path}" must contain less than or equal to ${most} items`],
        results: [{ ...GOOD, reference: 'good', programs: [], questions: [] }],
      });
    });

  it('count a repeated reference once', () => {
    const { results, faults } = read(GOOD, { ...GOOD, name: 'Again' }) ?? { results: [], faults: [] };
    expect(results.map((result) => result.name)).to.deep.equal(['Nursing']);
    expect(faults).to.deep.equal(['results[1]: repeats a reference']);
  });

  it('are cut at 50, best bid first, those without a bid last', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => ({ ...GOOD, reference: `r${i}`, payout: i / 100 }));
    const { results, faults } = read({ ...GOOD, reference: 'no bid' }, ...many) ?? {
      results: [],
      faults: [],
    };
    expect(results).to.have.length(50);
    expect(results.map((result) => result.bid_cents)).to.deep.equal(
      Array.from({ length: 50 }, (_, i) => 4_999 - i),
    );
    expect(faults).to.deep.equal(['5001 results, cut at 50']);
  });

  it('are looked at no further than 250 entries', () => {
    const wrong = Array.from({ length: 400 }, (_, i) => ({ reference: `r${i}`, payout: 5 }));
    const { results, faults } = read(...wrong, GOOD) ?? { results: [], faults: [] };
    expect(results).to.deep.equal([]);
    expect(faults.slice(-2)).to.deep.equal(['and 230 more', '401 results, 151 not looked at']);
  });

  for (const [payout, cents] of [
    [0, 0],
    [0.1, 10],
    [17.999, 1799],
    [19.99, 1999],
    [1.005, 100],
    [70.15, 7015],
  ] as const)
    it(`reads a bid of ${payout} as ${cents} cents`, () => {
      expect(read({ ...GOOD, payout })?.results[0]?.bid_cents).to.equal(cents);
    });

  it('tell at most 20 faults', () => {
    expect(read(...Array.from({ length: 100 }, () => null))?.faults).to.have.length(21);
  });

  for (const body of [undefined, {}, { results: null }, { results: { ...GOOD } }])
    it(`are nothing in ${JSON.stringify(body)}`, () => {
      expect(readPartnerResults(body)).to.equal(undefined);
    });
});
