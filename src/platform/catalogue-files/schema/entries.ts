import Joi from 'joi';
import { compact } from '../../../core/catalogue/compact.js';
import type { EntryKind } from '../../../core/catalogue/document.js';
import type { FormOption } from '../../../core/catalogue/entry-form.js';
import { LEAD_FIELDS, STATE_NAMES, STATES, testsOf, type FieldFormat } from '../../../core/lead/fields.js';
import {
  DEFAULT_LIMITS,
  DUPE_CHECKS_PER_DAY,
  formatLimit,
  OPERATIONS,
  type Operation,
} from '../../../core/limits/limits.js';
import { optionLabel } from '../../../core/questions/required-fields.js';
import { DEFAULTS } from '../defaults.js';
import { alerts } from './alerts.js';
import { retention } from './retention.js';
import { returnsOf, stages } from './after-sale.js';
import { currency } from './currency.js';
import { delivery, notice, partner, verify } from './endpoints.js';
import { told } from './webhooks.js';
import {
  count,
  date,
  duration,
  field,
  handle,
  id,
  limitOf,
  listOf,
  money,
  oneOf,
  paragraphs,
  pattern,
  text,
  timeZone,
  value,
} from './values.js';

const LIMITED: Readonly<Record<Operation, string>> = {
  search: 'Searches',
  results: 'Reading results',
  submit: 'Submits',
  dupe_check: 'Duplicate pre-checks',
  reconcile: 'Reconciliation',
};
const named = {
  handle: field('Handle', handle, {
    help: 'The name in files, addresses and commands. You can’t rename it: another handle makes a new entry.',
  }).required(),
  id: field('Id', id, {
    help: 'The UUID that the API shows. Set it only to keep that of a former entry.',
    byDefault: 'computed from the handle',
  }),
  name: field('Name', text()).required(),
};
/** What statements say of a party. */
const billed = (whose: string) => ({
  address: field('Address', paragraphs(500), { help: `On ${whose} statements.` }),
  payment_days: field('Payment days', count(0, 365), {
    help: "Payment is due this many days after the month's end.",
    byDefault: "the exchange's",
  }),
});
const flag = Joi.boolean();
const LEAD_FIELD_OPTIONS = LEAD_FIELDS.map(({ path, label }) => ({ value: path, label }));
const requiredFields = field('Required fields', listOf(text()).unique(), {
  help: 'Each submit must include these. For an age rule, require Date of birth or Age.',
  kind: 'choices',
  options: LEAD_FIELD_OPTIONS,
});
const values = listOf(text()).min(1).unique();
/** A state is found by its name and by its code. */
const labelOf = (value: string, { kind }: FieldFormat): string =>
  kind === 'state' ? `${STATE_NAMES[value] ?? value} (${value})` : optionLabel(value);
const valuesOf = (format: FieldFormat): readonly string[] | undefined => {
  if (format.kind === 'select') return format.values;
  return format.kind === 'state' ? STATES : undefined;
};
const RULE_FIELDS: readonly FormOption[] = [
  { value: 'age', label: 'Age today (from the date of birth, or the age sent)', tests: testsOf('age') ?? [] },
  ...LEAD_FIELDS.map(({ path, label, format }) =>
    compact({
      ...{ value: path, label: path === 'personal.age' ? 'Age sent by the affiliate' : label },
      tests: testsOf(path) ?? [],
      values: valuesOf(format)?.map((each) => ({ value: each, label: labelOf(each, format) })),
    }),
  ),
];
const program = (label: string, help: string): Joi.Schema => field(label, value, { kind: 'program', help });
const statusOf = (other: string, help: string): Joi.Schema =>
  field('Status', oneOf('active', other), { byDefault: DEFAULTS.status, help });

