import { expect } from 'chai';
import { maskWords } from '../../../src/core/masking/mask-words.js';
import { failInsteadOfHanging } from '../../support/fail-instead-of-hanging.js';

const JANE = {
  lead: {
    personal: { first_name: 'Jane', last_name: 'Roe', email: 'jane.roe@example.com', phone: '4155550134' },
    address: { state: 'CA', city: 'Oakland', zip_code: '94601' },
  },
  tracking: { ip_address: '203.0.113.7', gclid: 'gclid-4711' },
};

describe('a text with the person masked', () => {
  for (const [text, masked] of [
    ['I, Jane Roe, agree to be called at 415-555-0134.', 'I, ••• •••, agree to be called at •••.'],
    ['Call JANE’S phone (415) 555-0134 now', 'Call •••’S phone ••• now'],
    ['I (jane.roe@example.com) agree', 'I (•••) agree'],
    ['Write to <j.roe+x@work.example>, or not.', 'Write to •••, or not.'],
    ['+1 415 555 0199 or 4155550199', '••• or •••'],
    ['Born 01/31/1990 in Oakland, 94601', 'Born ••• in •••, •••'],
    ['gclid-4711 from 203.0.113.7', '••• from •••'],
    ['Janet agrees', 'Janet agrees'],
    [
      'By clicking Send, I agree to the 3 calls a week of the TCPA (47 U.S.C. § 227, 1991) by Lakeshore, Inc.',
      'By clicking Send, I agree to the 3 calls a week of the TCPA (47 U.S.C. § 227, 1991) by Lakeshore, Inc.',
    ],
    ['', ''],
  ] as const)
    it(`shows ${JSON.stringify(text)} as ${JSON.stringify(masked)}`, () => {
      expect(maskWords(JANE)(text)).to.equal(masked);
    });

  it('keeps each word, however long the text is', () => {
    const text = 'I agree to be called by the school. '.repeat(300);
    expect(maskWords(JANE)(text)).to.equal(text);
    expect(maskWords({ lead: {}, tracking: {} })(text)).to.equal(text);
  });

  it('masks a name of ten thousand words', () => {
    const last_name = Array.from({ length: 10_000 }, (_, index) => `n${index}x`).join(' ');
    const words = maskWords({ lead: { personal: { last_name } }, tracking: {} });
    expect(words('I, N17X n9999x, agree, and n17y too')).to.equal('I, ••• •••, agree, and n17y too');
  });

  for (const [what, text] of [
    ['one word', 'x'.repeat(1_000_000)],
    ['signs', '@.'.repeat(500_000)],
    ['digits', '1 (-'.repeat(250_000)],
  ] as const)
    it(`is done with ${what} of any length`, () => {
      expect(failInsteadOfHanging(() => maskWords(JANE)(text))).to.be.a('string');
    });
});
