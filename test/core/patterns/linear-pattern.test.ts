import { expect } from 'chai';
import { linearPattern, patternProblem } from '../../../src/core/patterns/linear-pattern.js';

const RUN: readonly [pattern: string, matches: readonly string[], others: readonly string[]][] = [
  ['^[0-9]{6,8}$', ['1234567'], ['12345', '1234567\n', '１２３４５６']],
  ['b', ['abc'], ['ac']],
  ['^.$', ['a', '😀'], ['\n', '']],
  ['^\\s$', [' ', '\t'], ['\u00a0', 'a']],
  ['[[:alpha:]]', ['x'], ['1']],
  ['(?i)^jane$', ['JANE'], ['Janet']],
  ['^(?<year>\\d{4})-\\d\\d$', ['2026-11'], ['2026-1']],
  ['^\\p{Lu}\\P{Nd}$', ['Éx'], ['É1', 'éx']],
];

const REFUSED: readonly [string, string][] = [
  ['([0-9]', 'is not RE2 syntax: missing closing ) ([0-9]'],
  ['a**', 'is not RE2 syntax: invalid nested repetition operator **'],
  ['(?=.*\\d).+', 'is not RE2 syntax: invalid or unsupported Perl syntax (?='],
  ['(?<=a)b', 'is not RE2 syntax: invalid named capture (?<=a)b'],
  ['(a)\\1', 'is not RE2 syntax: invalid escape sequence \\1'],
  ['\\u0041', 'is not RE2 syntax: invalid escape sequence \\u'],
  ['x{1001}', 'is not RE2 syntax: invalid repeat count {1001}'],
  ['(a?){1000}(a?){1000}', 'repeats a large part too often'],
  ['('.repeat(50_000) + ')'.repeat(50_000), 'is not RE2 syntax: expression nests too deeply'],
];

describe('linearPattern', () => {
  for (const [source, matches, others] of RUN)
    it(`runs ${source}`, () => {
      for (const text of matches) expect(linearPattern(source).test(text), text).to.equal(true);
      for (const text of others) expect(linearPattern(source).test(text), text).to.equal(false);
    });

  for (const [source, problem] of REFUSED)
    it(`refuses ${source.slice(0, 40)}`, () => {
      expect(patternProblem(source)).to.equal(problem);
    });

  it('folds case only where it is asked to', () => {
    expect(linearPattern('^É[a-c]$', { ignoreCase: true }).test('éB')).to.equal(true);
    expect(linearPattern('^É[a-c]$').test('éB')).to.equal(false);
  });

  it('takes each line by itself only where it is asked to', () => {
    expect(linearPattern('^b$', { multiline: true }).test('a\nb')).to.equal(true);
    expect(linearPattern('^b$').test('a\nb')).to.equal(false);
  });
});
