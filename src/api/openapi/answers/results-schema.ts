import { OFFER_TYPES, QUESTION_TYPES } from '../../../core/catalogue/types.js';
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
import { NOTICES } from './error-schemas.js';
import { answerSchema } from './answer.js';

export const list = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const count = (description: string, minimum = 0): JsonSchema => ({
  type: 'integer',
  minimum,
  description,
});

const OFFER = object(
  {
    id: uuid('The offer'),
    name: text(),
    offer_type: { type: 'string', enum: OFFER_TYPES },
    is_exclusive: flag('Whether it is sold to one buyer alone'),
    tcpa_text: orNull(text('Consent statement to show with this result')),
  },
  ['id', 'name', 'offer_type', 'is_exclusive', 'tcpa_text'],
);

export const SCHOOL = object({ name: text(), logo_url: orNull(text()) }, ['name', 'logo_url']);

const PROGRAM = object(
  {
    value: text('Sent as program_id on submit'),
    label: text(),
    payout: money('Your payout for this program; absent when none is configured'),
  },
  ['value', 'label'],
);

export const formField = (): JsonSchema =>
  object(
    {
      name: text('The key under which the answer is sent on submit'),
      label: orNull(text()),
      type: growing(QUESTION_TYPES, 'What the answer is'),
      required: flag('Whether it must be answered whatever program is chosen'),
      required_when: object({ program_ids: list(text()) }, ['program_ids']),
      pattern: text('What a text answer must match, as a regular expression in RE2 syntax'),
      options: list(object({ value: text(), label: text() }, ['value', 'label']), 'The answers of a select'),
    },
    ['name', 'label', 'type', 'required'],
  );

const ENTRY = object(
  {
    svc_result_id: text('Submit this id'),
    campaign_id: uuid('The campaign that the result is sold under'),
    offer: OFFER,
    school: SCHOOL,
    programs: list(PROGRAM),
    payout: money('Your best payout for the result; absent when none is configured'),
    form_fields: list(formField(), 'Questions to answer on submit'),
    expires_at: { type: 'string', format: 'date-time', description: 'Submit before this time' },
  },
  ['svc_result_id', 'campaign_id', 'offer', 'programs', 'form_fields', 'expires_at'],
);

const ALWAYS = {
  svc_lead_id: uuid('The search: poll with it, send it as search_lead_id on submit'),
  processing_done: flag('False while partner offers are still answering'),
  accepted_count: count('Accepted leads from this search'),
  max_accepted_submissions: count('How many leads of this search may be accepted', 1),
  true_exclusive_accepted: flag('Whether a true_exclusive offer was accepted from this search'),
  offers: list(ref('schemas', 'ResultEntry'), 'Best first; keep the order'),
};

const SOMETIMES = {
  external_id: text('Your external_id of the search, if you sent one'),
  poll_after_ms: count('While processing_done is false: wait this long before the next poll', 1),
};

export const resultsSchemas = (): Record<string, JsonSchema> => ({
  ResultEntry: ENTRY,
  Results: answerSchema({ ...ALWAYS, ...SOMETIMES, ...NOTICES }, Object.keys(ALWAYS)),
});
