import Joi from 'joi';
import { LEAD_FIELDS, leafOf } from '../../core/lead/fields.js';
import { type LeadData, toLeadData } from '../../core/lead/lead-data.js';
import { leadSchema } from './lead-schema.js';
import { ownerKeys, expecting, flag, record, text, uuid } from './parts.js';
import { trackingSchema } from './tracking-schema.js';
import { fieldSchema } from './field-schema.js';
import { validate } from './validate.js';

interface SubmitCommon {
  readonly svc_campaign_id: string;
  readonly svc_affiliate_id: string;
  readonly svc_is_test_lead?: boolean;
  /** Consent, program and answers are judged with the lead, not here: as sent, of any type. */
  readonly tcpa_consent?: unknown;
  readonly consent_button_label?: unknown;
  readonly consent_cert_url?: unknown;
  readonly universal_lead_ref?: unknown;
  readonly program_id?: unknown;
  readonly [extra: string]: unknown;
}

/** Form A: a result of a search. */
export interface ResultSubmit extends SubmitCommon {
  readonly svc_result_id: string;
  readonly search_lead_id: string;
  readonly lead?: Readonly<Record<string, unknown>>;
  readonly tracking?: Readonly<Record<string, unknown>>;
}

/** Form B: a direct post to an offer. */
export interface DirectSubmit extends SubmitCommon {
  readonly svc_offer_id: string;
  readonly lead: Readonly<Record<string, unknown>>;
  readonly tracking: { readonly ip_address: string } & Readonly<Record<string, unknown>>;
  readonly svc_lead_id?: string;
}

export type SubmitBody = ResultSubmit | DirectSubmit;

export const isDirect = (body: SubmitBody): body is DirectSubmit => body['svc_result_id'] === undefined;

/** Their order is the order in which faults are answered (docs/contract.md#order-of-the-fields). */
const COMMON = {
  ...ownerKeys(),
  svc_is_test_lead: flag().description('Test mode: held before any buyer receives it'),
};

/** Judged with the lead, not here: a wrong one is answered with HTTP 200 and status `invalid`. */
const JUDGED_LATER = {
  program_id: Joi.any().description('The value of the chosen program; text'),
  tcpa_consent: Joi.any().description("The consumer's consent decision; true or false"),
  consent_button_label: Joi.any().description('Label of the button that was pressed; text'),
  consent_cert_url: Joi.any().description('Address of the consent certificate; text'),
  universal_lead_ref: Joi.any().description(
    'Reference of the consent certificate of a universal lead id; the id itself, no address; text',
  ),
};

const RESULT = {
  ...COMMON,
  svc_result_id: text().required().description('A result of the search'),
  svc_lead_id: expecting(Joi.forbidden(), 'left out when a result is submitted'),
  search_lead_id: uuid().required().description('The svc_lead_id of the search'),
  lead: leadSchema().description("Fields that replace the search's, one by one"),
  tracking: trackingSchema('optional').description("Fields that replace the search's, one by one"),
  ...JUDGED_LATER,
  svc_offer_id: Joi.any().description("Not looked at: the offer is the result's"),
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
  ...JUDGED_LATER,
};

const resultSchema = record<SubmitBody>(RESULT, []);
const directSchema = record<SubmitBody>(DIRECT, []);

/** Neither id was sent: the common faults come first, then the missing `svc_result_id`. */
const neitherSchema = record<SubmitBody>({ ...COMMON, svc_result_id: text().required() }, []);

/** The two forms of a submit by their names in the API's description. */
export const SUBMIT_FORMS = { ResultSubmit: resultSchema, DirectSubmit: directSchema };

/** The schema of the form that the body is: a result's id makes it form A, else an offer's id form B. */
export function submitSchema(body: Readonly<Record<string, unknown>>): Joi.ObjectSchema<SubmitBody> {
  if (body['svc_result_id'] !== undefined) return resultSchema;
  return body['svc_offer_id'] === undefined ? neitherSchema : directSchema;
}

/** Names that are neither an answer nor an extra key. */
export const isSubmitKey = (key: string): boolean => Object.hasOwn(RESULT, key) || Object.hasOwn(DIRECT, key);
const askedSchema = record(
  Object.fromEntries<Joi.Schema>(LEAD_FIELDS.map((row) => [leafOf(row.path), fieldSchema(row)])),
  [],
);

/** Lead fields that a result asked for, sent at the top level: a malformed one is refused at the path as sent. */
export const readAsked = (asked: Readonly<Record<string, unknown>>, now: Date): LeadData =>
  toLeadData(validate(askedSchema, { body: { ...asked }, unclean: [] }, now));
