import joi from 'joi';
import { parseDuration } from '../../src/core/catalogue/duration.js';
import { linearPattern } from '../../src/core/patterns/linear-pattern.js';

const MAX_MS = 24 * 3_600_000;

const NO_TIME = '{{#label}} must be a time like 300ms or 2s, 24h at most';

const duration = joi
  .string()
  .custom((text: string, helpers) => {
    const ms = parseDuration(text);
    return ms !== undefined && ms <= MAX_MS ? text : helpers.error('any.invalid');
  })
  .messages({
    'any.invalid': NO_TIME,
    'string.base': NO_TIME,
    'string.empty': NO_TIME,
  });

const path = joi.string().max(200);

const latency = joi
  .alternatives(
    duration,
    joi.object({ uniform: joi.array().ordered(duration.required(), duration.required()).required() }),
    joi.object({ p50: duration.required(), p99: duration.required() }),
  )
  .messages({
    '*': '{{#label}} must be a time (300ms), uniform with two times, or p50 and p99',
  });

const shape = joi.object({
  status: joi.number().integer().min(200).max(599),
  headers: joi
    .object()
    .pattern(
      joi.string().pattern(/^[!#$%&'*+.^_`|~\w-]+$/),
      joi.string().pattern(/^[\t\x20-\x7e]*$/, 'printable ASCII'),
    ),
  type: joi
    .string()
    .pattern(/^(?:json|xml|form|text|html|[\w.+-]+\/[\w.+-]+(?:;[ \w=.+"-]*)?)$/, 'json, xml, …'),
  body: joi.any(),
  takes: joi.boolean(),
});
const shapes = joi.object().pattern(joi.string().pattern(/^[a-z][a-z0-9_-]{0,40}$/), shape);

const rates = joi.object().pattern(joi.string(), joi.number().min(0).max(1));

const rule = joi
  .object({
    field: path,
    header: joi.string(),
    is: joi.alternatives(joi.string().allow(''), joi.number(), joi.boolean()).custom(String),
    one_of: joi
      .array()
      .items(joi.alternatives(joi.string(), joi.number(), joi.boolean()).custom(String))
      .min(1),
    matches: joi.string().max(500).custom(regular, 'a regular expression'),
    missing: joi.valid(true),
    on: joi.valid('lead', 'search'),
    do: joi.string().required(),
  })
  .xor('field', 'header')
  .xor('is', 'one_of', 'matches', 'missing');

/** Joi reports what this throws as a problem. */
function regular(text: string): string {
  linearPattern(text);
  return text;
}

const party = joi.object({
  handle: joi
    .string()
    .pattern(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'a handle')
    .required(),
  kind: joi.valid('buyer', 'partner').default('buyer'),
  name: joi.string().max(200).default(joi.ref('handle')),
  idempotent: joi.boolean().default(false),
  duplicates: joi.boolean().default(false),
  down: joi.boolean().default(false),
  delay_ms: joi.number().min(0).max(60_000).default(0),
  latency: latency.default('0s'),
  search_latency: latency,
  reads: joi
    .object({
      last_name: path.default('lead.personal.last_name'),
      city: path.default('lead.address.city'),
      person: path.default('lead.personal.email'),
      offer: path.default('offer.handle'),
      program: path.default('program.value'),
      callback_url: path.default('callback_url'),
    })
    .default(),
  rules: joi.array().items(rule).max(100).default([]),
  names: joi.boolean().default(true),
  rates,
  otherwise: joi.string().default('Accept'),
  bursts: joi.object({
    every: duration.required(),
    for: duration.required(),
    do: joi.string().default('Error'),
  }),
  answers: shapes.default({}),
  follow_up: shapes.default({}),
  callback: joi
    .object({
      after: duration.default('1s'),
      tries: joi.number().integer().min(1).max(10).default(3),
      secret: joi.string().max(500),
      answers: shapes.default({}),
    })
    .default(),
  finds: joi.array().items(joi.object().unknown(true)).max(10_000).default([]),
});

/** A whole file, its defaults filled in. */
export const FILE = joi.object({
  version: joi.valid(1).required(),
  seed: joi.alternatives(joi.string().allow(''), joi.number()).custom(String).default(''),
  catalogue: joi.string(),
  parties: joi.array().items(party).min(1).max(1_000).required(),
});
