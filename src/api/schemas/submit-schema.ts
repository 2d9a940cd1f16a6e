import Joi from 'joi';
import { leadSchema } from './lead-schema.js';
import { expecting, flag, record, text, uuid } from './parts.js';
import { trackingSchema } from './tracking-schema.js';

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

/** Their order is the order in which faults are answered (decisions §2). */
const COMMON = {
  svc_campaign_id: uuid().required(),
  svc_affiliate_id: uuid().required(),
  svc_is_test_lead: flag(),
};

const RESULT = {
  ...COMMON,
  svc_result_id: text().required(),
  svc_lead_id: expecting(Joi.forbidden(), 'left out when a result is submitted'),
  search_lead_id: uuid().required(),
  lead: leadSchema(),
  tracking: trackingSchema('optional'),
};

const DIRECT = {
  ...COMMON,
  svc_offer_id: uuid().required(),
  lead: leadSchema().required(),
  tracking: trackingSchema('required').required(),
  svc_lead_id: uuid(),
};

const JUDGED_LATER = new Set([
  'tcpa_consent',
  'consent_button_label',
  'consent_cert_url',
  'universal_lead_ref',
  'program_id',
]);

const resultSchema = record<SubmitBody>(RESULT, []);
const directSchema = record<SubmitBody>(DIRECT, []);
/** Neither id was sent: the common faults come first, then the missing `svc_result_id`. */
const neitherSchema = record<SubmitBody>({ ...COMMON, svc_result_id: text().required() }, []);

/** The schema of the form that the body is: a result's id makes it form A, else an offer's id form B. */
export function submitSchema(body: Readonly<Record<string, unknown>>): Joi.ObjectSchema<SubmitBody> {
  if (body['svc_result_id'] !== undefined) return resultSchema;
  return body['svc_offer_id'] === undefined ? neitherSchema : directSchema;
}

/** Names that are neither an answer nor an extra key. `svc_offer_id` is ignored on form A. */
export const isSubmitKey = (key: string): boolean =>
  Object.hasOwn(RESULT, key) || Object.hasOwn(DIRECT, key) || JUDGED_LATER.has(key);
