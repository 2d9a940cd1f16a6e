import Joi from 'joi';
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

export const dupeCheckSchema = record<DupeCheckBody>({ offer_id: uuid(), hashed: Joi.any() }, []);
