import { linearPattern, type LinearFlags } from '../../core/patterns/linear-pattern.js';

/** The flags of a literal in a mapping: JSONata takes `i` and `m`, and searches on from the last match by itself. */
export const flagsOf = ({ ignoreCase, multiline }: RegExp): LinearFlags => ({ ignoreCase, multiline });

/**
 * What JSONata needs of a regular expression, run in linear time: made from the literal's own, whose source and flags
 * alone are used. Throws a PatternFault for what is refused when a catalogue is applied, and may stand in a stored one.
 */
export class LinearRegExp {
  lastIndex = 0;
  readonly #literal: RegExp;

  constructor(literal: RegExp) {
    this.#literal = literal;
  }

  /** The next match from `lastIndex` on, which then stands behind it. */
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

/** The engine knows `\n` alone as the end of a line; the place of each character stays. */
const oneLineEnd = (text: string): string => text.replace(/[\r\u2028\u2029]/g, '\n');