/** One eligibility rule. The value validators check that it has a test and that the test fits its field. */
export const rule = Joi.object({
  any: field('One of these', listOf(Joi.link('#rule')).min(1), {
    kind: 'rules',
    one: 'rule',
    help: 'Holds when at least one of them does.',
  }),
  field: field('Field', text(), {
    kind: 'choice',
    options: RULE_FIELDS,
  }),
  in: field('is one of', values),
  not_in: field('is none of', values),
  min: field('is at least', count(0, 9999)),
  max: field('is at most', count(0, 9999)),
  within_miles: field('is within miles', Joi.number().greater(0).max(25_000)),
  of: field('of ZIP code', text()),
  at_least: field('is this level or higher', text()),
  when_missing: field('A lead without it', oneOf('pass', 'fail'), {
    words: { pass: 'passes', fail: 'fails' },
    byDefault: DEFAULTS.when_missing,
  }),
}).id('rule');

const rulesOf = (help: string): Joi.Schema =>
  field('Rules', listOf(rule), { kind: 'rules', one: 'rule', help, byDefault: 'everyone' });

const moneyRange = listOf(money).length(2);
const capLimit = count(1, 1_000_000_000);
const capsOf = (help: string): Joi.Schema =>
  field(
    'Caps',
    listOf(
      Joi.object({
        window: field('In each', oneOf('hour', 'day', 'week', 'month', 'total'), {
          words: { total: 'In total' },
        }).required(),
        limit: field('Limit', capLimit).required(),
        program: program('Program', 'Only leads of this program.'),
        limit_range: field('Allowed range for temporary limits', listOf(capLimit).length(2), {
          kind: 'range',
          help: 'Operators may set a limit in this range for a time.',
        }),
      }),
    ),
    { one: 'cap', help, byDefault: 'no limit' },
  );

const affiliate = Joi.object({
  ...named,
  status: statusOf('disabled', 'Disabled: its keys are refused.'),
  ...told,
  dupe_check: field(
    'Duplicate pre-check',
    Joi.valid('own', 'offers', true, false).messages({
      'any.only': '{{#label}} must be own, offers, true or false',
    }),
    {
      kind: 'choice',
      options: [
        { value: 'offers', label: 'All leads of offers that it can post to' },
        { value: 'own', label: 'Its own leads alone' },
        { value: false, label: 'Not open to it' },
      ],
      byDefault: 'offers',
      help: 'Which leads it searches.',
    },
  ),
  dupe_checks_per_day: field('Pre-checks in a day', count(1, 1_000_000_000), {
    byDefault: DUPE_CHECKS_PER_DAY,
    help: 'Of all its keys together, by UTC.',
  }),
  accept_loose_formats: field('Accept loose formats', flag, {
    byDefault: false,
    help: 'Converts lead fields in other forms, such as +1 (608) 555-0199.',
  }),
  limits: field(
    'Rate limits',
    Joi.object(
      Object.fromEntries(
        OPERATIONS.map((operation) => [
          operation,
          field(LIMITED[operation], limitOf(operation), {
            help: `Calls per minute, then how many at once, like ${formatLimit(DEFAULT_LIMITS[operation])}.`,
          }),
        ]),
      ),
    ).min(1),
    { help: 'For all its keys together, in addition to each key’s limits.' },
  ),
  ...billed('its'),
});

const openHours = Joi.object({
  days: field(
    'Days',
    listOf(oneOf('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'))
      .min(1)
      .unique(),
  ).required(),
  from: field('From', text(), { kind: 'time' }).required(),
  to: field('To', text(), { kind: 'time' }).required(),
});

const zoneOf = (help: string): Joi.Schema =>
  field('Time zone', timeZone, { byDefault: DEFAULTS.time_zone, help });

