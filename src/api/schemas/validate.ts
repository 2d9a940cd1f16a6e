import type Joi from 'joi';
import type { CleanBody, Unclean } from '../body/clean-body.js';
import { pathOf } from '../body/path-of.js';
import { listed } from '../faults.js';
import { fieldMissing, invalidField, malformed } from '../../http/faults.js';
import type { ApiFault } from '../../http/api-fault.js';
import { leadOrder } from './lead-schema.js';
import { EXPECTED_OF_CONTENT, type SchemaContext } from './parts.js';

/**
 * Returns the body as the schema reads it, or throws the first fault, which lists all others. The order is that of the
 * schema's keys (docs/contract.md#order-of-the-fields). Inside `lead`, it is the order of the lead fields' table,
 * nested or flat.
 */
export function validate<Body>(
  schema: Joi.ObjectSchema<Body>,
  { body, unclean }: CleanBody,
  now: Date,
): Body {
  const context: SchemaContext = { today: now.toISOString().slice(0, 10), unclean };
  const result = schema.validate(body, { abortEarly: false, convert: false, context });
  if (!result.error) return result.value;
  const [first, ...others] = inOrder(result.error.details).map(faultOf) as [ApiFault, ...ApiFault[]];
  // joi looks at content that must not be stored only where an object has no other fault.
  throw listed(first, [...others, ...unclean.map(faultOfContent)]);
}

/** The faults inside `lead` stand together, where the first of them stood. */
function inOrder(details: readonly Joi.ValidationErrorItem[]): Joi.ValidationErrorItem[] {
  const isInLead = ({ path }: Joi.ValidationErrorItem): boolean => path[0] === 'lead';
  const at = details.findIndex(isInLead);
  const inLead = details.filter(isInLead).sort((a, b) => orderOf(a) - orderOf(b));
  const others = details.filter((one) => !isInLead(one));
  return at < 0 ? others : [...others.slice(0, at), ...inLead, ...others.slice(at)];
}

const orderOf = ({ path }: Joi.ValidationErrorItem): number => leadOrder(path.slice(1));

function faultOf({ type, path, context }: Joi.ValidationErrorItem): ApiFault {
  const told: unknown = context?.['at'];
  const field = typeof told === 'string' ? told : pathOf(path);
  if (type === 'any.required') return missing(field);
  const ofContent: Readonly<Record<string, string>> = EXPECTED_OF_CONTENT;
  const expected = ofContent[type] ?? context?.label ?? 'valid';
  return invalidField(field === '' ? undefined : field, expected);
}

const faultOfContent = ({ path, what }: Unclean): ApiFault =>
  invalidField(path.length === 0 ? undefined : pathOf(path), EXPECTED_OF_CONTENT[what]);

/** A result without its search is a conflict, not a missing field (docs/contract/submit.md#form-a). */
const missing = (field: string): ApiFault =>
  field === 'search_lead_id'
    ? malformed('Send search_lead_id, the svc_lead_id of the search.', 409, field)
    : fieldMissing(field);
