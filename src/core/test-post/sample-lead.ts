import type { FieldRule, Offer, Question, Rule } from '../catalogue/types.js';
import { failingRule } from '../checks/eligibility.js';
import { ageOn, dayIn } from '../lead/age.js';
import { leadField, STATES, type LeadField } from '../lead/fields.js';
import { mergeLeads, type LeadData } from '../lead/lead-data.js';
import type { Geo } from '../lead/geo.js';
import { isFoundIn } from '../questions/questions.js';

/** A fictitious person. The e-mail address, phone number and street are reserved for examples or made up. */
const NOBODY: LeadData = {
  personal: {
    email: 'jane.sample@example.com',
    phone: '3125550142',
    first_name: 'Jane',
    last_name: 'Sample',
    date_of_birth: '1990-05-17',
    gender: 'female',
  },
  address: {
    address_line_1: '1 Sample Street',
    address_line_2: 'Apt 2',
    city: 'Chicago',
    state: 'IL',
    zip_code: '60601',
  },
  education: {
    education_level: 'bachelors',
    high_school_graduation_year: '2008',
    start_timeline: 'immediately',
    learning_preference: 'online',
    teaching_certificate: 'no',
  },
  background: {
    rn_license: 'rn',
    military_affiliation: 'none',
    us_citizen: 'yes',
    has_internet_access: 'yes',
  },
};

/**
 * A fictitious lead with every field. It matches the rules of the offer (and the program) as far as they can be read.
 */
export function sampleLead(offer: Offer, program: string | undefined, now: Date, geo: Geo): LeadData {
  const context = { now, time_zone: offer.buyer.time_zone, geo };
  const ofProgram = offer.programs.find(({ value }) => value === program)?.eligibility ?? [];
  let lead = NOBODY;
  for (const rule of [...offer.eligibility, ...ofProgram])
    if (failingRule([rule], lead, context))
      lead = mergeLeads(lead, wanted(rule, dayIn(context.time_zone, now)));
  const age = ageOn(lead, now, offer.buyer.time_zone);
  return age === undefined ? lead : mergeLeads(lead, { personal: { age: String(age) } });
}

/** `today` is the date in the buyer's time zone, which is used to compute ages. */
function wanted(rule: Rule, today: string): LeadData {
  if ('any' in rule) return rule.any[0] ? wanted(rule.any[0], today) : {};
  const value = valueFor(rule);
  if (value === undefined) return {};
  if (rule.field === 'age')
    return { personal: { date_of_birth: `${Number(today.slice(0, 4)) - Number(value)}-01-01` } };
  const [group, leaf] = rule.field.split('.') as [string, string];
  return { [group]: { [leaf]: value } };
}

function valueFor({ field, test }: FieldRule): string | undefined {
  if ('in' in test) return test.in[0];
  if ('not_in' in test) return choicesOf(field).find((choice) => !test.not_in.includes(choice));
  if ('within_miles' in test) return test.of;
  if ('at_least' in test) return test.at_least;
  return (test.min ?? test.max)?.toString();
}

function choicesOf(field: LeadField | 'age'): readonly string[] {
  const format = leadField(field)?.format;
  return format?.kind === 'select' ? format.values : STATES;
}

/** An answer of the right type to each question. For patterns, a few texts are tried; none is computed. */
export const sampleAnswers = (questions: readonly Question[]): Record<string, unknown> =>
  Object.fromEntries(questions.map((question) => [question.name, answerTo(question)]));

function answerTo({ type, options, pattern }: Question): string | number | boolean | undefined {
  switch (type) {
    case 'select':
      return options?.[0]?.value;
    case 'date':
      return '2026-01-15';
    case 'number':
      return 1;
    case 'checkbox':
      return true;
    case 'text':
      return TEXTS.find((text) => pattern === undefined || isFoundIn(pattern, text)) ?? TEXTS[0];
  }
}

const TEXTS = ['Sample', 'sample', 'AB', '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678'];
