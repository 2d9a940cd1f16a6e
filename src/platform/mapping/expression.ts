import jsonata from 'jsonata';
import { PatternFault } from '../../core/patterns/pattern-fault.js';
import type { Mapped } from '../../app/ports/mapping-evaluator.js';
import { FUNCTIONS } from './functions.js';
import { LinearRegExp } from './linear-reg-exp.js';

/** A list inside an evaluation may not be longer. */
const MAX_LIST = 50_000;

/** Calls inside calls; an expression as people write it needs a few dozen. */
const DEEPEST = 1_000;

/** Sources that are kept compiled; a catalogue has far fewer. */
const MAX_COMPILED = 2_000;

const compiled = new Map<string, jsonata.Expression>();

function compile(source: string): jsonata.Expression {
  const known = compiled.get(source);
  if (known) return known;
  const expression = jsonata(source, {
    sequence: MAX_LIST,
    stack: DEEPEST,
    // JSONata makes one from the literal and calls nothing but `exec`.
    RegexEngine: LinearRegExp as unknown as RegExpConstructor,
  });
  for (const { name, implementation, signature } of FUNCTIONS)
    expression.registerFunction(name, implementation, signature);
  // Refused when the catalogue is applied; a stored version must not reach it either.
  expression.assign('eval', undefined);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(source, expression);
  return expression;
}

/**
 * Evaluates one expression over `input`, which is all that it sees. The value is plain JSON; undefined when it
 * gives nothing. A fault names what went wrong and its line, never a value. It may run for ever or out of memory:
 * only an evaluator process calls it on a catalogue's expressions.
 */
export async function evaluate(source: string, input: unknown): Promise<Mapped<unknown>> {
  try {
    const value: unknown = await compile(source).evaluate(input);
    return { ok: true, value: value === undefined ? undefined : plainOf(value) };
  } catch (error) {
    return { ok: false, fault: wordsOf(error, source) };
  }
}

function plainOf(value: unknown): unknown {
  const text = JSON.stringify(value, plain) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Functions are no data; sums of decimals are rounded as JSONata's own `$string` does. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(15));
  if (typeof value !== 'object' || value === null) return value;
  return '_jsonata_lambda' in value || '_jsonata_function' in value ? undefined : value;
}

/** JSONata's own sentences repeat values, which may be personal: only its code, operator and place are told. */
function wordsOf(error: unknown, source: string): string {
  if (error instanceof PatternFault) return `fails: a regular expression of it ${error.message}`;
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
  D3030: 'a value is no number',
  D3137: 'the mapping itself raised it with $error',
  D3141: 'an $assert of the mapping does not hold',
};
