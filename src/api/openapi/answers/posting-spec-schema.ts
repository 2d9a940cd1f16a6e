import { OFFER_TYPES } from '../../../core/catalogue/types.js';
import {
  growing,
  money,
  object,
  orNull,
  ref,
  text,
  uuid,
  type JsonSchema,
} from '../../../http/openapi/json-schema.js';
import { answerSchema } from './answer.js';
import { count, flag, formField, list, SCHOOL } from './results-schema.js';

const REQUIREMENTS = {
  required_fields: list(text(), 'Lead fields that must be sent, by their paths below lead'),
  eligibility: list(text(), 'Rules in words; all must hold'),
};

const CAMPAIGN = object(
  {
    id: uuid('Sent as svc_campaign_id'),
    name: text(),
    max_accepted_submissions: count('How many leads of one search may be accepted', 1),
    is_active: flag('Whether it takes leads now'),
    allow_fallbacks: flag('Whether a direct post may name fallbacks'),
    svc_affiliate_id: uuid('Sent with every search and submit'),
  },
  ['id', 'name', 'max_accepted_submissions', 'is_active', 'allow_fallbacks', 'svc_affiliate_id'],
);

const PROGRAM = object(
  {
    value: text('Sent as program_id'),
    label: text(),
    payout: money('Your payout for this program; absent when none is configured'),
    ...REQUIREMENTS,
  },
  ['value', 'label', 'required_fields', 'eligibility'],
);

const OFFER_MEMBERS = {
  id: uuid('Sent as svc_offer_id'),
  name: text(),
  school: orNull(SCHOOL),
  offer_type: { type: 'string', enum: OFFER_TYPES },
  is_exclusive: flag('Whether it is sold to one buyer alone'),
  is_active: flag('Whether it takes leads now'),
  posting: growing(
    ['direct', 'search'],
    'Direct: also posts without a search. Search: results of a search alone',
  ),
  tcpa_text: orNull(text('Consent statement to show')),
  consent_required: flag('Whether tcpa_consent must be true'),
  ...REQUIREMENTS,
  programs: list(PROGRAM),
  questions: list(formField(), 'Answered at the top level'),
  only_submit: list(text(), 'What the schema of this offer can not hold'),
};

const OFFER = object(
  {
    ...OFFER_MEMBERS,
    payout: money('Your payout where no program is chosen; absent when none is configured'),
    schema: {
      type: 'object',
      description: 'JSON Schema 2020-12 of a direct post',
      additionalProperties: true,
    },
    sample: { type: 'object', description: 'A test lead that can be posted', additionalProperties: true },
  },
  Object.keys(OFFER_MEMBERS),
);

export const postingSpecSchemas = (): Record<string, JsonSchema> => ({
  PostingOffer: OFFER,
  PostingSpec: answerSchema(
    {
      campaign: CAMPAIGN,
      offers: list(ref('schemas', 'PostingOffer')),
      only_submit: list(text(), 'What only a submit can refuse, of any offer'),
    },
    ['campaign', 'offers', 'only_submit'],
  ),
});
