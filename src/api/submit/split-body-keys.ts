import { leadFieldByLeaf } from '../../core/lead/fields.js';
import type { FormField } from '../../core/search/search-record.js';
import { isSubmitKey, type SubmitBody } from '../schemas/submit-schema.js';

/** The keys of a submit that are not the request's own. */
export interface SortedKeys {
  readonly answers: Readonly<Record<string, unknown>>;
  /** Lead fields that the result asked for, under their flat names. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Which of the keys sent at the top answer a question, which are lead fields that were asked for, which are extra. */
export function sortKeys(body: SubmitBody, fields: readonly FormField[]): SortedKeys {
  const sorted = { answers: {}, asked: {}, extra: {} } satisfies Record<
    keyof SortedKeys,
    Record<string, unknown>
  >;
  const questions = new Set(fields.map(({ name }) => name));
  const placeOf = (name: string): Record<string, unknown> => {
    if (!questions.has(name)) return sorted.extra;
    return leadFieldByLeaf(name) ? sorted.asked : sorted.answers;
  };
  for (const [name, value] of Object.entries(body)) if (!isSubmitKey(name)) placeOf(name)[name] = value;
  return sorted;
}
