import type Joi from 'joi';
import type { CleanBody } from '../body/clean-body.js';
import { fieldMissing, invalidField, malformed } from '../../http/faults.js';
import type { ApiFault } from '../../http/api-fault.js';
import { leadOrder } from './lead-schema.js';
import { EXPECTED_OF_CONTENT, type SchemaContext } from './parts.js';

/**
 * Returns the body as the schema reads it, or throws the first fault. The order is that of the schema's keys
 * (docs/contract.md#order-of-the-fields). Inside `lead`, it is the order of the lead fields' table, nested or flat.
 */
export function validate<Body>(
  schema: Joi.ObjectSchema<Body>,
  { body, unclean }: CleanBody,
  now: Date,
): Body {
  const context: SchemaContext = { today: now.toISOString().slice(0, 10), unclean };
  const result = schema.validate(body, { abortEarly: false, convert: false, context });
  if (!result.error) return result.value;
  throw faultOf(firstOf(result.error.details));
}

function firstOf(details: readonly Joi.ValidationErrorItem[]): Joi.ValidationErrorItem {
  const [first, ...others] = details as [Joi.ValidationErrorItem, ...Joi.ValidationErrorItem[]];
  if (first.path[0] !== 'lead') return first;
  const inLead = others.filter(({ path }) => path[0] === 'lead');
  return inLead.reduce((best, one) => (orderOf(one) < orderOf(best) ? one : best), first);
}

const orderOf = ({ path }: Joi.ValidationErrorItem): number => leadOrder(path.slice(1));

function faultOf({ type, path, context }: Joi.ValidationErrorItem): ApiFault {
  const told: unknown = context?.['at'];
  const field = typeof told === 'string' ? told : path.join('.');
  if (type === 'any.required') return missing(field);
  const expected = EXPECTED_OF_CONTENT[type] ?? context?.label ?? 'valid';
  return invalidField(field === '' ? undefined : field, expected);
}

/** A result without its search is a conflict, not a missing field (docs/contract/submit.md#form-a). */
const missing = (field: string): ApiFault =>
  field === 'search_lead_id'
    ? malformed('Send search_lead_id, the svc_lead_id of the search.', 409, field)
    : fieldMissing(field);
