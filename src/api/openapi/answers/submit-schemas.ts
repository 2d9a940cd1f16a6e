import { CODES } from '../../../core/envelope.js';
import { DECISION_CODES, type DecisionCode } from '../../../core/refusal.js';
import { money, object, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { FIELD_ERRORS, NOTICES } from './error-schemas.js';
import { envelopeSchema, schemaName, type EnvelopeMore } from '../../../http/openapi/envelope-schema.js';

/** DUPLICATE → SubmitDuplicate */
export const submitName = (code: DecisionCode): string => `Submit${schemaName(code)}`;

const FIELD: EnvelopeMore = {
  properties: { field: text('The answer or field at fault, by its path in the request'), ...FIELD_ERRORS },
  required: ['field'],
};

const RETURNED: EnvelopeMore = {
  properties: {
    returned_at: { type: 'string', format: 'date-time', description: 'When the buyer returned the lead' },
    return_reason: text('Why the buyer returned it: the code of an agreed reason'),
    payout_reversed: { type: 'boolean', description: 'Whether your payout is taken back by the return' },
  },
};

const MORE: Readonly<Partial<Record<DecisionCode, EnvelopeMore>>> = {
  ACCEPTED: RETURNED,
  PENDING: {
    status: ['pending', 'saved'],
    properties: {
      opens_at: { type: 'string', format: 'date-time', description: 'Saved: when the buyer opens' },
      decide_by: {
        type: 'string',
        format: 'date-time',
        description: 'When we stop waiting for the buyer, as far as it is known',
      },
    },
  },
  DUPLICATE: {
    reason: { pattern: ' - (Client|Offer)$' },
    properties: {
      disposition: object(
        { duplicate_of: uuid('Your own lead that this one repeats: a first call that timed out') },
        [],
      ),
    },
  },
  BUYER_REJECTED: { reason: { pattern: ' - Client$' } },
  REQUIRED_FIELD_MISSING: FIELD,
  INVALID_FIELD: FIELD,
};

const TRY = { svc_lead_id: uuid('The lead of the try'), svc_offer_id: uuid('Its offer') };

/** Of a call with fallbacks. */
const TRIES: Readonly<Record<string, JsonSchema>> = {
  svc_offer_id: uuid('Of a call with `fallbacks`: the offer of this lead'),
  tried: {
    type: 'array',
    description: 'The tries of the call before this lead, in order, each a lead of its own',
    items: object({ ...TRY, code: { type: 'string', enum: [...DECISION_CODES] } }, [
      ...Object.keys(TRY),
      'code',
    ]),
  },
  fell_back_to: {
    ...object(TRY, Object.keys(TRY)),
    description: 'The try after this lead, which could not be taken: read it there',
  },
};

const NOTHING_PAID: JsonSchema = { type: 'number', const: 0 };
const BOOKED = money('Your payout booked for the lead; absent when none is configured');

function decisionSchema(code: DecisionCode): JsonSchema {
  const { properties, required = [], ...more }: EnvelopeMore = MORE[code] ?? {};
  const accepted = code === 'ACCEPTED';
  const members = {
    accepted: { type: 'boolean', const: accepted },
    svc_lead_id: uuid('The lead that this submit created; not the search'),
    disposition: { type: 'object', description: '{} when there is nothing to say' },
  };
  return envelopeSchema(code, {
    ...more,
    properties: {
      ...members,
      ...TRIES,
      external_id: text('Your external_id of the lead, else of its search'),
      payout: accepted ? BOOKED : NOTHING_PAID,
      ...(!CODES[code].success && {
        source: { type: 'string', enum: ['service', 'buyer', 'partner'], description: 'Who refused' },
      }),
      ...properties,
      ...NOTICES,
    },
    required: [
      ...Object.keys(members),
      ...(accepted ? [] : ['payout']),
      ...(CODES[code].success ? [] : ['source']),
      ...required,
    ],
  });
}

export const submitSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(DECISION_CODES.map((code) => [submitName(code), decisionSchema(code)]));
