import { DECISION_CODES } from '../../../core/refusal.js';
import { growing, money, object, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { answerSchema } from './answer.js';
import { FIELD_MEMBERS, NOTICES } from './error-schemas.js';

const time = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const TRY = { svc_lead_id: uuid('The lead of the try'), svc_offer_id: uuid('Its offer') };

const ALWAYS = {
  accepted: { type: 'boolean', description: 'True for ACCEPTED alone' },
  svc_lead_id: uuid('The lead that this submit created; not the search'),
  disposition: {
    ...object({ duplicate_of: uuid('Your own lead that this one repeats: a first call that timed out') }, []),
    description: '{} when there is nothing to say',
  },
};

const SOMETIMES: Readonly<Record<string, JsonSchema>> = {
  payout: money(
    'ACCEPTED: your payout booked for the lead, absent when none is configured. All other codes: 0',
  ),
  source: growing(['service', 'buyer', 'partner'], 'Who refused'),
  external_id: text('Your external_id of the lead, else of its search'),
  opens_at: time('PENDING with status saved: when the buyer opens'),
  decide_by: time('PENDING: when we stop waiting for the buyer, as far as it is known'),
  returned_at: time('ACCEPTED: when the buyer returned the lead'),
  return_reason: text('Why the buyer returned it: the code of an agreed reason'),
  payout_reversed: { type: 'boolean', description: 'Whether your payout is taken back by the return' },
  return_evidence: {
    ...object({ text: text(), links: { type: 'array', items: text('Leads out of our service') } }, []),
    description: "Reading a returned lead: the buyer's words and links, as far as your contact shows them",
  },
  stages: {
    type: 'array',
    description:
      'Reading an ACCEPTED lead: what became of it at the buyer, as far as your contact lets you know',
    items: object({ stage: text('A code'), on: { type: 'string', format: 'date', description: 'The day' } }, [
      'stage',
      'on',
    ]),
  },
  svc_offer_id: uuid('Of a call with `fallbacks`: the offer of this lead'),
  tried: {
    type: 'array',
    description: 'The tries of the call before this lead, in order, each a lead of its own',
    items: object({ ...TRY, code: growing(DECISION_CODES, 'Its decision') }, [...Object.keys(TRY), 'code']),
  },
  fell_back_to: {
    ...object(TRY, Object.keys(TRY)),
    description: 'The try after this lead, which could not be taken: read it there',
  },
};

/** What a submit and reading a lead answer, whatever was decided. */
export const submitAnswerSchema = (): JsonSchema =>
  answerSchema({ ...ALWAYS, ...SOMETIMES, ...FIELD_MEMBERS, ...NOTICES }, Object.keys(ALWAYS));
