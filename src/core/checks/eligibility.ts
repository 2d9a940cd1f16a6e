import type { Refusal } from '../refusal.js';
import type { Check } from './check.js';
import { ruleWords, saidWords } from './rule-words.js';
import type { FieldRule, Rule } from '../catalogue/types.js';
import { ageOn } from '../lead/age.js';
import { type LeadField, leadField } from '../lead/fields.js';
import type { Geo } from '../lead/geo.js';
import { type LeadData, fieldOf } from '../lead/lead-data.js';

/** Checks the offer's rules, then the chosen program's. */
export const eligibility: Check = {
  name: 'eligibility',
  stages: ['search', 'submit'],
  refuse({ offer, program, lead, now, geo, rules_hold }) {
    if (!offer) return undefined;
    const context = { now, time_zone: offer.buyer.time_zone, geo };
    const ofProgram = offer.programs.find(({ value }) => value === program)?.eligibility ?? [];
    const ofOffer = rules_hold ? [] : offer.eligibility;
    const failing = firstFailing(ofOffer, lead, context) ?? firstFailing(ofProgram, lead, context);
    return failing && ineligible(failing, saidOf(failing, lead));
  },
};

/** Each refused lead keeps them, and a rule may list thousands of ZIP codes. */
const MAX_WORDS = 300;

/** The refusal by a rule, in words, since the rule may have changed when somebody asks. `said`: see `saidOf`. */
export const ineligible = (rule: Rule, said: string): Refusal => ({
  ...{ check: 'eligibility', code: 'NOT_ELIGIBLE', why: faultyField(rule) },
  detail: { takes: ruleWords(rule).slice(0, MAX_WORDS), lead: said },
});

/** What the lead says about the rule's field, masked. The same for all rules of one `faultyField`. */
export const saidOf = saidWords;

/** What rules need besides the lead: the time, the buyer's time zone, and distances. */
export interface EligibilityContext {
  readonly now: Date;
  readonly time_zone: string;
  readonly geo: Geo;
}

/** The position in the field's list of values; -1 for any other value. */
function rankOf(field: LeadField, value: string): number {
  const format = leadField(field)?.format;
  return format?.kind === 'select' ? format.values.indexOf(value) : -1;
}
function holds(rule: FieldRule, lead: LeadData, context: EligibilityContext): boolean {
  const { field, test } = rule;
  const value =
    field === 'age' ? ageOn(lead, context.now, context.time_zone)?.toString() : fieldOf(lead, field);
  if (value === undefined) return rule.when_missing === 'pass';
  if ('in' in test) return test.in.includes(value);
  if ('not_in' in test) return !test.not_in.includes(value);
  if ('within_miles' in test) {
    const miles = context.geo.miles(test.of, value);
    return miles !== undefined && miles <= test.within_miles;
  }
  if ('at_least' in test) {
    const least = field === 'age' ? -1 : rankOf(field, test.at_least);
    return field !== 'age' && least >= 0 && rankOf(field, value) >= least;
  }
  // Text that is not a number becomes NaN, which fails both comparisons.
  const number = Number(value);
  return number >= (test.min ?? -Infinity) && number <= (test.max ?? Infinity);
}
/** The field that a refusal by the rule names. */
export const faultyField = (rule: Rule): string => {
  if ('field' in rule) return rule.field;
  const [first] = rule.any;
  return first ? faultyField(first) : 'any';
};

/**
 * The first rule that the lead fails, or undefined when all rules hold. The rule is named by its field (for `any`: by
 * the field of its first alternative). A missing field fails unless the rule says `when_missing: pass`. A ZIP with an
 * unknown location fails.
 */
export function failingRule(
  rules: readonly Rule[],
  lead: LeadData,
  context: EligibilityContext,
): { field: string } | undefined {
  const failed = firstFailing(rules, lead, context);
  return failed && { field: faultyField(failed) };
}

function firstFailing(rules: readonly Rule[], lead: LeadData, context: EligibilityContext): Rule | undefined {
  return rules.find((rule) => !rulePasses(rule, lead, context));
}

/** Whether the lead fulfils the rule. */
export const rulePasses = (rule: Rule, lead: LeadData, context: EligibilityContext): boolean =>
  'any' in rule ? rule.any.some((one) => rulePasses(one, lead, context)) : holds(rule, lead, context);
