import { CALLBACK_ONLY, type Offer, type AnswerRule } from '../../core/catalogue/types.js';
import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import { isNotUtf8 } from '../../core/not-utf8.js';
import { readAmount } from '../../core/money/read-amount.js';
import { numberText } from '../mapping/number-text.js';
import { singleValuesAsLists } from './single-values-as-lists.js';
import { isRepeated, notesOnText, readJson } from '../mapping/received-json.js';
import { clearOf, readPartnerResults } from './partner-results.js';
import type { CallbackRead } from '../../core/delivery/classify-delivery.js';
import { MAX_REASON, MAX_REFERENCE, type CallbackAnswer } from '../../core/delivery/delivery-result.js';
import type { ReadResults } from '../../core/search/partner-result.js';

/**
 * Decides what a buyer's response or callback says: the outcome of the first of the offer's rules that matches it, or, of
 * an offer without rules, what it says in the plain format.
 */
export async function readBuyerResponse(
  evaluator: MappingEvaluator,
  { id }: Pick<Offer, 'id'>,
  rules: readonly AnswerRule[] | undefined,
  response: HttpResponse,
): Promise<CallbackRead> {
  if (!rules) return readPlainAnswer(response);
  const result = await evaluator.run<'read'>(id, { kind: 'read', rules, answer: response });
  if (!result.ok) {
    const { fault, internal_fault, stopped } = result;
    const detail = `answer: ${fault}`;
    return {
      detail,
      ...(internal_fault && { internal_fault }),
      ...((internal_fault ?? stopped) && { again: true }),
    };
  }
  const { rule: number, notes, reference, reason, evidence, price_cents, on } = result.value;
  const rule = rules[number - 1];
  const noted = notes.map((note) => `; ${note}`).join('');
  if (!rule) return { detail: `answer: no rule matches${noted}` };
  return {
    answer: {
      outcome: rule.outcome,
      ...(reference === undefined ? {} : { reference }),
      ...(reason === undefined ? {} : { reason }),
      ...(evidence === undefined || rule.outcome !== 'returned' ? {} : { evidence }),
      ...(price_cents === undefined ? {} : { price_cents }),
      ...(on === undefined ? {} : { on }),
    },
    detail: `rule ${number}: ${rule.outcome}${noted}`,
  };
}

const MEMBERS = ['result', 'reason', 'reference', 'price', 'stage', 'on', 'value'] as const;
const OUTCOMES = ['accepted', 'rejected', 'duplicate', 'pending', 'retry', ...CALLBACK_ONLY] as const;

/**
 * Reads a buyer's response in the plain format, for destinations without rules: `{ "result": "accepted" | "rejected" |
 * "duplicate" | "pending" | "retry", "reason"?, "reference"?, "price"? }` with 200 or 202. A 4xx or 5xx counts only if
 * its body says `retry`. Only an acceptance has a price. A reference or reason that is a number becomes text. One that is
 * neither, or has over 300 characters (a reason: 2,000), is left out, and `detail` names it. A callback may also say `returned`, with the code as reason and `evidence`, or `revoked`, or
 * `stage` with its `stage`, and optionally the day `on` and what it is worth (`value`).
 */
export function readPlainAnswer(response: Omit<HttpResponse, 'headers'>): {
  readonly answer?: CallbackAnswer;
  readonly detail: string;
} {
  const { status, body } = response;
  const { parsed, hadInvalidCharacters } = parseObject(body);
  const notes: string[] = [];
  const repeated = parsed && MEMBERS.find((name) => isRepeated(parsed, name));
  if (repeated !== undefined)
    return { detail: `answer: no rule matches; its key "${repeated}" is there twice` };
  const outcome = OUTCOMES.find((known) => known === parsed?.['result']);
  const readable = status === 200 || status === 202 || (outcome === 'retry' && status >= 400);
  if (!parsed)
    return {
      detail: `answer: no rule matches; the body is ${body.trim() === '' ? 'empty' : 'not a JSON object'}`,
    };
  if (!outcome || !readable) return { detail: 'answer: no rule matches' };
  if (outcome === 'stage') return readStage(parsed);
  const { reason, reference, evidence, price } = parsed;
  // Leave out a reference or reason that is not text or is too long, and a price that is not an amount. A fault in a
  // minor member must not lose the sale.
  const textOf = (
    key: 'reference' | 'reason' | 'evidence',
    text: unknown,
    most: number,
  ): Record<string, string> => {
    if (text === undefined || text === null || text === '') return {};
    const value = typeof text === 'number' ? numberText(text) : text;
    if (typeof value === 'string' && value.length <= most) return { [key]: value };
    notes.push(`${key} ${typeof value === 'string' ? `has over ${most} characters` : 'is not text'}`);
    return {};
  };
  const texts = {
    ...textOf('reference', reference, MAX_REFERENCE),
    ...textOf('reason', reason, MAX_REASON),
    ...(outcome === 'returned' ? textOf('evidence', evidence, MAX_REASON) : {}),
  };
  const stated = outcome === 'accepted' && price !== undefined && price !== null;
  const price_cents = stated ? readAmount(price) : undefined;
  if (stated && price_cents === undefined) notes.push('price is not an amount');
  const onText = notesOnText(response, hadInvalidCharacters || isNotUtf8(Object.values(texts).join('')));
  return {
    answer: { outcome, ...texts, ...(price_cents === undefined ? {} : { price_cents }) },
    detail: [`result ${outcome}`, ...onText, ...notes].join('; '),
  };
}

/** A code, a day or a value that is none is refused later, where the buyer's stages are known. */
function readStage({ stage, on, value }: Readonly<Record<string, unknown>>): {
  readonly answer: CallbackAnswer;
  readonly detail: string;
} {
  const price_cents = value === undefined || value === null ? undefined : readAmount(value);
  const answer: CallbackAnswer = {
    outcome: 'stage',
    ...(typeof stage === 'string' && stage.length <= MAX_REFERENCE && { reason: stage }),
    ...(on !== undefined && on !== null && { on: typeof on === 'string' ? on.slice(0, MAX_REFERENCE) : '' }),
    ...(price_cents !== undefined && { price_cents }),
  };
  const isWrong = value !== undefined && value !== null && price_cents === undefined;
  return { answer, detail: `result stage${isWrong ? '; value is not an amount' : ''}` };
}

/** Reads a partner's response in the plain format, `{ "results": [...] }` with 200. Undefined for anything else. */
export function readPlainResults(response: HttpResponse): ReadResults | undefined {
  const { parsed, hadInvalidCharacters } = parseObject(response.body);
  if (response.status !== 200 || !parsed || isRepeated(parsed, 'results')) return undefined;
  const { results } = parsed;
  return readPartnerResults(
    { results: Array.isArray(results) ? singleValuesAsLists(results.map(clearOf)) : results },
    notesOnText(response, hadInvalidCharacters),
  );
}

interface ParsedObject {
  /** Undefined: the body is not a JSON object. */
  readonly parsed: Readonly<Record<string, unknown>> | undefined;
  /** The body had invalid characters, which are replaced. */
  readonly hadInvalidCharacters: boolean;
}

function parseObject(body: string): ParsedObject {
  let hadInvalidCharacters = isNotUtf8(body);
  const value = readJson(body, () => (hadInvalidCharacters = true));
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    parsed: isObject ? (value as Record<string, unknown>) : undefined,
    hadInvalidCharacters,
  };
}
