import Joi from 'joi';
import { IDENTITY_PARTS } from '../../core/lead/identity.js';
import { record, uuid } from './parts.js';

/**
 * A duplicate pre-check: only a wrong `offer_id` is refused by its form. Lead fields that are of another type or
 * can't be normalized are merely of no use.
 */
export interface DupeCheckBody {
  readonly offer_id?: string;
  readonly hashed?: unknown;
  readonly [part: string]: unknown;
}

export const dupeCheckSchema = record<DupeCheckBody>(
  {
    offer_id: uuid().description('One of your offers, to ask by its policy alone'),
    ...Object.fromEntries(IDENTITY_PARTS.map((part) => [part, Joi.any().description(`Raw ${part}; text`)])),
    hashed: Joi.any().description(
      'By field name, the lower-case hex SHA-256 of its normalized value; used where there is no usable raw one',
    ),
  },
  [],
);
