import jsonata from 'jsonata';
import { PatternFault } from '../../core/patterns/linear-pattern.js';
import type { Mapped } from '../../app/ports/mapping-evaluator.js';
import { FUNCTIONS } from './functions.js';
import { LinearRegExp } from './linear-reg-exp.js';
import { RepeatedKeyFault, withoutLoneSurrogates } from './received-json.js';

/** The maximum length of a list inside an evaluation. */
const MAX_LIST = 50_000;

/** The maximum depth of nested calls. An ordinary expression needs a few dozen. */
const DEEPEST = 1_000;

/** The maximum number of compiled expressions in the cache. A catalogue has far fewer. */
const MAX_COMPILED = 2_000;

const compiled = new Map<string, jsonata.Expression>();

function compile(source: string): jsonata.Expression {
  const known = compiled.get(source);
  if (known) return known;
  const expression = jsonata(source, {
    sequence: MAX_LIST,
    stack: DEEPEST,
    // JSONata constructs this class from the literal and calls only `exec`.
    RegexEngine: LinearRegExp as unknown as RegExpConstructor,
  });
  for (const { name, implementation, signature } of FUNCTIONS)
    expression.registerFunction(name, implementation, signature);
  // A catalogue with `eval` is refused on apply. A stored version must not use it either.
  expression.assign('eval', undefined);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(source, expression);
  return expression;
}

/** `repeated`: it read a key that is there twice. */
export type Evaluated = Mapped<unknown> & { readonly repeated?: true };

/**
 * Evaluates one expression over `input`; the expression sees nothing else. The value is plain JSON, or undefined if
 * the expression gives none. A fault names the problem and its line, never a value. The expression may run forever or
 * out of memory, so a catalogue's expressions run only in an evaluator process.
 */
export async function evaluate(source: string, input: unknown): Promise<Evaluated> {
  try {
    const value: unknown = await compile(source).evaluate(input);
    return { ok: true, value: value === undefined ? undefined : plainOf(value) };
  } catch (error) {
    const fault = wordsOf(error, source);
    return { ok: false, fault, ...(error instanceof RepeatedKeyFault && { repeated: true }) };
  }
}

function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value, plain) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Functions are no data. A function may cut a text inside a character. Decimals are rounded as JSONata's own `$string` rounds them. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return withoutLoneSurrogates(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(15));
  if (typeof value !== 'object' || value === null) return value;
  return '_jsonata_lambda' in value || '_jsonata_function' in value ? undefined : value;
}

/**
 * JSONata's own messages repeat values, which may be personal. So this uses only the error's code, operator and
 * position.
 */
function wordsOf(error: unknown, source: string): string {
  if (error instanceof PatternFault) return `fails: a regular expression of it ${error.message}`;
  if (error instanceof RepeatedKeyFault) {
    const { key } = error;
    return `reads ${source.includes(key) ? `the key "${key}", which` : 'a key that'} is there twice in its object`;
  }
  if (error instanceof RangeError) return 'does not end: it calls itself too often';
  const { code, position, token } = (error ?? {}) as { code?: unknown; position?: unknown; token?: unknown };
  const kind = typeof code === 'string' && /^[A-Z]\d{4}$/.test(code) ? code : 'fault';
  const where =
    typeof position === 'number' && source.includes('\n')
      ? ` in line ${source.slice(0, position).split('\n').length}`
      : '';
  const at = typeof token === 'string' && token !== '' && source.includes(token) ? ` at "${token}"` : '';
  return `fails${where}${at}: ${SENTENCES[kind] ?? (kind.startsWith('T') ? 'a value has the wrong type' : 'it can not be computed')} (${kind})`;
}

const SENTENCES: Readonly<Record<string, string>> = {
  D1011: 'it calls itself too often',
  D1002: 'a number is infinite or none',
  D2014: 'a range is too long',
  D2015: `a list is longer than ${MAX_LIST} items`,
  D3030: 'a value is not a number',
  D3137: 'the mapping itself raised it with $error',
  D3141: 'an $assert of the mapping does not hold',
};
