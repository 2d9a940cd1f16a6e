import { growing, object, ref, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { answerSchema } from './answer.js';

const time = (description: string, type: string | readonly string[] = 'string'): JsonSchema => ({
  ...{ type, format: 'date-time', description },
});

const CHANGE: Readonly<Record<string, JsonSchema>> = {
  svc_lead_id: uuid('The lead'),
  revision: { type: 'integer', minimum: 1, description: 'Grows with each change of the lead' },
  change: growing(['decided', 'returned', 'return_reversed', 'changed'], 'What happened'),
  at: time('When it changed, by the clock of the process that changed it'),
  svc_campaign_id: uuid(),
  svc_offer_id: uuid(),
  tracking: { type: 'object', description: 'Your own subids and click ids' },
  answer: { type: 'object', description: 'What reading the lead answered right after the change' },
};
const PAGE: Readonly<Record<string, JsonSchema>> = {
  leads: { type: 'array', items: ref('schemas', 'LeadChange') },
  next_cursor: text('Send it as since with the next call'),
  has_more: { type: 'boolean', description: 'Call again at once' },
  complete_until: time('Every change before it is told by now; null: there is more', ['string', 'null']),
};

export const leadFeedSchemas = (): Record<string, JsonSchema> => ({
  LeadChange: object(CHANGE, Object.keys(CHANGE)),
  LeadFeed: answerSchema(PAGE, Object.keys(PAGE)),
});
