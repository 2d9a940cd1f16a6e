import type { Encoding } from '../../core/catalogue/types.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import type {
  AnswerRuleSource,
  Mapped,
  MappingTask,
  MappingTasks,
  RuleReading,
  TaskKind,
} from '../../app/ports/mapping-evaluator.js';
import { MAX_REASON, MAX_REFERENCE } from '../../core/delivery/delivery-result.js';
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
  const result = await evaluate(source, input);
  if (!result.ok) return fault(`body ${result.fault}`);
  if (result.value === undefined || result.value === null) return fault('body gives nothing to send');
  try {
    const text = encode(result.value, encoding);
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

const inputOf = ({ status, headers }: HttpResponse, body: unknown): object =>
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
    notesOnText(answer, body.hadInvalid === true || isNotUtf8(reference + reason));
  const notes = onText();
  for (const [index, rule] of rules.entries()) {
    const holds = await evaluate(rule.when, input);
    if (!holds.ok) return fault(`rule ${index + 1} ${holds.fault}`);
    if (holds.value === true) {
      const result = await remarks(rule, index + 1, input);
      return typeof result === 'string'
        ? fault(`rule ${index + 1}: ${result}`)
        : { ok: true, value: { ...result, notes: [...onText(result), ...result.notes] } };
    }
    if (holds.value !== false && holds.value !== undefined)
      notes.push(`rule ${index + 1} does not return true or false`);
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
  const evaluateMember = async (
    key: 'reference' | 'reason' | 'evidence' | 'price' | 'on',
    source: string,
  ) => {
    const result = await evaluate(source, input);
    if (!result.ok && result.repeated) unclear ??= `${key} ${result.fault}`;
    return result;
  };
  const textOf = async (
    key: 'reference' | 'reason' | 'evidence' | 'on',
    most: number,
  ): Promise<Record<string, string>> => {
    const source = rule[key];
    if (source === undefined) return {};
    const result = await evaluateMember(key, source);
    const value =
      result.ok && typeof result.value === 'number' ? numberText(result.value) : result.ok && result.value;
    if (typeof value === 'string' && value.trim() !== '' && value.trim().length <= most)
      return { [key]: value.trim() };
    notes.push(result.ok ? `${key} does not return text` : `${key} ${result.fault}`);
    return {};
  };
  const reference = await textOf('reference', MAX_REFERENCE);
  const reason = await textOf('reason', MAX_REASON);
  const evidence = await textOf('evidence', MAX_REASON);
  const on = await textOf('on', MAX_REFERENCE);
  const price = await priceOf(rule, (source) => evaluateMember('price', source), notes);
  if (unclear !== undefined) return unclear;
  return { rule: number, ...reference, ...reason, ...evidence, ...price, ...on, notes };
}

async function priceOf(
  { price }: AnswerRuleSource,
  evaluatePrice: (source: string) => Promise<Evaluated>,
  notes: string[],
): Promise<Pick<RuleReading, 'price_cents'>> {
  if (price === undefined) return {};
  const result = await evaluatePrice(price);
  const price_cents = result.ok ? readAmount(result.value) : undefined;
  if (price_cents !== undefined) return { price_cents };
  notes.push(result.ok ? priceFault(result.value) : `price ${result.fault}`);
  return {};
}

const priceFault = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? 'price gives nothing: the answer has none there'
    : 'price does not return an amount';

async function list({ source, answer }: MappingTask<'list'>): Promise<Mapped<unknown>> {
  const read = readBody(answer);
  const { body, broken, hadInvalid } = read;
  if (broken !== undefined) return fault(`the answer is not ${broken}`);
  const evaluateOver = (of: unknown): Promise<Mapped<unknown>> => evaluate(source, inputOf(answer, of));
  const whole = await evaluateOver(body);
  // A list that cannot be told from its answer's keys is not looked through.
  const result = whole.ok ? whole : await withoutBadEntries(body, evaluateOver).catch(() => undefined);
  if (!result) return fault(`results ${whole.ok ? '' : whole.fault}`);
  if (result.value === undefined && typeof body === 'string')
    return fault(`results gives nothing, and ${whyText(read) ?? 'the answer is text'}`);
  const value = result.value ?? null;
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES * 2) return fault('results are over 512 KiB');
  const left_out = [...notesOnText(answer, hadInvalid === true), ...(result.left_out ?? [])];
  return { ok: true, value, ...(left_out.length > 0 && { left_out }) };
}
