import type { FieldRule, Rule } from '../catalogue/types.js';
import { leadField } from '../lead/fields.js';
import { fieldOf, type LeadData } from '../lead/lead-data.js';
import { maskField } from '../masking/mask.js';

const MAX_VALUES = 60;

/** `WI, IL and IA` */
const listed = (values: readonly string[], last: string): string => {
  const shown = values.slice(0, MAX_VALUES).map(valueWords);
  if (values.length > MAX_VALUES) return `${shown.join(', ')}, …`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
};

const valueWords = (value: string): string => value.replaceAll('_', ' ');

const label = (path: string): string => {
  const words = leadField(path)?.label ?? path;
  // An abbreviation keeps its capitals.
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
};

function rangeWords({ min, max }: { readonly min?: number; readonly max?: number }, more: string): string {
  if (min === undefined) return max === undefined ? 'any' : `at most ${max}`;
  return max === undefined ? `${min} or ${more}` : `${min} to ${max}`;
}

function testWords({ field, test }: FieldRule): string {
  if ('within_miles' in test) return `within ${test.within_miles} miles of ZIP code ${test.of}`;
  if (field === 'age')
    return 'min' in test || 'max' in test ? `aged ${rangeWords(test, 'older')}` : 'of an age';
  if (field === 'address.state' && 'in' in test) return `in ${listed(test.in, 'and')}`;
  if (field === 'address.state' && 'not_in' in test) return `outside ${listed(test.not_in, 'and')}`;
  const whose = `whose ${label(field)} is`;
  if ('in' in test) return `${whose} ${listed(test.in, 'or')}`;
  if ('not_in' in test) return `${whose} not ${listed(test.not_in, 'or')}`;
  if ('at_least' in test) return `${whose} at least ${valueWords(test.at_least)}`;
  return `${whose} ${rangeWords(test, 'later')}`;
}

/** Whom a rule takes, for operators: `people in WI and IL`. */
export const ruleWords = (rule: Rule): string => `people ${partWords(rule)}`;

function partWords(rule: Rule): string {
  if ('any' in rule) return rule.any.map(partWords).join(', or ') || 'of no kind';
  const words = testWords(rule);
  return rule.when_missing === 'pass' ? `${words} (or who do not say)` : words;
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
  return value === undefined ? 'does not say' : `says ${valueWords(maskField(first.field, value))}`;
}

function firstOf(rule: Rule): FieldRule | undefined {
  if ('field' in rule) return rule;
  const [first] = rule.any;
  return first && firstOf(first);
}
