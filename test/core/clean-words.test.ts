import { expect } from 'chai';
import { cleanOperatorWords } from '../../src/core/clean-words.js';

describe('cleanOperatorWords', () => {
  for (const kept of [
    'Summit College confirmed by phone on 2026-11-22 that they have all of these leads.',
    'Confirmed 11/22/2026. They took 4 of 6.',
    'Nov 22, they called back',
    'Confirmed on Nov 22, 2026, by mail.',
    'Confirmed 22 November 2026!',
    'The statement of November 2026 has it.',
    'By 22.11.2026 at 14:05, said the dean.',
    'They answered on 2026-11-22 14:05.',
    'Letter of their lawyer, case 2026-117',
    'The month 2026-10 is closed.',
    'Why not?',
  ])
    it(`keeps ${kept}`, () => expect(cleanOperatorWords(kept)).to.equal(kept));

  for (const [given, cleaned] of [
    ['call (608) 555-0142 on 2026-11-22.', 'Call on 2026-11-22.'],
    ['608-555-2026 on 11/22/2026', 'On 11/22/2026'],
    ['Mail from jane@example.com. They have it.', 'Mail from. They have it.'],
    ['Born 02/28/1990. Too young.', 'Born. Too young.'],
    ['Born 1990-02-28.', 'Born.'],
    ['Costs $12. They agreed.', 'Costs. They agreed.'],
    ['Costs $2026 or $2,026.', 'Costs or.'],
    ['Ref 2026-11-2255 is theirs.', 'Ref is theirs.'],
    ['Account 120261122 is theirs.', 'Account is theirs.'],
    ['They have it,', 'They have it'],
    ['2026-11-22', undefined],
    ['608 555 0142.', undefined],
    [undefined, undefined],
  ] as const)
    it(`${given ?? 'nothing'} → ${cleaned ?? 'nothing'}`, () =>
      expect(cleanOperatorWords(given)).to.equal(cleaned));

  it('is cut to 500 characters, and changes nothing that it cleaned', () => {
    expect(cleanOperatorWords('é'.repeat(900))).to.have.length(500);
    const cleaned = cleanOperatorWords('called 608 555 0142 on 11/22/2026 and Nov 3, 2026.');
    expect(cleanOperatorWords(cleaned)).to.equal(cleaned);
  });
});
