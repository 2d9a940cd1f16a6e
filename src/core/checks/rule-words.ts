import type { FieldRule, Rule } from '../catalogue/types.js';
import { leadField } from '../lead/fields.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';
import { maskField } from '../masking/mask.js';

const labelOf = (field: FieldRule['field']): string =>
  field === 'age' ? 'Age' : (leadField(field)?.label ?? field);

const anyOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : `one of ${values.join(', ')}`;

/** An eligibility rule in words: "State is one of WI, IL". */
export function ruleWords(rule: Rule): string {
  if ('any' in rule) return rule.any.map(ruleWords).join('; or ');
  const words = `${labelOf(rule.field)} ${wordsOfTest(rule)}`;
  return rule.when_missing === 'pass' ? `${words}, where it is sent` : words;
}

function wordsOfTest({ field, test }: FieldRule): string {
  if ('in' in test) return `is ${anyOf(test.in)}`;
  if ('not_in' in test) return `is not ${anyOf(test.not_in)}`;
  if ('within_miles' in test) return `is within ${test.within_miles} miles of ${test.of}`;
  if ('at_least' in test) return `is ${anyOf(valuesFrom(field, test.at_least))}`;
  const { min, max } = test;
  if (max === undefined) return `is at least ${min ?? 0}`;
  return min === undefined ? `is at most ${max}` : `is from ${min} to ${max}`;
}

/** The values from the given one on, by their rank. */
function valuesFrom(field: FieldRule['field'], least: string): readonly string[] {
  const format = field === 'age' ? undefined : leadField(field)?.format;
  const values = format?.kind === 'select' ? format.values : [];
  return values.slice(Math.max(0, values.indexOf(least)));
}

/** What the lead says where a rule fails: `says NY`. What identifies a person is masked. */
export function saidWords(rule: Rule, lead: LeadData): string {
  const first = firstOf(rule);
  if (!first) return 'is none of them';
  if (first.field === 'age')
    return lead.personal?.date_of_birth === undefined && lead.personal?.age === undefined
      ? 'does not say'
      : 'is of another age';
  const value = fieldOf(lead, first.field);
  return value === undefined ? 'does not say' : `says ${maskField(first.field, value)}`;
}

function firstOf(rule: Rule): FieldRule | undefined {
  if ('field' in rule) return rule;
  const [first] = rule.any;
  return first && firstOf(first);
}
