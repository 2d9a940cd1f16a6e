import { CLICK_ID_FIELDS } from '../lead/tracking-keys.js';
import { leadField, LEAD_FIELDS } from '../lead/fields.js';
import type { DeliveryResult } from './delivery-result.js';
import { textHider, type HideTexts } from './hide-texts.js';

/** The person that a buyer was told of. */
export interface Told {
  readonly lead: object;
  readonly tracking: object;
  readonly answers?: object | undefined;
  /** The person was removed since. */
  readonly forgotten?: object | undefined;
}

/** Shorter words are ignored, because they would match by chance. */
const MIN_WORD = 3;
const MIN_ANSWER = 5;
/** The affiliate reads the first 200 characters. */
const MAX_READ = 4_000;
const WHOLE_ONLY = ['ip_address', ...CLICK_ID_FIELDS];

/**
 * What a buyer says, without the values of the person that it was told: buyers repeat what they refuse. Addresses and
 * numbers of any person are removed later (`cleanBuyerReason`). Nothing is left of what is said of a person who was
 * removed: nobody knows any more which of the words are the name. It never throws: an answer counts, whatever it says,
 * so nothing is left of words that can't be cleaned.
 */
export function withoutPerson(words: string, told: Told): string {
  if (told.forgotten) return '';
  try {
    return personHider(told)?.(words.slice(0, MAX_READ), ' ') ?? words;
  } catch {
    return '';
  }
}

/** Puts a sign in place of each value of the person in a text, where it is a word of its own. Undefined: nothing is known of the person. */
export function personHider(told: Told): HideTexts | undefined {
  const known = valuesOf(told);
  return known.length === 0 ? undefined : textHider(known);
}

/** The same for the outcome of a request. */
export function resultWithoutPerson(delivered: DeliveryResult, told: Told): DeliveryResult {
  if (delivered.kind !== 'answered' || delivered.answer.reason === undefined) return delivered;
  const reason = withoutPerson(delivered.answer.reason, told);
  return { ...delivered, answer: { ...delivered.answer, reason } };
}

function valuesOf({ lead, tracking, answers = {} }: Told): string[] {
  const person = LEAD_FIELDS.flatMap(({ path }) => {
    const [group = '', leaf = ''] = path.split('.');
    return isFree(path) ? textsIn(memberOf(memberOf(lead, group), leaf)) : [];
  });
  const words = person
    // The domain of an e-mail address is that of many.
    .flatMap((value) => value.replace(/@[^@]*$/, '').split(/[^\p{L}\p{N}']+/u))
    .filter((word) => word.length >= MIN_WORD);
  const said = Object.values(answers).flatMap(textsIn);
  const tracked = WHOLE_ONLY.flatMap((name) => textsIn(memberOf(tracking, name)));
  return [...person, ...words, ...[...said, ...tracked].filter(({ length }) => length >= MIN_ANSWER)].filter(
    ({ length }) => length >= MIN_WORD,
  );
}

/** One of a list, a state, an age and a year fit thousands of people, and are words of any refusal. */
const isFree = (path: string): boolean =>
  !['select', 'state', 'age', 'year'].includes(leadField(path)?.format.kind ?? 'select');

const memberOf = (group: unknown, name: string): unknown =>
  typeof group === 'object' && group !== null
    ? (group as Readonly<Record<string, unknown>>)[name]
    : undefined;
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
