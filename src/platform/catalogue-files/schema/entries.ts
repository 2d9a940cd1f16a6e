import Joi from 'joi';
import { OPERATIONS } from '../../../core/limits/limits.js';
import { alerts } from './alerts.js';
import { retention } from './retention.js';
import { currency } from './currency.js';
import { delivery, notice, partner, verify } from './endpoints.js';
import { told } from './webhooks.js';
import {
  count,
  date,
  duration,
  handle,
  id,
  limitOf,
  listOf,
  money,
  oneOf,
  paragraphs,
  pattern,
  reasonCode,
  share,
  text,
  timeZone,
  value,
} from './values.js';

const named = { handle: handle.required(), id, name: text().required() };
const flag = Joi.boolean();
const fields = listOf(text()).unique();
const values = listOf(text()).min(1).unique();

/** One eligibility rule. The value validators check that it has a test and that the test fits its field. */
export const rule = Joi.object({
  any: listOf(Joi.link('#rule')).min(1),
  field: text(),
  when_missing: oneOf('pass', 'fail'),
  in: values,
  not_in: values,
  min: count(0, 9999),
  max: count(0, 9999),
  within_miles: Joi.number().greater(0).max(25_000),
  of: text(),
  at_least: text(),
}).id('rule');

const rules = listOf(rule);

const capLimit = count(1, 1_000_000_000);
const caps = listOf(
  Joi.object({
    window: oneOf('hour', 'day', 'week', 'month', 'total').required(),
    limit: capLimit.required(),
    limit_range: listOf(capLimit).length(2),
    program: value,
  }),
);

const affiliate = Joi.object({
  ...named,
  status: oneOf('active', 'disabled'),
  dupe_check: Joi.valid('own', 'offers', true, false).messages({
    'any.only': '{{#label}} must be own, offers, true or false',
  }),
  dupe_checks_per_day: count(1, 1_000_000_000),
  accept_loose_formats: flag,
  limits: Joi.object(Object.fromEntries(OPERATIONS.map((operation) => [operation, limitOf(operation)]))).min(
    1,
  ),
  ...told,
});

const openHours = Joi.object({
  days: listOf(oneOf('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'))
    .min(1)
    .unique()
    .required(),
  from: text().required(),
  to: text().required(),
});

/** What may be sent back. `reasons` must have different codes, which `validate-returns.ts` checks. */
const returns = Joi.object({
  within: duration('1s', '365d').required(),
  reasons: listOf(Joi.object({ code: reasonCode.required(), label: text().required() }))
    .min(1)
    .max(100)
    .required(),
  max_share: share,
  reverse_payout: flag,
  give_back_place: flag,
  release_claim: flag,
});

const buyer = Joi.object({
  ...named,
  time_zone: timeZone,
  delivery_hours: listOf(openHours).min(1),
  holidays: listOf(date).unique(),
  status: oneOf('active', 'paused'),
  caps,
  returns,
  revocation: notice,
  erasure: notice,
});

const program = Joi.object({
  value: value.required(),
  label: text().required(),
  price: money,
  eligibility: rules,
  required_fields: fields,
});

const question = Joi.object({
  name: text(64).required(),
  label: text(500),
  type: oneOf('select', 'text', 'date', 'number', 'checkbox').required(),
  required: flag,
  required_when: Joi.object({ program_ids: listOf(value).min(1).unique().required() }),
  options: listOf(Joi.object({ value: value.required(), label: text().required() })).min(1),
  pattern,
});

const duplicates = Joi.object({
  match: listOf(oneOf('email', 'phone', 'name_address', 'name_dob_zip'))
    .min(1)
    .unique(),
  window_days: count(1, 3650),
  scope: oneOf('offer', 'buyer', 'service'),
});

const offer = Joi.object({
  ...named,
  buyer: text().required(),
  school: Joi.object({ name: text().required(), logo_url: text(2000) }),
  kind: oneOf('direct', 'partner'),
  offer_type: oneOf('shared', 'exclusive', 'true_exclusive').required(),
  status: oneOf('active', 'paused'),
  price: money,
  tcpa_text: paragraphs(10_000),
  consent_required: flag,
  result_ttl: duration('1s', '30d'),
  required_fields: fields,
  eligibility: rules,
  programs: listOf(program),
  questions: listOf(question),
  duplicates,
  caps,
  returns,
  delivery,
  partner,
  verify,
});

const campaign = Joi.object({
  ...named,
  affiliate: text().required(),
  status: oneOf('active', 'inactive'),
  time_zone: timeZone,
  max_accepted_submissions: count(1, 1000),
  allow_fallbacks: flag,
  caps,
  verify,
  ...told,
  offers: listOf(
    Joi.object({
      offer: text().required(),
      price: money,
      prices: Joi.object().pattern(Joi.string(), money),
      payout: money,
      payouts: Joi.object().pattern(Joi.string(), money),
      priority: count(-1_000_000, 1_000_000),
      caps,
    }),
  ),
});

/** The schema of one catalogue file. Nothing is converted: values are validated as they were typed. */
export const catalogueFile = Joi.object({
  version: Joi.number().valid(1).required(),
  books: Joi.object({ currency, time_zone: timeZone }),
  alerts,
  four_eyes: flag,
  retention,
  affiliates: listOf(affiliate),
  buyers: listOf(buyer),
  offers: listOf(offer),
  campaigns: listOf(campaign),
});
