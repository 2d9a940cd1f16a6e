import Joi from 'joi';
import type { Question } from '../../core/catalogue/types.js';
import type { PartnerResult, ReadResults } from '../../core/search/partner-result.js';
import { isReservedName, questionNameFault } from '../../core/questions/question-names.js';

/** The most results taken from a partner. The best bids are kept. */
export const RESULT_LIMIT = 50;

/** The most entries examined, valid or not. */
const LOOK_LIMIT = 250;

/** The most faults described for one answer. Further faults are only counted. */
const FAULT_LIMIT = 20;

/** The most items of each list of an entry. */
const LONGEST = { programs: 200, questions: 50, options: 300, program_ids: 200 } as const;

interface ResultShape {
  readonly reference: string;
  readonly name: string;
  readonly school?: { readonly name: string; readonly logo_url?: string };
  readonly programs: { readonly value: string; readonly label: string }[];
  readonly questions: Question[];
  readonly payout?: number;
  readonly tcpa_text?: string;
  readonly expires_at?: Date;
}

const text = (max: number): Joi.StringSchema => Joi.string().trim().max(max);

/** A value that a caller sends back to name a program or an option. */
const value = text(100).custom((name: string, helpers) =>
  isReservedName(name) ? helpers.error('name.reserved') : name,
);
const choice = Joi.object({ value: value.required(), label: text(300).required() });

const question = Joi.object({
  // A partner's `pattern` is ignored: an untrusted regular expression could stop the process.
  name: text(64)
    .custom((name: string, helpers) => {
      const fault = questionNameFault(name);
      if (fault === undefined) return name;
      return helpers.error(fault === 'form' || fault === 'reserved' ? `name.${fault}` : 'name.taken');
    })
    .required(),
  label: text(500),
  type: Joi.valid('select', 'text', 'date', 'number', 'checkbox').required(),
  required: Joi.boolean().strict().default(false),
  required_when: Joi.object({
    program_ids: Joi.array().items(text(200)).max(LONGEST.program_ids).required(),
  }),
  options: Joi.array()
    .items(choice)
    .min(1)
    .max(LONGEST.options)
    .when('type', { is: 'select', then: Joi.required(), otherwise: Joi.any().strip() }),
});

const result = Joi.object<ResultShape>({
  reference: text(300).required(),
  name: text(300).required(),
  school: Joi.object({ name: text(300).required(), logo_url: text(2_000).uri({ scheme: 'https' }) }),
  programs: Joi.array().items(choice).unique('value').max(LONGEST.programs).default([]),
  questions: Joi.array().items(question).unique('name').max(LONGEST.questions).default([]),
  payout: Joi.number().strict().min(0).max(100_000),
  tcpa_text: text(10_000),
  expires_at: Joi.date().iso(),
}).required();

/**
 * Reads a partner's search answer, `{ "results": [...] }`. A wrong entry is dropped, and a fault names its index and
 * the rule, never a value. The other entries stay. Of valid entries with the same
 * reference, the one with the best bid counts. Bids become cents, rounded down.
 *
 * Examines the best bids first and stops as soon as it can, because a partner that sends thousands of results must
 * not block this process. `leftOut` holds faults of entries that are not in the list. Returns undefined if there is
 * no list.
 */
export function readPartnerResults(
  body: Readonly<Record<string, unknown>> | undefined,
  leftOut: readonly string[] = [],
): ReadResults | undefined {
  const entries = body?.['results'];
  if (!Array.isArray(entries)) return undefined;
  const faults: { readonly index: number; readonly sentence: string }[] = [];
  const results = new Map<string, PartnerResult>();
  let looked = 0;
  for (const { entry, index } of bestFirst(entries)) {
    if (results.size === RESULT_LIMIT || looked === LOOK_LIMIT) break;
    looked += 1;
    const tell = (sentence: string): number =>
      faults.push({ index, sentence: `results[${index}]: ${sentence}` });
    const fault = entry === UNCLEAR ? 'a key is there twice' : overlongList(entry);
    if (fault !== undefined) {
      tell(fault);
      continue;
    }
    const checked = result.validate(entry, { stripUnknown: true, messages: WITHOUT_VALUES });
    if (checked.error) tell(checked.error.message);
    else if (results.has(checked.value.reference)) tell('repeats a reference');
    else results.set(checked.value.reference, inCents(checked.value));
  }
  const told = faults.sort((a, b) => a.index - b.index).map(({ sentence }) => sentence);
  const sentences = shorten([...leftOut, ...told]);
  if (looked < entries.length)
    sentences.push(
      results.size === RESULT_LIMIT
        ? `${entries.length} results, cut at ${RESULT_LIMIT}`
        : `${entries.length} results, ${entries.length - looked} not looked at`,
    );
  return { results: [...results.values()], faults: sentences };
}

const UNCLEAR = Symbol('an entry that says two things');

/** An entry as it was read, unless somewhere in it a key is there twice (`readJson`). */
export function clearOf(entry: unknown): unknown {
  try {
    JSON.stringify(entry);
    return entry;
  } catch {
    return UNCLEAR;
  }
}

/**
 * What Joi would say of a list that is too long: it examines every item before it counts them, which takes long for
 * thousands. Undefined: no list is.
 */
function overlongList(entry: unknown): string | undefined {
  const questions = listIn(entry, 'questions');
  const lists = [
    { path: 'programs', items: listIn(entry, 'programs'), most: LONGEST.programs },
    { path: 'questions', items: questions, most: LONGEST.questions },
    ...questions.slice(0, LONGEST.questions).flatMap((one, index) => [
      { path: `questions[${index}].options`, items: listIn(one, 'options'), most: LONGEST.options },
      {
        path: `questions[${index}].required_when.program_ids`,
        items: listIn(memberOf(one, 'required_when'), 'program_ids'),
        most: LONGEST.program_ids,
      },
    ]),
  ];
  const found = lists.find(({ items, most }) => items.length > most);
  return found && `"${found.path}" must contain less than or equal to ${found.most} items`;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function listIn(value: unknown, name: keyof typeof LONGEST): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

/** Sorts the entries by their bids as sent, valid or not. Entries without a bid come last. */
function bestFirst(entries: readonly unknown[]): { readonly entry: unknown; readonly index: number }[] {
  const bidOf = (entry: unknown): number => {
    const bid = (entry as { readonly payout?: unknown } | null)?.payout;
    return typeof bid === 'number' ? bid : -1;
  };
  return entries.map((entry, index) => ({ entry, index, bid: bidOf(entry) })).sort((a, b) => b.bid - a.bid);
}

/** Joi's own messages for the last two repeat the value, which may be personal. */
const WITHOUT_VALUES = {
  'name.reserved': '{{#label}} is a word with a meaning of its own',
  'name.taken': '{{#label}} is a key of the submit itself',
  'name.form': '{{#label}} has a wrong form',
  'string.uriCustomScheme': '{{#label}} is no https address',
};

function inCents({ payout, ...rest }: ResultShape): PartnerResult {
  // 19.99 * 100 is 1998.9999…; the small addend keeps whole cents whole.
  return payout === undefined ? rest : { ...rest, bid_cents: Math.floor(payout * 100 + 1e-6) };
}

function shorten(faults: readonly string[]): string[] {
  if (faults.length <= FAULT_LIMIT) return [...faults];
  return [...faults.slice(0, FAULT_LIMIT), `and ${faults.length - FAULT_LIMIT} more`];
}
