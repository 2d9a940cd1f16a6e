import { RegExpParser, type AST } from '@eslint-community/regexpp';
import {
  complement,
  EVERYTHING,
  isHighHalf,
  isLowHalf,
  LINE_ENDS,
  SETS,
  type Ranges,
} from './code-points.js';
import { PatternFault } from './pattern-fault.js';

/** ECMAScript's flag `m`: `^` and `$` also match at line ends. */
export interface PatternFlags {
  readonly multiline?: boolean;
}

/**
 * ECMAScript 2024: modifiers like `(?i:…)` need a newer Node than 20, and a file must mean the same on every Node.
 */
const parser = new RegExpParser({ ecmaVersion: 2024 });

/**
 * Translates an ECMAScript regular expression to RE2's notation, node by node. Many notations are valid in both but
 * have different meanings (`.`, `\s`, `[[:alpha:]]`, `\A`, `\Q`). The pattern is parsed with the `u` flag if it
 * allows that, else without. Throws a PatternFault when it is not a regular expression, or when a part can't run in
 * linear time.
 */
export function linearSource(source: string, flags: PatternFlags = {}): string {
  return alternatives(parse(source).alternatives, flags);
}

function parse(source: string): AST.Pattern {
  try {
    return parser.parsePattern(source, undefined, undefined, { unicode: true });
  } catch {
    try {
      return parser.parsePattern(source, undefined, undefined, { unicode: false });
    } catch (error) {
      throw new PatternFault(
        error instanceof RangeError ? 'is nested too deeply' : 'is not a regular expression',
      );
    }
  }
}

const refuse = (what: string): never => {
  throw new PatternFault(`has ${what}, which can't be run in linear time`);
};

const alternatives = (list: readonly AST.Alternative[], flags: PatternFlags): string =>
  list.map(({ elements }) => sequence(elements, flags)).join('|');

/** Without the `u` flag, a character beyond U+FFFF is parsed as its two surrogates. */
function sequence(elements: readonly AST.Element[], flags: PatternFlags): string {
  let text = '';
  for (let index = 0; index < elements.length; index += 1) {
    const [element, next] = elements.slice(index, index + 2) as [AST.Element, AST.Element | undefined];
    const isPair =
      element.type === 'Character' &&
      next?.type === 'Character' &&
      isHighHalf(element.value) &&
      isLowHalf(next.value);
    text += isPair ? point(parseInt(pairHex(element.value, next.value), 16)) : written(element, flags);
    if (isPair) index += 1;
  }
  return text;
}

const pairHex = (high: number, low: number): string =>
  (String.fromCharCode(high, low).codePointAt(0) ?? 0).toString(16);

function written(element: AST.Element, flags: PatternFlags): string {
  switch (element.type) {
    case 'Character':
      return flags.multiline && isLineEnd(element.value) ? point(0x0a) : whole(element.value);
    case 'CharacterSet':
      return setAlone(element);
    case 'CharacterClass':
      return characterClass(element);
    case 'Group':
      return `(?:${alternatives(element.alternatives, flags)})`;
    case 'CapturingGroup':
      return `(${alternatives(element.alternatives, flags)})`;
    case 'Quantifier':
      return `(?:${written(element.element, flags)})${times(element)}`;
    case 'Assertion':
      return assertion(element, flags);
    case 'Backreference':
      return refuse(`a reference back to a group (${element.raw})`);
    case 'ExpressionCharacterClass':
      return refuse('a class of the v flag');
  }
}

function assertion(element: AST.Assertion, { multiline }: PatternFlags): string {
  switch (element.kind) {
    case 'start':
      return multiline ? '(?m:^)' : '\\A';
    case 'end':
      return multiline ? '(?m:$)' : '\\z';
    case 'word':
      return element.negate ? '\\B' : '\\b';
    case 'lookahead':
      return refuse(`a lookahead (${element.negate ? '(?!…)' : '(?=…)'})`);
    case 'lookbehind':
      return refuse(`a lookbehind (${element.negate ? '(?<!…)' : '(?<=…)'})`);
  }
}

function times({ min, max, greedy }: AST.Quantifier): string {
  const most = max === Infinity ? '' : String(max);
  return `{${min},${most}}${greedy ? '' : '?'}`;
}

function characterClass(element: AST.CharacterClass | AST.ExpressionCharacterClass): string {
  if (element.type !== 'CharacterClass') return refuse('a class of the v flag');
  const items = element.elements.map((item) => {
    switch (item.type) {
      case 'Character':
        return whole(item.value);
      case 'CharacterClassRange':
        return `${whole(item.min.value)}-${whole(item.max.value)}`;
      case 'CharacterSet':
        return item.kind === 'property' ? property(item) : inClass(rangesOf(item));
      default:
        return refuse('a class of the v flag');
    }
  });
  if (items.length === 0) return `[${element.negate ? '' : '^'}${inClass(EVERYTHING)}]`;
  return `[${element.negate ? '^' : ''}${items.join('')}]`;
}

const setAlone = (set: AST.CharacterSet): string =>
  set.kind === 'property' ? property(set) : `[${inClass(rangesOf(set))}]`;

function rangesOf(set: AST.AnyCharacterSet | AST.EscapeCharacterSet): Ranges {
  if (set.kind === 'any') return complement(LINE_ENDS);
  return set.negate ? complement(SETS[set.kind]) : SETS[set.kind];
}

/** Short names and scripts are the same in both notations. RE2JS throws when it does not know a name. */
const property = ({ value, key, negate }: AST.UnicodePropertyCharacterSet): string =>
  `\\${negate ? 'P' : 'p'}{${value ?? key}}`;

const inClass = (ranges: Ranges): string =>
  ranges.map(([from, to]) => (from === to ? point(from) : `${point(from)}-${point(to)}`)).join('');

const isLineEnd = (value: number): boolean => LINE_ENDS.some(([from, to]) => value >= from && value <= to);

/** The engine reads whole characters, so a lone surrogate would never match. */
const whole = (value: number): string =>
  isHighHalf(value) || isLowHalf(value) ? refuse('half of a character (a lone surrogate)') : point(value);

const point = (value: number): string => `\\x{${value.toString(16)}}`;
