import { expect } from 'chai';
import fc from 'fast-check';
import { readAmount } from '../../src/core/money/read-amount.js';

describe('an amount that a buyer states', () => {
  for (const [amount, cents] of [
    [45, 4500],
    [45.5, 4550],
    [0, 0],
    [-0, 0],
    [1.005, 101],
    [1.004_999, 100],
    [0.285, 29],
    [10.075, 1008],
    [0.005, 1],
    [0.0049, 0],
    [1e-9, 0],
    [1_000_000, 100_000_000],
    ['45.50', 4550],
    [' 45 ', 4500],
    ['007', 700],
    ['1.005', 101],
    ['1.00499999999999999999', 100],
    ['0.995', 100],
    ['1000000.00', 100_000_000],
  ] as const)
    it(`${JSON.stringify(amount)} is ${cents} cents`, () => {
      expect(readAmount(amount)).to.equal(cents);
    });

  for (const amount of [
    -0.01,
    1_000_000.01,
    1e21,
    Infinity,
    NaN,
    true,
    null,
    undefined,
    [],
    [45],
    { amount: 45 },
    '',
    ' ',
    '-1',
    '+1',
    '$45.50',
    '45 USD',
    '45,50',
    '1,234.50',
    '1e3',
    '.5',
    '5.',
    '0x10',
    '٤٥',
    '9'.repeat(400),
    `1.${'0'.repeat(200)}`,
  ])
    it(`${typeof amount === 'number' ? amount : (JSON.stringify(amount)?.slice(0, 20) ?? 'nothing')} is none`, () => {
      expect(readAmount(amount)).to.equal(undefined);
    });

  it('is what was stated, for every amount of whole cents', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (cents) => {
        expect([readAmount(cents / 100), readAmount((cents / 100).toFixed(2))]).to.deep.equal([cents, cents]);
      }),
    );
  });

  it('is rounded half up from the digits', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 0, max: 9 }), (cents, digit) => {
        const text = `${(cents / 100).toFixed(2)}${digit}`;
        const rounded = cents + (digit >= 5 ? 1 : 0);
        expect([readAmount(text), readAmount(Number(text))]).to.deep.equal([rounded, rounded]);
      }),
    );
  });
});