const buyer = Joi.object({
  ...named,
  status: statusOf('paused', 'Paused: none of its offers is sold.'),
  time_zone: zoneOf('For delivery hours, caps and ages.'),
  delivery_hours: field('Delivery hours', listOf(openHours).min(1), {
    one: 'hours',
    byDefault: 'always',
    help: 'Leads that come outside of them wait. Write hours over midnight as two rows.',
  }),
  holidays: field('Holidays', listOf(date).unique(), { help: 'Days without delivery, in its zone.' }),
  caps: capsOf('Over all its offers.'),
  returns: returnsOf('none are accepted'),
  stages: field('Stages after the sale', stages, {
    one: 'stage',
    byDefault: 'those of all buyers',
    help: 'What the buyer reports about the leads that it bought, in order.',
  }),
  revocation: field('Revocations', notice, {
    help: 'Where it is told that a person revoked consent.',
  }),
  erasure: field('Erasures', notice, { help: 'Where it is told that a person must be erased.' }),
  ...billed('its'),
});

const programs = listOf(
  Joi.object({
    value: field('Value', value, { help: 'As affiliates and the buyer know it, like rn-to-msn.' }).required(),
    label: field('Name', text(), { help: 'As people see it.' }).required(),
    price: field('Price', money, { help: 'What the buyer pays.', byDefault: "the offer's" }),
    eligibility: rulesOf('Besides those of the offer. All must hold.'),
    required_fields: requiredFields,
  }),
);

const question = Joi.object({
  label: field('Question', text(500)),
  name: field('Name', text(64), { help: 'The key of the answer, like campus_visit.' }).required(),
  type: field('Type', oneOf('select', 'text', 'date', 'number', 'checkbox'), {
    words: { select: 'Choice' },
  }).required(),
  options: field(
    'Choices',
    listOf(
      Joi.object({
        value: field('Value', value).required(),
        label: field('Name', text()).required(),
      }),
    ).min(1),
    { one: 'choice' },
  ),
  pattern: field('Pattern', pattern, { help: 'A regular expression that a text must match.' }),
  required: field('Required', flag, { byDefault: false }),
  required_when: field(
    'Required for programs',
    Joi.object({
      program_ids: field('Programs', listOf(value).min(1).unique(), { kind: 'programs' }).required(),
    }),
    { help: 'Required for these alone.' },
  ),
});

const duplicates = Joi.object({
  match: field(
    'Same',
    listOf(oneOf('email', 'phone', 'name_address', 'name_dob_zip'))
      .min(1)
      .unique(),
    {
      words: { name_address: 'Name and address', name_dob_zip: 'Name, date of birth and ZIP code' },
      byDefault: DEFAULTS.duplicates.match,
    },
  ),
  window_days: field('Within days', count(1, 3650), { byDefault: DEFAULTS.duplicates.window_days }),
  scope: field('Among leads of', oneOf('offer', 'buyer', 'service'), {
    words: { offer: 'this offer', buyer: 'this buyer', service: 'all buyers' },
    byDefault: DEFAULTS.duplicates.scope,
  }),
});

const verifyOf = (help: string): Joi.Schema => field('Services', verify, { one: 'service', help });

