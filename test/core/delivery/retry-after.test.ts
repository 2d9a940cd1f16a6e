import { expect } from 'chai';
import { retryAfterMs, retryAfterNote } from '../../../src/core/delivery/retry-after.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const TABLE: readonly [string | undefined, number | undefined][] = [
  [undefined, undefined],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['soon', undefined],
  ['86400', 86_400_000],
  ['86401', 86_400_000],
  ['99999999999', 86_400_000],
  ['9'.repeat(400), 86_400_000],
  ['Sat, 21 Nov 2099 17:00:00 GMT', 86_400_000],
  ['Sat, 21 Nov 2026 17:01:30 GMT', 90_000],
  ['Sat, 21 Nov 2026 16:59:00 GMT', undefined],
  ['2026-11-21T17:01:30Z', undefined],
  ['after Sat, 21 Nov 2026 17:01:30 GMT', undefined],
  ['Sat, 21 Nov 2026 17:01:30 GMT-0100', undefined],
];

describe('retryAfterMs', () => {
  for (const [header, ms] of TABLE)
    it(`${header ?? 'absent'}: ${ms ?? 'nothing'}`, () => {
      expect(retryAfterMs(header, NOW)).to.equal(ms);
    });

  for (const [header, isNoted] of [
    ['86400', false],
    ['86401', true],
    ['99999999999', true],
    ['Sat, 21 Nov 2099 17:00:00 GMT', true],
    ['soon', false],
    [undefined, false],
  ] as const)
    it(`${header ?? 'absent'} is ${isNoted ? 'noted' : 'not noted'}`, () => {
      expect(retryAfterNote(header, NOW)).to.equal(isNoted ? '; its Retry-After counts as a day' : '');
    });
});
