import type Joi from 'joi';
import { LEAD_FIELDS, leafOf } from '../../core/lead/fields.js';
import type { LeadData } from '../../core/lead/lead-data.js';
import { fieldSchema } from './field-schema.js';
import { toLeadData } from '../../core/lead/nested-lead.js';
import { record } from './parts.js';
import { validate } from './validate.js';

const askedSchema = record(
  Object.fromEntries<Joi.Schema>(LEAD_FIELDS.map((row) => [leafOf(row.path), fieldSchema(row)])),
  [],
);

/** Lead fields that a result asked for, sent at the top level: a malformed one is refused at the path as sent. */
export const readAsked = (asked: Readonly<Record<string, unknown>>, now: Date): LeadData =>
  toLeadData(validate(askedSchema, { body: { ...asked }, unclean: [] }, now));
