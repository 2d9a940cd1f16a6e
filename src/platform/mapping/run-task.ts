import type { Encoding } from '../../core/catalogue/types.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import type {
  AnswerRuleSource,
  Mapped,
  MappingTask,
  MappingTasks,
  RuleReading,
  TaskKind,
} from '../../app/ports/mapping-evaluator.js';
import { MAX_REASON, MAX_REFERENCE } from '../../core/delivery/delivered.js';
import { isNotUtf8 } from '../../core/not-utf8.js';
import { readAmount } from '../../core/money/read-amount.js';
import { evaluate, type Evaluated } from './expression.js';
import { numberText } from './number-text.js';
import { writeForm } from './form.js';
import { readBody, whyText } from './read-body.js';
import { notesOnText } from './received-json.js';
import { withoutBadEntries } from './without-bad-entries.js';
import { writeXml, XmlFault } from './xml.js';

/** The size limit of a body. A list of results may be twice as large. */
const MAX_BYTES = 256 * 1024;

/** Runs one task in the calling process. Never rejects, but may never end. */
export async function runTask<K extends TaskKind>(
  task: MappingTask<K>,
): Promise<Mapped<MappingTasks[K]['value']>> {
  const any = task as MappingTask;
  const done = await (any.kind === 'write' ? write(any) : any.kind === 'read' ? read(any) : list(any));
  return done;
}

const fault = (sentence: string): { readonly ok: false; readonly fault: string } => ({
  ok: false,
  fault: sentence,
});

async function write({ source, encoding, input }: MappingTask<'write'>): Promise<Mapped<string>> {
  const made = await evaluate(source, input);
  if (!made.ok) return fault(`body ${made.fault}`);
  if (made.value === undefined || made.value === null) return fault('body gives nothing to send');
  try {
    const text = encode(made.value, encoding);
    if (text === undefined) return fault(`body must give a group of keys for ${encoding}`);
    return Buffer.byteLength(text) > MAX_BYTES ? fault('body is over 256 KiB') : { ok: true, value: text };
  } catch (error) {
    if (error instanceof XmlFault) return fault(`body ${error.message}`);
    throw error;
  }
}

function encode(value: unknown, encoding: Encoding): string | undefined {
  if (encoding === 'xml') return writeXml(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (encoding === 'json') return JSON.stringify(value);
  return Array.isArray(value) ? undefined : writeForm(value);
}

const inputOf = ({ status, headers }: HttpAnswer, body: unknown): object =>
  body === undefined ? { status, headers } : { status, headers, body };

/**
 * Finds the first rule that holds. A rule that fails ends the reading: if an earlier "no" can't be computed, a later
 * "yes" must not hold. A rule that gives neither true nor false does not hold.
 */
async function read({ rules, answer }: MappingTask<'read'>): Promise<Mapped<RuleReading>> {
  const body = readBody(answer);
  const input = inputOf(answer, body.body);
  // A broken character may also come of an escape in JSON, of a header or of an expression.
  const onText = ({ reference = '', reason = '' }: Partial<RuleReading> = {}) =>
    notesOnText(answer, body.mended === true || isNotUtf8(reference + reason));
  const notes = onText();
  for (const [index, rule] of rules.entries()) {
    const holds = await evaluate(rule.when, input);
    if (!holds.ok) return fault(`rule ${index + 1} ${holds.fault}`);
    if (holds.value === true) {
      const made = await remarks(rule, index + 1, input);
      return typeof made === 'string'
        ? fault(`rule ${index + 1}: ${made}`)
        : { ok: true, value: { ...made, notes: [...onText(made), ...made.notes] } };
    }
    if (holds.value !== false && holds.value !== undefined)
      notes.push(`rule ${index + 1} gives no true or false`);
  }
  return { ok: true, value: { rule: 0, notes: [whyText(body) ?? [], notes].flat() } };
}

/**
 * A reference or reason that is no text, and a price that is no amount, is left out with a note. A wrong type in a
 * minor member must not lose the sale. A member that says two things makes the whole answer unclear: then this is why.
 */
async function remarks(rule: AnswerRuleSource, number: number, input: object): Promise<RuleReading | string> {
  const notes: string[] = [];
  let unclear: string | undefined;
  const evaluateMember = async (key: 'reference' | 'reason' | 'price', source: string) => {
    const made = await evaluate(source, input);
    if (!made.ok && made.repeated) unclear ??= `${key} ${made.fault}`;
    return made;
  };
  const textOf = async (key: 'reference' | 'reason', most: number): Promise<Record<string, string>> => {
    const source = rule[key];
    if (source === undefined) return {};
    const made = await evaluateMember(key, source);
    const value = made.ok && typeof made.value === 'number' ? numberText(made.value) : made.ok && made.value;
    if (typeof value === 'string' && value.trim() !== '' && value.trim().length <= most)
      return { [key]: value.trim() };
    notes.push(made.ok ? `${key} gives no text` : `${key} ${made.fault}`);
    return {};
  };
  const reference = await textOf('reference', MAX_REFERENCE);
  const reason = await textOf('reason', MAX_REASON);
  const price = await priceOf(rule, (source) => evaluateMember('price', source), notes);
  if (unclear !== undefined) return unclear;
  return { rule: number, ...reference, ...reason, ...price, notes };
}

async function priceOf(
  { price }: AnswerRuleSource,
  evaluatePrice: (source: string) => Promise<Evaluated>,
  notes: string[],
): Promise<Pick<RuleReading, 'price_cents'>> {
  if (price === undefined) return {};
  const made = await evaluatePrice(price);
  const price_cents = made.ok ? readAmount(made.value) : undefined;
  if (price_cents !== undefined) return { price_cents };
  notes.push(made.ok ? priceFault(made.value) : `price ${made.fault}`);
  return {};
}

const priceFault = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? 'price gives nothing: the answer has none there'
    : 'price gives no amount';

async function list({ source, answer }: MappingTask<'list'>): Promise<Mapped<unknown>> {
  const read = readBody(answer);
  const { body, broken, mended } = read;
  if (broken !== undefined) return fault(`the answer is no ${broken}`);
  const evaluateOver = (of: unknown): Promise<Mapped<unknown>> => evaluate(source, inputOf(answer, of));
  const whole = await evaluateOver(body);
  // A list that cannot be told from its answer's keys is not looked through.
  const made = whole.ok ? whole : await withoutBadEntries(body, evaluateOver).catch(() => undefined);
  if (!made) return fault(`results ${whole.ok ? '' : whole.fault}`);
  if (made.value === undefined && typeof body === 'string')
    return fault(`results gives nothing, and ${whyText(read) ?? 'the answer is text'}`);
  const value = made.value ?? null;
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES * 2) return fault('results are over 512 KiB');
  const left_out = [...notesOnText(answer, mended === true), ...(made.left_out ?? [])];
  return { ok: true, value, ...(left_out.length > 0 && { left_out }) };
}
