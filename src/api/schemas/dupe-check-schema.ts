import Joi from 'joi';
import type { PreCheckRequest } from '../../app/duplicates/pre-check.js';
import { IDENTITY_PARTS, type IdentityPart } from '../../core/lead/identity.js';
import { type Shape, shaped } from '../../http/described-schema.js';
import {
  ANY_DATE_PATTERN,
  EMAIL_PATTERN,
  LOOSE_PHONE_PATTERN,
  LOOSE_ZIP_PATTERN,
  SLASHED_DATE_PATTERN,
} from '../../core/lead/field-patterns.js';
import { alsoOf, NAME, record, uuid } from './parts.js';

/** Lists all types, because client generators treat a schema without a type as unknown, whatever else it contains. */
const NOT_USABLE: Shape = {
  [NAME]: 'NotUsable',
  description: 'Anything else is not refused, and of no use.',
  type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
  items: {},
};

const HASH_PATTERN = '^\\s*[0-9a-f]{64}\\s*$';

const HASH: Shape = {
  [NAME]: 'Sha256',
  description: 'Lower-case hex SHA-256.',
  type: 'string',
  pattern: HASH_PATTERN,
};

const HASHED: Shape = {
  [NAME]: 'HashedParts',
  type: 'object',
  properties: Object.fromEntries(
    IDENTITY_PARTS.map((part) => [part, { description: `Of the ${part}.`, anyOf: [HASH, NOT_USABLE] }]),
  ),
};

/** Letters of scripts that names are written in. The service takes letters of all scripts. */
const LETTER =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u017f\\u0391-\\u03a1\\u03b1-\\u03c9\\u0410-\\u044f\\u05d0-\\u05ea\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';
const WORD = `^[\\s\\S]*[0-9${LETTER}][\\s\\S]*$`;

/** What a raw text must have to be usable (docs/contract/duplicates-and-caps.md#normalized-forms). */
const USABLE: Readonly<Record<IdentityPart, string>> = {
  email: `^\\s*(${EMAIL_PATTERN})\\s*$`,
  phone: `^(${LOOSE_PHONE_PATTERN})$`,
  first_name: WORD,
  last_name: WORD,
  address: WORD,
  zip: `^\\s*(${LOOSE_ZIP_PATTERN})\\s*$`,
  dob: `^\\s*(${ANY_DATE_PATTERN}|${SLASHED_DATE_PATTERN})\\s*$`,
};

const having = (name: string, schema: Shape): Shape => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema },
});

/** At least one part is usable, raw or hashed. */
const ANY_USABLE: Shape = {
  anyOf: [
    ...IDENTITY_PARTS.map((part) => having(part, { type: 'string', pattern: USABLE[part] })),
    having('hashed', {
      type: 'object',
      anyOf: IDENTITY_PARTS.map((part) => having(part, { type: 'string', pattern: HASH_PATTERN })),
    }),
  ],
};

const KEYS = {
  offer_id: uuid().description('One of your offers, to ask by its policy alone'),
  ...Object.fromEntries(
    IDENTITY_PARTS.map((part) => [
      part,
      Joi.any().description(`Raw ${part}; ${part === 'dob' ? 'YYYY-MM-DD or MM/DD/YYYY' : 'text'}`),
    ]),
  ),
  hashed: shaped(
    Joi.any().description(
      'By field name, the lower-case hex SHA-256 of its normalized value; used where there is no usable raw one',
    ),
    { anyOf: [HASHED, NOT_USABLE] },
  ),
};

export const DUPE_CHECK_KEYS = Object.keys(KEYS);

/**
 * Only a malformed `offer_id` is refused here. Lead fields that are not usable are ignored; that one of them is usable is
 * checked with the work itself.
 */
export const dupeCheckSchema = alsoOf(record<PreCheckRequest>(KEYS, []), ANY_USABLE);