const offer = Joi.object({
  ...named,
  buyer: field('Buyer', text(), { kind: 'entry', of: 'buyer' }).required(),
  school: field(
    'School',
    Joi.object({
      name: field('Name', text()).required(),
      logo_url: field('Address of the logo', text(2000), { kind: 'address' }),
    }),
    { help: 'What a result shows.' },
  ),
  kind: field('Kind', oneOf('direct', 'partner'), { byDefault: DEFAULTS.kind }),
  offer_type: field('Sold as', oneOf('shared', 'exclusive', 'true_exclusive'), {
    help: 'Shared: others may buy the person too. Exclusive: the only exclusive sale of a search. True exclusive: the only sale of a search.',
  }).required(),
  status: statusOf('paused', 'Paused: not shown, not sold.'),
  price: field('Price', money, {
    help: 'What the buyer pays for an accepted lead. Affiliates never see it.',
    byDefault: 'none',
  }),
  price_range: field('Allowed range for temporary prices', moneyRange, {
    kind: 'range',
    help: 'Operators may set a price in this range for a time, on each campaign.',
  }),
  tcpa_text: field('Consent text', paragraphs(10_000), {
    help: 'What the person agrees to. It is shown with each result.',
  }),
  consent_required: field('Consent is required', flag, { byDefault: DEFAULTS.consent_required }),
  result_ttl: field('A result can be submitted for', duration('1s', '30d'), {
    byDefault: DEFAULTS.result_ttl,
  }),
  required_fields: requiredFields,
  eligibility: rulesOf('All must hold.'),
  programs: field('Programs', programs, {
    one: 'program',
    help: 'What a person chooses. Each may have a price and rules of its own.',
  }),
  questions: field('Questions', listOf(question), {
    one: 'question',
    help: 'What else the form asks the person.',
  }),
  duplicates: field('Duplicates', duplicates, { help: 'Which earlier leads make a person a duplicate.' }),
  caps: capsOf('How many leads are sold.'),
  returns: returnsOf("the buyer's"),
  delivery: field('Delivery', delivery, { help: 'Where leads are posted.' }),
  partner: field('Partner', partner, { help: 'A buyer with a search of its own.' }),
  verify: verifyOf('Are asked about a lead before it is sold.'),
});

const byProgram = (label: string, help: string): Joi.Schema =>
  field(label, Joi.object().pattern(Joi.string(), field('Amount', money)), { one: 'program', help });

const campaign = Joi.object({
  ...named,
  affiliate: field('Affiliate', text(), { kind: 'entry', of: 'affiliate' }).required(),
  status: statusOf('inactive', 'Inactive: no searches, no submits.'),
  time_zone: zoneOf('Of its caps.'),
  max_accepted_submissions: field('Sales of one search', count(1, 1000), {
    byDefault: DEFAULTS.max_accepted_submissions,
    help: 'How many submits of one search can be accepted.',
  }),
  allow_fallbacks: field('Allow fallbacks', flag, {
    byDefault: false,
    help: "A direct post may name other offers for when its own can't take the lead.",
  }),
  caps: capsOf('Over all its offers.'),
  verify: verifyOf("Are asked about each lead, before its offer's."),
  ...told,
  offers: field(
    'Offers',
    listOf(
      Joi.object({
        offer: field('Offer', text(), { kind: 'entry', of: 'offer' }).required(),
        payout: field('Payout', money, {
          help: 'What the affiliate earns for an accepted lead.',
          byDefault: 'none is shown',
        }),
        price: field('Price', money, {
          help: 'What the buyer pays for leads of this campaign.',
          byDefault: "the program's or offer's",
        }),
        payout_range: field('Allowed range for temporary payouts', moneyRange, {
          kind: 'range',
          help: 'Operators may set a payout in this range for a time.',
        }),
        payouts: byProgram('Payouts by program', 'In place of the payout.'),
        prices: byProgram('Prices by program', 'In place of the price.'),
        priority: field('Priority', count(-1_000_000, 1_000_000), {
          byDefault: DEFAULTS.priority,
          help: 'Among equal payouts, the higher one comes first.',
        }),
        caps: capsOf('Of this offer in this campaign.'),
      }),
    ),
    { one: 'offer', help: 'What the affiliate may sell, and what it earns.' },
  ),
});

/** The schemas of entries, by their kind. */
export const ENTRY_SCHEMAS: Readonly<Record<EntryKind, Joi.ObjectSchema>> = {
  affiliate,
  buyer,
  offer,
  campaign,
};

/** The schema of one catalogue file. Nothing is converted: values are validated as they were typed. */
export const catalogueFile = Joi.object({
  version: Joi.number().valid(1).required(),
  books: Joi.object({ currency, time_zone: timeZone, name: text(), ...billed('all') }),
  alerts,
  four_eyes: flag,
  retention,
  stages,
  affiliates: listOf(affiliate),
  buyers: listOf(buyer),
  offers: listOf(offer),
  campaigns: listOf(campaign),
});
