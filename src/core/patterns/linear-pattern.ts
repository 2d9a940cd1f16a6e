import { RE2JS } from 're2js';

/** A pattern that RE2 does not read or run. The message completes "the pattern …". */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}

export interface PatternFlags {
  readonly ignoreCase?: boolean;
  /** `^` and `$` also match at line ends. */
  readonly multiline?: boolean;
}

/**
 * The most steps of a compiled program. Within this limit, 1,000 characters take less than 0.1 s in the worst case.
 */
const LARGEST = 2_500;

/** How many compiled patterns are kept. A catalogue has far fewer different ones. */
const MAX_COMPILED = 500;

const MAX_NAMED = 40;

const compiled = new Map<string, RE2JS>();

/**
 * Compiles a regular expression of RE2, which runs in linear time in the length of the text. So no pattern from a file
 * can block a process. Throws a PatternFault.
 */
export function linearPattern(source: string, flags: PatternFlags = {}): RE2JS {
  const key = `${flags.ignoreCase ? 'i' : ''}${flags.multiline ? 'm' : ''}/${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const pattern = compile(source, flags);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, pattern);
  return pattern;
}

function compile(source: string, { ignoreCase, multiline }: PatternFlags): RE2JS {
  const flags = (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0);
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source, flags);
  } catch (error) {
    const { message } = error as Error;
    const [, what = message, where = ''] =
      /^error parsing regexp: ([^`]*)(?:: `(.*)`)?$/s.exec(message) ?? [];
    throw new PatternFault(
      `is not RE2 syntax: ${what}${where === '' ? '' : ` ${where.slice(0, MAX_NAMED)}`}`,
    );
  }
  if (pattern.programSize() > LARGEST) throw new PatternFault('repeats a large part too often');
  return pattern;
}

/** Why a pattern can't be run, as text that completes "the pattern …". Undefined when it can be run. */
export function patternProblem(source: string, flags: PatternFlags = {}): string | undefined {
  try {
    linearPattern(source, flags);
    return undefined;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}
