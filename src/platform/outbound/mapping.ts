import type { AnswerRule, Encoding, Endpoint, Offer } from '../../core/catalogue/types.js';
import type { OutboundNotice } from '../../core/person/buyer-notice.js';
import type { OutboundLead } from '../../core/delivery/outbound-lead.js';
import type { Mapped, MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import { isNotUtf8 } from '../../core/not-utf8.js';
import { readAmount } from '../../core/money/read-amount.js';
import { numberText } from '../mapping/number-text.js';
import { singleValuesAsLists } from './single-values-as-lists.js';
import { isRepeated, notesOnText, readJson } from '../mapping/received-json.js';
import { clearOf, readPartnerResults } from './partner-results.js';
import { withoutReturn, type CallbackRead } from '../../core/delivery/read-delivered.js';
import type { Mappings, MappedRequest } from '../../app/ports/mappings.js';
import { MAX_REASON, MAX_REFERENCE, type CallbackAnswer } from '../../core/delivery/delivered.js';
import type { ReadResults } from '../../core/search/partner-result.js';

const TYPES: Readonly<Record<Encoding, { readonly 'content-type': string; readonly accept: string }>> = {
  json: { 'content-type': 'application/json', accept: 'application/json' },
  form: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
  xml: { 'content-type': 'application/xml; charset=utf-8', accept: 'application/xml, text/xml, */*;q=0.5' },
};

/** The headers that describe a body. */
export const bodyHeaders = (encoding: Encoding): Readonly<Record<string, string>> => TYPES[encoding];

/**
 * Each part that an offer does not map uses the plain format: the whole lead as JSON, and `readPlainAnswer` for
 * answers.
 */
export function createMappings(evaluator: MappingEvaluator, clock: () => Date): Mappings {
  async function write(
    { id }: Pick<Offer, 'id'>,
    { body: source, encoding = 'json' }: Pick<Endpoint, 'body' | 'encoding'>,
    lead: OutboundLead | OutboundNotice,
  ): Promise<Mapped<MappedRequest>> {
    if (source === undefined) return { ok: true, value: { headers: TYPES.json, body: JSON.stringify(lead) } };
    const input = { ...lead, now: clock().toISOString() };
    const made = await evaluator.run<'write'>(id, { kind: 'write', source, encoding, input });
    return made.ok ? { ok: true, value: { headers: TYPES[encoding], body: made.value } } : made;
  }

  async function read(
    { id }: Offer,
    rules: readonly AnswerRule[] | undefined,
    answer: HttpAnswer,
  ): Promise<CallbackRead> {
    if (!rules) return readPlainAnswer(answer);
    const made = await evaluator.run<'read'>(id, { kind: 'read', rules, answer });
    if (!made.ok) {
      const { fault, ours, stopped } = made;
      const detail = `answer: ${fault}`;
      return { detail, ...(ours && { ours }), ...((ours ?? stopped) && { again: true }) };
    }
    const { rule: number, notes, reference, reason, price_cents } = made.value;
    const rule = rules[number - 1];
    const noted = notes.map((note) => `; ${note}`).join('');
    if (!rule) return { detail: `answer: no rule reads it${noted}` };
    return {
      answer: {
        outcome: rule.outcome,
        ...(reference === undefined ? {} : { reference }),
        ...(reason === undefined ? {} : { reason }),
        ...(price_cents === undefined ? {} : { price_cents }),
      },
      detail: `rule ${number}: ${rule.outcome}${noted}`,
    };
  }

  return {
    writeLead: (offer, lead) => write(offer, offer.delivery, lead),
    writeQuery: (offer, query) => write(offer, offer.partner?.search ?? {}, query),
    writeNotice: (id, endpoint, notice) => write({ id }, endpoint, notice),
    readAnswer: async (offer, answer) => withoutReturn(await read(offer, offer.delivery.answers, answer)),
    readCallback: (offer, callback) => read(offer, offer.delivery.answers, callback),
    async readFollowUp(offer, answer) {
      const rules = offer.delivery.follow_up?.answers ?? offer.delivery.answers;
      return withoutReturn(await read(offer, rules, answer));
    },
    async readResults({ id, partner }, answer) {
      const source = partner?.search.results;
      if (source === undefined) {
        const results = readPlainResults(answer);
        return results
          ? { ok: true, value: results }
          : { ok: false, fault: `answer: status ${answer.status}, no rule reads it` };
      }
      if (answer.status < 200 || answer.status > 299)
        return { ok: false, fault: `answer: status ${answer.status}` };
      const made = await evaluator.run<'list'>(id, { kind: 'list', source, answer });
      if (!made.ok) return { ...made, fault: `answer: ${made.fault}` };
      const results = readPartnerResults({ results: singleValuesAsLists(made.value) }, made.left_out);
      return results ? { ok: true, value: results } : { ok: false, fault: 'answer: results gives no list' };
    },
  };
}

const MEMBERS = ['result', 'reason', 'reference', 'price'] as const;
const OUTCOMES = ['accepted', 'rejected', 'duplicate', 'pending', 'retry', 'returned', 'revoked'] as const;

/**
 * Reads an answer in the plain format, for destinations without rules: `{ "result": "accepted" | "rejected" |
 * "duplicate" | "pending" | "retry", "reason"?, "reference"?, "price"? }` with 200 or 202. A 4xx or 5xx counts only if
 * its body says `retry`. Only an acceptance has a price. A reference or reason that is a number becomes text. One that is
 * neither, or has over 300 characters (a reason: 2,000), is left out, and `detail` names it. A callback may also say `returned`, with the code as reason, or `revoked`.
 */
export function readPlainAnswer(heard: Omit<HttpAnswer, 'headers'>): {
  readonly answer?: CallbackAnswer;
  readonly detail: string;
} {
  const { status, body } = heard;
  const { said, isMended } = parseObject(body);
  const notes: string[] = [];
  const repeated = said && MEMBERS.find((name) => isRepeated(said, name));
  if (repeated !== undefined)
    return { detail: `answer: no rule reads it; its key "${repeated}" stands twice` };
  const outcome = OUTCOMES.find((known) => known === said?.['result']);
  const readable = status === 200 || status === 202 || (outcome === 'retry' && status >= 400);
  if (!said)
    return {
      detail: `answer: no rule reads it; the body is ${body.trim() === '' ? 'empty' : 'no JSON object'}`,
    };
  if (!outcome || !readable) return { detail: 'answer: no rule reads it' };
  const { reason, reference, price } = said;
  // Leave out a reference or reason that is no text or too long, and a price that is no amount. A fault of a minor
  // member must not lose the sale.
  const textOf = (key: 'reference' | 'reason', text: unknown, most: number): Record<string, string> => {
    if (text === undefined || text === null || text === '') return {};
    const value = typeof text === 'number' ? numberText(text) : text;
    if (typeof value === 'string' && value.length <= most) return { [key]: value };
    notes.push(`${key} ${typeof value === 'string' ? `has over ${most} characters` : 'gives no text'}`);
    return {};
  };
  const texts = {
    ...textOf('reference', reference, MAX_REFERENCE),
    ...textOf('reason', reason, MAX_REASON),
  };
  const stated = outcome === 'accepted' && price !== undefined && price !== null;
  const price_cents = stated ? readAmount(price) : undefined;
  if (stated && price_cents === undefined) notes.push('price is no amount');
  const onText = notesOnText(heard, isMended || isNotUtf8(Object.values(texts).join('')));
  return {
    answer: { outcome, ...texts, ...(price_cents === undefined ? {} : { price_cents }) },
    detail: [`result ${outcome}`, ...onText, ...notes].join('; '),
  };
}

/** Reads a partner's answer in the plain format, `{ "results": [...] }` with 200. Undefined for anything else. */
export function readPlainResults(heard: HttpAnswer): ReadResults | undefined {
  const { said, isMended } = parseObject(heard.body);
  if (heard.status !== 200 || !said || isRepeated(said, 'results')) return undefined;
  const { results } = said;
  return readPartnerResults(
    { results: Array.isArray(results) ? singleValuesAsLists(results.map(clearOf)) : results },
    notesOnText(heard, isMended),
  );
}

interface Said {
  readonly said: Readonly<Record<string, unknown>> | undefined;
  /** It had broken characters, which are replaced. */
  readonly isMended: boolean;
}

function parseObject(body: string): Said {
  let isMended = isNotUtf8(body);
  const value = readJson(body, () => (isMended = true));
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    said: isObject ? (value as Record<string, unknown>) : undefined,
    isMended,
  };
}
