import type { Offer } from '../catalogue/types.js';
import { leadFieldByLeaf, type LeadField } from '../lead/fields.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';
import type { ResultTerms } from '../search/search-record.js';
import type { Check } from './check.js';

/**
 * Checks the lead fields that the offer needs. With a result, these are the fields that its terms asked for, named as
 * they were asked. A direct post needs the fields that the offer requires, named by their paths.
 */
export const requiredFields: Check = {
  name: 'required_fields',
  stages: ['submit'],
  refuse({ offer, terms, program, lead }) {
    const field = terms
      ? missingAsked(terms, program, (path) => fieldOf(lead, path))
      : missing(offer, program, lead);
    if (field === undefined) return undefined;
    return { check: 'required_fields', code: 'REQUIRED_FIELD_MISSING', why: 'field_missing', field };
  },
};

function missingAsked(
  terms: ResultTerms,
  program: string | undefined,
  valueOf: (path: LeadField) => string | undefined,
): string | undefined {
  const needed = terms.form_fields.filter(
    ({ required, required_when }) =>
      required || (program !== undefined && required_when?.program_ids.includes(program)),
  );
  return needed.find(({ name }) => {
    const row = leadFieldByLeaf(name);
    return row && valueOf(row.path) === undefined;
  })?.name;
}

function missing(
  offer: Offer | undefined,
  program: string | undefined,
  lead: Parameters<typeof missingField>[1],
): string | undefined {
  const ofProgram = offer?.programs.find(({ value }) => value === program)?.required_fields ?? [];
  return missingField([...(offer?.required_fields ?? []), ...ofProgram], lead);
}

/** The first required field that the lead does not have. */
export const missingField = (required: readonly LeadField[], lead: LeadData): LeadField | undefined =>
  required.find((field) => fieldOf(lead, field) === undefined);
