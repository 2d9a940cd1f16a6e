import Joi from 'joi';
import type { PreCheckRequest } from '../../app/duplicates/pre-check.js';
import { IDENTITY_PARTS } from '../../core/lead/identity.js';
import { type Shape, shaped } from '../../http/described-schema.js';
import { NAME, record, uuid } from './parts.js';

/** Lists all types, because client generators treat a schema without a type as unknown, whatever else it contains. */
const NOT_USABLE: Shape = {
  [NAME]: 'NotUsable',
  description: 'Anything else is not refused, and of no use.',
  type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
  items: {},
};

const HASH: Shape = {
  [NAME]: 'Sha256',
  description: 'Lower-case hex SHA-256.',
  type: 'string',
  pattern: '^\\s*[0-9a-f]{64}\\s*$',
};

const HASHED: Shape = {
  [NAME]: 'HashedParts',
  type: 'object',
  properties: Object.fromEntries(
    IDENTITY_PARTS.map((part) => [part, { description: `Of the ${part}.`, anyOf: [HASH, NOT_USABLE] }]),
  ),
};

const KEYS = {
  offer_id: uuid().description('One of your offers, to ask by its policy alone'),
  ...Object.fromEntries(IDENTITY_PARTS.map((part) => [part, Joi.any().description(`Raw ${part}; text`)])),
  hashed: shaped(
    Joi.any().description(
      'By field name, the lower-case hex SHA-256 of its normalized value; used where there is no usable raw one',
    ),
    { anyOf: [HASHED, NOT_USABLE] },
  ),
};

export const DUPE_CHECK_KEYS = Object.keys(KEYS);

/** Only a malformed `offer_id` is refused. Lead fields that are not usable are ignored. */
export const dupeCheckSchema = record<PreCheckRequest>(KEYS, []);
