import { linearPattern, type PatternFlags } from '../../core/patterns/linear-pattern.js';

/**
 * The flags of a literal in a mapping. JSONata accepts `i` and `m`, and continues each search after the last match
 * itself.
 */
export const flagsOf = ({ ignoreCase, multiline }: RegExp): PatternFlags => ({ ignoreCase, multiline });

/**
 * The parts of a regular expression that JSONata needs, run in linear time. It uses only the literal's source and
 * flags. Throws a PatternFault for what is none of RE2: applying a catalogue refuses it.
 */
export class LinearRegExp {
  lastIndex = 0;
  readonly #literal: RegExp;

  constructor(literal: RegExp) {
    this.#literal = literal;
  }

  /** The next match at or after `lastIndex`. Moves `lastIndex` behind the match. */
  exec(text: string): (string[] & { readonly index: number }) | null {
    const flags = flagsOf(this.#literal);
    const matcher = linearPattern(this.#literal.source, flags).matcher(
      flags.multiline ? oneLineEnd(text) : text,
    );
    const isFound = this.lastIndex <= text.length && matcher.find(this.lastIndex);
    this.lastIndex = isFound ? matcher.end() : 0;
    if (!isFound) return null;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) =>
      matcher.start(group) < 0 ? undefined : text.slice(matcher.start(group), matcher.end(group)),
    );
    return Object.assign(groups as string[], { index: matcher.start() });
  }
}

/** RE2 knows only `\n` as the end of a line. The replacement keeps each character's position. */
const oneLineEnd = (text: string): string => text.replace(/[\r\u2028\u2029]/g, '\n');
