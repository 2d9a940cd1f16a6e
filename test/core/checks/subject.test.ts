import { expect } from 'chai';
import { chosenProgram } from '../../../src/core/checks/program.js';
import { payoutOf } from '../../../src/core/money/payout.js';
import { aLine, someTerms } from '../builders.js';

const programs = (...values: string[]) => values.map((value) => ({ value }));

describe('the program of a submit', () => {
  const rows: readonly [string | undefined, string[], string | undefined][] = [
    ['msn', ['bsn', 'msn'], 'msn'],
    ['law', ['bsn'], 'law'],
    [undefined, ['bsn'], 'bsn'],
    [undefined, ['bsn', 'msn'], undefined],
    [undefined, [], undefined],
  ];
  for (const [sent, shown, chosen] of rows)
    it(`${sent ?? 'none'} sent of [${shown.join()}]: ${chosen ?? 'none'}`, () => {
      expect(chosenProgram(sent, programs(...shown))).to.equal(chosen);
    });
});

describe('the payout of a lead', () => {
  const line = aLine({ payout_cents: 3_000, program_payouts_cents: { msn: 3_600 } });
  const terms = someTerms({
    programs: [
      { value: 'bsn', label: 'BSN' },
      { value: 'msn', label: 'MSN', payout_cents: 1_100 },
    ],
    base_payout_cents: 900,
  });

  it('is the campaign’s of the moment on a direct post', () => {
    expect(payoutOf({ terms: undefined, program: 'msn' }, line)?.cents).to.equal(3_600);
    expect(payoutOf({ terms: undefined, program: undefined }, line)?.cents).to.equal(3_000);
    expect(payoutOf({ terms: undefined, program: 'msn' }, undefined)?.cents).to.equal(undefined);
  });

  it('is what was shown for a result, whatever the campaign says by now', () => {
    expect(payoutOf({ terms, program: 'msn' }, line)?.cents).to.equal(1_100);
    expect(payoutOf({ terms, program: 'bsn' }, undefined)?.cents).to.equal(900);
    expect(payoutOf({ terms, program: undefined }, line)?.cents).to.equal(900);
  });
});
