import type { ResultTerms } from '../../../core/search/search-record.js';

/** What the removal of words needs of a lead's terms. */
export type SpokenTerms = Partial<Pick<ResultTerms, 'reference' | 'programs'>>;

/**
 * The parts of an update that leave no words in the terms of a lead, which a partner may have written for its person. The names
 * of a direct offer are the catalogue's. Values and payouts stay: a buyer may still take the lead, and the books need them.
 */
export function termsWithoutWords(terms: SpokenTerms | undefined): {
  readonly set: object;
  readonly unset: object;
} {
  if (!terms) return { set: {}, unset: {} };
  const set = { 'terms.tcpa_text': null, 'terms.form_fields': [] };
  if (terms.reference === undefined) return { set, unset: {} };
  const programs = (terms.programs ?? []).map((program) => ({ ...program, label: '' }));
  return {
    set: { ...set, 'terms.offer_name': '', 'terms.programs': programs },
    unset: { 'terms.school': 1 },
  };
}
