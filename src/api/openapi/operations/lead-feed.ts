import { wordsOfFeed } from '../../../core/messages.js';
import { ref, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { EXAMPLE_IDS } from '../examples.js';
import type { OperationDescription } from '../operation-description.js';

const inQuery = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  ...{ name, in: 'query', description, schema },
});

const FEED_EXAMPLE = {
  ...{ code: 'OK', status: 'saved', success: true, retryable: false, ...wordsOfFeed(false) },
  request_id: EXAMPLE_IDS.request,
  leads: [
    {
      ...{ svc_lead_id: EXAMPLE_IDS.lead, revision: 1, change: 'decided', at: '2026-11-22T15:00:00.000Z' },
      ...{ svc_campaign_id: EXAMPLE_IDS.campaign, svc_offer_id: EXAMPLE_IDS.offer },
      tracking: { subid: 'spring-24' },
      answer: {
        ...{ code: 'ACCEPTED', status: 'accepted', reason: 'Lead accepted', success: true, retryable: false },
        ...{ message: 'The school will contact the consumer.', accepted: true, payout: 36, disposition: {} },
        ...{ svc_lead_id: EXAMPLE_IDS.lead, external_id: 'order-4711' },
      },
    },
  ],
  next_cursor: 'WzEsIjAwMDAiXQ.0123456789abcdef0123456789abcdef',
  ...{ has_more: false, complete_until: '2026-11-22T15:00:20.000Z' },
};

export const describeLeadFeed: OperationDescription = {
  id: 'lead_feed',
  tag: 'Reconciliation',
  summary: 'Read the changes of your leads, in order',
  description:
    'Each change of a lead that you can see, at least once: decisions, also late ones, returns and their undoing, and when a lead waits. A lead that changes again appears again with a higher `revision`; keep the highest. Send `next_cursor` as `since` with the next call, also when nothing came. A live key reads live leads, a test key test leads. Changes are kept for 90 days.',
  parameters: [
    inQuery('since', 'The next_cursor of your answer before; absent: from the beginning', { type: 'string' }),
    inQuery('limit', 'How many changes at most; 100 where absent', {
      ...{ type: 'integer', minimum: 1, maximum: 500 },
    }),
    inQuery('status', 'Only changes whose answer has this status', ref('schemas', 'AnswerStatus')),
    inQuery('subid', 'Only leads with this subid, subid2, … or subid5', { type: 'string' }),
    inQuery('external_id', 'Only leads with this external_id', { type: 'string' }),
  ],
  examples: { feed: { summary: 'One change', value: {}, http: 200, answer: FEED_EXAMPLE } },
  outcomes: {
    200: [
      { code: 'OK', when: 'there is more', schema: 'LeadFeed', members: { ...wordsOfFeed(true) } },
      { code: 'OK', when: 'this is all', schema: 'LeadFeed', members: { ...wordsOfFeed(false) } },
    ],
    400: [
      {
        code: 'INVALID_FIELD',
        when: 'a parameter is wrong, or the cursor does not lead on; the message says why, and whether to begin again',
        members: { field: 'since' },
      },
    ],
  },
};
