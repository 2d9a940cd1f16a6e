import Joi from 'joi';
import { LEAD_FIELDS, leafOf } from '../../core/lead/fields.js';
import type { SubmitRequest } from '../../app/submit/submit-request.js';
import { type LeadData, toLeadData } from '../../core/lead/lead-data.js';
import { EXTERNAL_ID } from '../../core/lead/external-id.js';
import { fallbacksSchema } from './fallback-schema.js';
import { leadSchema } from './lead-schema.js';
import { expecting } from '../../http/described-schema.js';
import { ownerKeys, externalId, flag, record, text, uuid } from './parts.js';
import { trackingSchema } from './tracking-schema.js';
import { fieldSchema } from './field-schema.js';
import { validate } from './validate.js';

/** The order of the keys is the order in which faults are answered (docs/contract.md#order-of-the-fields). */
const COMMON = {
  ...ownerKeys(),
  svc_is_test_lead: flag().description('Test mode: held before any buyer receives it'),
};

/** Validated later, with the lead: a wrong value is answered with HTTP 200 and status `invalid`. */
const EVALUATED_LATER = {
  program_id: Joi.any().description('The value of the chosen program; text'),
  tcpa_consent: Joi.any().description("The consumer's consent decision; true or false"),
  consent_button_label: Joi.any().description('Label of the button that was pressed; text'),
  consent_cert_url: Joi.any().description('Address of the consent certificate, one; text'),
  universal_lead_ref: Joi.any().description(
    'Reference of the consent certificate of a universal lead id; the id itself, no address; text',
  ),
  external_id: externalId(),
};

const RESULT = {
  ...COMMON,
  svc_result_id: text()
    .required()
    .description('A result of the search; an svc_offer_id beside it is not looked at'),
  svc_lead_id: expecting(Joi.forbidden(), 'left out when a result is submitted'),
  search_lead_id: uuid().required().description('The svc_lead_id of the search'),
  lead: leadSchema().description("Fields that replace the search's, one by one"),
  tracking: trackingSchema('optional').description("Fields that replace the search's, one by one"),
  fallbacks: expecting(Joi.forbidden(), 'left out when a result is submitted'),
  ...EVALUATED_LATER,
};

const DIRECT = {
  ...COMMON,
  svc_result_id: expecting(Joi.forbidden(), 'left out when an offer is posted to'),
  svc_offer_id: uuid().required().description('The offer, told by your contact'),
  lead: leadSchema().required(),
  tracking: trackingSchema('required').required(),
  svc_lead_id: uuid().description(
    'The lead that an earlier post of this data created, when it is sent again',
  ),
  fallbacks: fallbacksSchema(),
  ...EVALUATED_LATER,
};

const resultSchema = record<SubmitRequest>(RESULT, []);
const directSchema = record<SubmitRequest>(DIRECT, []);

/** For a body with neither id. Answers the common faults first, and then the missing `svc_result_id`. */
const neitherSchema = record<SubmitRequest>({ ...COMMON, svc_result_id: text().required() }, []);

/** The two forms of a submit, by their names in the API's description. */
export const SUBMIT_FORMS = { ResultSubmit: resultSchema, DirectSubmit: directSchema };

/** The schema for the form of the body. A body with a result's id is form A; else, with an offer's id, form B. */
export function submitSchema(body: Readonly<Record<string, unknown>>): Joi.ObjectSchema<SubmitRequest> {
  if (body['svc_result_id'] !== undefined) return resultSchema;
  return body['svc_offer_id'] === undefined ? neitherSchema : directSchema;
}

export const SUBMIT_NAMES = [...new Set([...Object.keys(RESULT), ...Object.keys(DIRECT)])];

/** A question may be named `external_id`, so that it is told from an external id only when the questions are known. */
const isSubmitKey = (key: string): boolean =>
  key !== EXTERNAL_ID && (Object.hasOwn(RESULT, key) || Object.hasOwn(DIRECT, key));

/** The members of a body that belong to neither form: answers, lead fields and extra keys. */
export const otherKeys = (body: SubmitRequest): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !isSubmitKey(name)));

/** Lead fields at the top level of a submit. */
export const leadFieldsSchema = record(
  Object.fromEntries<Joi.Schema>(LEAD_FIELDS.map((row) => [leafOf(row.path), fieldSchema(row)])),
  [],
);

/** Reads lead fields sent at the top level. Throws INVALID_FIELD for a malformed one, at its path as sent. */
export const readLeadFields = (sent: Readonly<Record<string, unknown>>, now: Date): LeadData =>
  toLeadData(validate(leadFieldsSchema, { body: { ...sent }, unclean: [] }, now));
