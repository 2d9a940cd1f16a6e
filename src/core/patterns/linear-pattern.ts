import { RE2JS } from 're2js';
import { linearSource, type PatternFlags } from './linear-source.js';
import { PatternFault } from './pattern-fault.js';

export interface LinearFlags extends PatternFlags {
  readonly ignoreCase?: boolean;
}

/**
 * The most steps of a compiled program. Within this limit, 1,000 characters take less than 0.1 s in the worst case.
 */
const LARGEST = 2_500;

/** How many compiled patterns are kept. A catalogue has far fewer different ones. */
const MAX_COMPILED = 500;

const compiled = new Map<string, RE2JS>();

/**
 * Compiles an ECMAScript regular expression for an engine that runs in linear time in the length of the text. So no
 * pattern from a file can block a process. Throws a PatternFault when the engine can't run the pattern.
 */
export function linearPattern(source: string, flags: LinearFlags = {}): RE2JS {
  const key = `${flags.ignoreCase ? 'i' : ''}${flags.multiline ? 'm' : ''}/${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const pattern = compile(source, flags);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, pattern);
  return pattern;
}

function compile(source: string, flags: LinearFlags): RE2JS {
  try {
    const pattern = RE2JS.compile(linearSource(source, flags), flags.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (pattern.programSize() <= LARGEST) return pattern;
  } catch (error) {
    if (error instanceof PatternFault) throw error;
    if (error instanceof RangeError) throw new PatternFault('is nested too deeply');
    const { message } = error as Error;
    const named = /invalid character class range: `(\\[pP]\{[^`]*)`/.exec(message)?.[1];
    if (named !== undefined) throw new PatternFault(`names ${named}, which is not known: use a short name`);
  }
  throw new PatternFault('repeats too much: more than 1,000 times, or a large part many times');
}

/** Why a pattern can't be run, as text that completes "the pattern …". Undefined when it can be run. */
export function patternProblem(source: string, flags: LinearFlags = {}): string | undefined {
  try {
    linearPattern(source, flags);
    return undefined;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}
