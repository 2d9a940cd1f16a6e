import { expect } from 'chai';
import { formatDuration, parseDuration } from '../../../src/core/catalogue/duration.js';
import { centsOf, formatCents } from '../../../src/core/catalogue/money.js';

describe('durations', () => {
  for (const [text, ms] of [
    ['500ms', 500],
    ['10s', 10_000],
    ['30m', 1_800_000],
    ['72h', 259_200_000],
    ['90d', 7_776_000_000],
    ['0s', 0],
    ['', undefined],
    ['30', undefined],
    ['1.5h', undefined],
    ['-1s', undefined],
    ['1 h', undefined],
    ['1w', undefined],
    ['1000000000s', undefined],
    ['36500d', 3_153_600_000_000],
    ['36501d', undefined],
    ['99999999d', undefined],
  ] as const)
    it(`reads "${text}" as ${ms}`, () => {
      expect(parseDuration(text)).to.equal(ms);
    });

  for (const [ms, text] of [
    [0, '0ms'],
    [1, '1ms'],
    [90_000, '90s'],
    [3_600_000, '1h'],
    [259_200_000, '3d'],
  ] as const)
    it(`writes ${ms} as ${text}`, () => {
      expect(formatDuration(ms)).to.equal(text);
      expect(parseDuration(text)).to.equal(ms);
    });
});

describe('money', () => {
  for (const [amount, cents] of [
    [0, 0],
    [42.5, 4250],
    [0.29, 29],
    [1.15, 115],
    [1_000_000, 100_000_000],
    [1_000_000.01, undefined],
    [42.505, undefined],
    [0.001, undefined],
    [1e-9, undefined],
    [1e21, undefined],
    [-1, undefined],
    [NaN, undefined],
    [Infinity, undefined],
  ] as const)
    it(`takes ${amount} for ${cents} cents`, () => {
      expect(centsOf(amount)).to.equal(cents);
    });

  it('writes two decimals', () => {
    expect([0, 5, 4250].map(formatCents)).to.deep.equal(['0.00', '0.05', '42.50']);
  });
});
