import type { FieldRule, Offer, Question, Rule } from '../catalogue/types.js';
import { rulePasses } from '../checks/eligibility.js';
import { ageOn, dayIn } from '../lead/age.js';
import { leadField, STATES, type FieldFormat, type LeadField } from '../lead/fields.js';
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
  const rules = [...offer.eligibility, ...ofProgram];
  const today = dayIn(context.time_zone, now);
  const failing = (lead: LeadData): number => rules.filter((rule) => !rulePasses(rule, lead, context)).length;
  const aged = (lead: LeadData): LeadData => {
    const age = ageOn(lead, now, context.time_zone);
    return age === undefined ? lead : mergeLeads(lead, { personal: { age: String(age) } });
  };
  let lead = aged(NOBODY);
  for (const rule of rules) {
    if (rulePasses(rule, lead, context)) continue;
    const before = lead;
    let fewest = failing(before);
    for (const change of wanted(rule, today).slice(0, MAX_TRIED)) {
      const merged = mergeLeads(before, change);
      const way = change.personal ? aged(merged) : merged;
      const left = failing(way);
      // What one rule wants may not suit another one.
      if (left < fewest) [lead, fewest] = [way, left];
      if (fewest === 0) return lead;
    }
  }
  return lead;
}

/** How many values of a rule are tried. One may list tens of thousands of ZIP codes, and a posting specification asks for each of its offers. */
const MAX_TRIED = 50;

/** Changes of which each may fulfil the rule. `today` is the date in the buyer's time zone, which is used to compute ages. */
function wanted(rule: Rule, today: string): LeadData[] {
  if ('any' in rule) return rule.any.flatMap((each) => wanted(each, today));
  return valuesFor(rule).map((value) => {
    if (isAge(rule.field))
      return { personal: { date_of_birth: `${Number(today.slice(0, 4)) - Number(value)}-01-01` } };
    const [group, leaf] = rule.field.split('.') as [string, string];
    return { [group]: { [leaf]: value } };
  });
}

/** The sample's age is computed from its date of birth. */
const isAge = (field: FieldRule['field']): boolean => field === 'age' || field === 'personal.age';

function valuesFor({ field, test }: FieldRule): readonly string[] {
  if ('in' in test) return test.in.slice(0, MAX_TRIED);
  if ('not_in' in test) return choicesOf(field).filter((choice) => !test.not_in.includes(choice));
  if ('within_miles' in test) return [test.of];
  if ('at_least' in test) return [test.at_least];
  return [test.min, test.max].flatMap((bound) => bound?.toString() ?? []);
}

const AGES = ['30', '25', '45', '20', '60'];
const TEXT_CHOICES: Readonly<Partial<Record<FieldFormat['kind'], readonly string[]>>> = {
  email: ['john.sample@example.com'],
  phone: ['3125550143'],
  state: STATES,
  zip: ['53703', '60614', '10001', '90210', '33101'],
  year: ['2010', '2005', '2015', '2000'],
  text: ['Springfield', 'Sample'],
};

function choicesOf(field: LeadField | 'age'): readonly string[] {
  if (isAge(field)) return AGES;
  const format = leadField(field)?.format;
  return format?.kind === 'select' ? format.values : ((format && TEXT_CHOICES[format.kind]) ?? []);
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
