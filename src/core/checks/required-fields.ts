import type { Offer } from '../catalogue/types.js';
import { leadFieldByLeaf, type LeadField } from '../lead/fields.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';
import type { ResultTerms } from '../search/search-record.js';
import type { FieldFault } from '../refusal.js';
import { refusalOf, type Check, type Subject } from './check.js';

/**
 * Checks the lead fields that the offer needs. With a result, these are the fields that its terms asked for, named as
 * they were asked. A direct post needs the fields that the offer requires, named by their paths.
 */
export const requiredFields: Check = {
  name: 'required_fields',
  stages: ['submit'],
  refuse: (subject) => refusalOf('required_fields', requiredFieldFaults(subject)),
};

/** All fields that the offer needs and the lead does not have. */
export function requiredFieldFaults({ offer, terms, program, lead }: Subject): FieldFault[] {
  const fields = terms ? missingAsked(terms, program, lead) : missing(offer, program, lead);
  return fields.map((field) => ({ code: 'REQUIRED_FIELD_MISSING', why: 'field_missing', field }));
}

function missingAsked({ form_fields }: ResultTerms, program: string | undefined, lead: LeadData): string[] {
  const needed = form_fields.filter(
    ({ required, required_when }) =>
      required || (program !== undefined && required_when?.program_ids.includes(program)),
  );
  return needed.flatMap(({ name }) => {
    const row = leadFieldByLeaf(name);
    return row && fieldOf(lead, row.path) === undefined ? [name] : [];
  });
}

function missing(offer: Offer | undefined, program: string | undefined, lead: LeadData): LeadField[] {
  const ofProgram = offer?.programs.find(({ value }) => value === program)?.required_fields ?? [];
  return missingFields([...(offer?.required_fields ?? []), ...ofProgram], lead);
}

/** The required fields that the lead does not have, each once. */
export const missingFields = (required: readonly LeadField[], lead: LeadData): LeadField[] =>
  [...new Set(required)].filter((field) => fieldOf(lead, field) === undefined);
