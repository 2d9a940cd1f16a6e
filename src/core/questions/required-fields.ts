import type { Offer, Program } from '../catalogue/types.js';
import { leadField, leafOf, STATES, type FieldFormat, type LeadField } from '../lead/fields.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';
import type { FormField, ResultTerms } from '../search/search-record.js';

const OPTION_LABELS: Readonly<Record<string, string>> = {
  no_hs_diploma: 'No high school diploma',
  ged: 'GED',
  rn: 'RN',
  lpn_lvn: 'LPN or LVN',
  spouse_dependent: 'Spouse or dependent',
};

/** `1_3_months` → `1–3 months`, `high_school` → `High school`. State codes do not change. */
export function optionLabel(value: string): string {
  const words = value.replace(/(\d)_(?=\d)/g, '$1–').replaceAll('_', ' ');
  return OPTION_LABELS[value] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const selectOf = (values: readonly string[]): Pick<FormField, 'type' | 'options'> => ({
  type: 'select',
  options: values.map((value) => ({ value, label: optionLabel(value) })),
});

function inputOf(format: FieldFormat): Pick<FormField, 'type' | 'options'> {
  switch (format.kind) {
    case 'select':
      return selectOf(format.values);
    case 'state':
      return selectOf(STATES);
    case 'date_of_birth':
      return { type: 'date' };
    case 'age':
    case 'year':
      return { type: 'number' };
    default:
      return { type: 'text' };
  }
}

function asked(path: LeadField, programIds?: readonly string[]): FormField {
  const row = leadField(path);
  if (!row) throw new Error(`no such lead field: ${path}`);
  return {
    name: leafOf(path),
    label: row.label,
    ...inputOf(row.format),
    required: programIds === undefined,
    ...(programIds && { required_when: { program_ids: programIds } }),
  };
}

/**
 * Required lead fields that the lead lacks, as questions that have the flat lead key as their name
 * (docs/contract/search.md#missing-lead-fields). The offer's own fields come first and are always required. Then come
 * fields that only some of the shown `programs` need.
 */
export function askedFields(
  offer: Pick<Offer, 'required_fields'>,
  programs: readonly Pick<Program, 'value' | 'required_fields'>[],
  lead: LeadData,
): FormField[] {
  const lacks = (field: LeadField): boolean => fieldOf(lead, field) === undefined;
  const ofOffer = new Set(offer.required_fields.filter(lacks));
  const ofPrograms = new Set(programs.flatMap((program) => program.required_fields.filter(lacks)));
  const needing = (field: LeadField): string[] =>
    programs.filter((program) => program.required_fields.includes(field)).map(({ value }) => value);
  return [
    ...[...ofOffer].map((field) => asked(field)),
    ...[...ofPrograms].filter((field) => !ofOffer.has(field)).map((field) => asked(field, needing(field))),
  ];
}

/**
 * The terms of a result for a lead that is newer than the result, because the search ran again: they ask too for what the
 * offer and the programs that were shown need now and this lead lacks. What was shown stays.
 */
export function askingNewer(terms: ResultTerms, offer: Offer, lead: LeadData): ResultTerms {
  const shown = new Set(terms.programs.map(({ value }) => value));
  const programs = offer.programs.filter(({ value }) => shown.has(value));
  const before = new Map(terms.form_fields.map((field) => [field.name, field]));
  // What has the name already may ask for less: a partner's question, or a field that only some programs needed.
  const more = askedFields(offer, programs, lead).filter(({ name, required }) => {
    const known = before.get(name);
    return !known?.required && (required || !known?.required_when);
  });
  if (more.length === 0) return terms;
  const replaced = new Set(more.map(({ name }) => name));
  const shownToo = terms.form_fields.filter(({ name }) => !replaced.has(name));
  return { ...terms, form_fields: [...shownToo, ...more] };
}
