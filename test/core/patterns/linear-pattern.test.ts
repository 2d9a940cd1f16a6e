import { expect } from 'chai';
import fc from 'fast-check';
import { linearPattern, patternProblem } from '../../../src/core/patterns/linear-pattern.js';

/** As a question's pattern was run before: with the u flag where it allows that, else without. */
function native(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

/** Notations that RE2 reads as something else, or that only ECMAScript has, with texts that tell them apart. */
const SAME: readonly [string, readonly string[]][] = [
  ['^[0-9]{6,8}$', ['1234567', '12345', '1234567\n', '１２３４５６']],
  ['b', ['abc', 'ac']],
  ['^.$', ['a', '\n', '\r', '\u2028', '😀', '']],
  ['^\\s$', ['\u00a0', '\v', '\ufeff', ' ', 'a', '\u180e']],
  ['^\\S$', ['\u00a0', 'x']],
  ['^[^\\s]$', ['\u2003', 'x']],
  ['^[\\s\\S]$', ['\n', 'x']],
  ['^[\\D5]$', ['5', '6', 'x']],
  ['^[^\\W]$', ['a', 'é', '_']],
  ['[[:alpha:]]', ['x', ':]', 'a]']],
  ['[]a]', ['a]', 'a', ']']],
  ['^[^]$', ['a', '\n']],
  ['\\Aa', ['a', 'Aa']],
  ['a\\z', ['a', 'az']],
  ['\\Qa.b\\E', ['a.b', 'Qa.bE', 'QaxbE']],
  ['\\pN', ['1', 'pN']],
  ['\\a', ['a', '\u0007']],
  ['^\\cA$', ['\u0001', 'A']],
  ['^[\\b]$', ['\b', 'b']],
  ['^\\0$', ['\0', '0']],
  ['^\\u0041\\x41$', ['AA']],
  ['^\\u{1F600}$', ['😀']],
  ['^\\u{3}$', ['uuu', '\u0003']],
  ['^[a-\\d]$', ['-', 'a', '5', 'b']],
  ['^[\\w-.]$', ['-', '.', 'a', '+']],
  ['a{,5}', ['a{,5}', 'aaa']],
  ['a{1', ['a{1', 'a']],
  ['^]}{$', [']}{']],
  ['^(?<year>\\d{4})-\\d\\d$', ['2026-11', '2026-1']],
  ['\\bfoo\\b', ['foo', 'éfoo', 'xfoo']],
  ['\\Boo', ['foo', 'oo']],
  ['a$', ['a', 'a\n']],
  ['^😀{2}$', ['😀😀', '😀']],
  ['^\\p{Lu}\\p{Script=Greek}\\P{Nd}$', ['Éαx', 'Éα1']],
  ['^(?:a|b)*?c+?$', ['ababc', 'abab']],
  ['^\\/\\-\\_$', ['/-_']],
];

const REFUSED: readonly [string, string][] = [
  ['([0-9]', 'is not a regular expression'],
  ['a**', 'is not a regular expression'],
  ['(?i)a', 'is not a regular expression'],
  ['(?P<n>a)', 'is not a regular expression'],
  ['(?=.*\\d).+', "has a lookahead ((?=…)), which can't be run in linear time"],
  ['^(?!x)', "has a lookahead ((?!…)), which can't be run in linear time"],
  ['(?<=a)b', "has a lookbehind ((?<=…)), which can't be run in linear time"],
  ['(a)\\1', "has a reference back to a group (\\1), which can't be run in linear time"],
  ['(?<n>a)\\k<n>', "has a reference back to a group (\\k<n>), which can't be run in linear time"],
  ['\\uD83D', "has half of a character (a lone surrogate), which can't be run in linear time"],
  ['\\p{Uppercase_Letter}', 'names \\p{Uppercase_Letter}, which is not known: use a short name'],
  ['x{1001}', 'repeats too much: more than 1,000 times, or a large part many times'],
  ['((a{0,100}){0,100}){0,10}', 'repeats too much: more than 1,000 times, or a large part many times'],
  ['(a?){1000}(a?){1000}', 'repeats too much: more than 1,000 times, or a large part many times'],
  ['('.repeat(50_000) + ')'.repeat(50_000), 'is nested too deeply'],
];

const partsOf = (match: ArrayLike<unknown> | null): unknown[] => Array.from(match ?? []);

describe('linearPattern', () => {
  for (const [source, texts] of SAME)
    it(`${source} means what it means in ECMAScript`, () => {
      for (const text of texts)
        expect(linearPattern(source).test(text), JSON.stringify(text)).to.equal(native(source).test(text));
    });

  it('means what ECMAScript means, whatever is put together', () => {
    const atom = fc.constantFrom(
      ...'a b é 😀 . \\d \\D \\w \\W \\s \\S [ab] [^a] [a-z😀] [\\s1] [^\\w] \\x41 \\u00e9 ^ $ \\b \\B \\n \\.'.split(
        ' ',
      ),
    );
    const times = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?', '+?');
    const one = fc.tuple(atom, times).map(([of, often]) => (/^(\^|\$|\\[bB])$/.test(of) ? of : of + often));
    const some = fc.array(one, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const branch = fc.tuple(some, some, times);
    const source = fc.array(branch, { minLength: 1, maxLength: 2 });
    const text = fc
      .array(fc.constantFrom(...Array.from('abcA1_é😀. \n\r\u00a0\u2028')), { maxLength: 8 })
      .map((characters) => characters.join(''));
    fc.assert(
      fc.property(source, text, (of, to) => {
        // V8 also finds `\\B` between the two halves of a character, where no character ends.
        fc.pre(!(to.includes('😀') && JSON.stringify(of).includes('B')));
        const often = of.map(([a, b, times]) => `${a}(${b})${times}`).join('|');
        expect(linearPattern(often).test(to)).to.equal(native(often).test(to));
        // A group that is repeated may match nothing, and then the two may stop in different places.
        const once = of.map(([a, b]) => `${a}(${b})`).join('|');
        expect(partsOf(linearPattern(once).exec(to))).to.deep.equal(partsOf(native(once).exec(to)));
      }),
      { numRuns: 1_000 },
    );
  });

  for (const [source, problem] of REFUSED)
    it(`refuses ${source.slice(0, 40)}`, () => {
      expect(patternProblem(source)).to.equal(problem);
    });

  it('folds case only where it is asked to', () => {
    expect(linearPattern('^É[a-c]$', { ignoreCase: true }).test('éB')).to.equal(true);
    expect(linearPattern('^É[a-c]$').test('éB')).to.equal(false);
  });
});
