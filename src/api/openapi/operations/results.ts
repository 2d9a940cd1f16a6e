import { LEAD_ID_PARAMETER } from '../parameters.js';
import type { OperationDescription } from '../operation-description.js';
import { RESULTS_EXAMPLE, RESULTS_OUTCOMES, RUNNING_EXAMPLE } from './results-examples.js';

export const describeResults: OperationDescription = {
  id: 'results',
  tag: 'Search',
  summary: 'Read the results of a search',
  description:
    'All results of the search so far, not only new ones. Poll until `processing_done` is true, waiting `poll_after_ms` between calls. A result whose `expires_at` has passed is left out.',
  parameters: [
    { ...LEAD_ID_PARAMETER, description: 'The svc_lead_id that the search answered' },
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'Only for a stream: the id of the newest event that you have',
      schema: { type: 'string' },
    },
  ],
  otherTypes: {
    'text/event-stream':
      'Events `results` (the answer so far, whenever it changes), then one `done` (the final answer) and the end. `error`: the key or the campaign is yours no longer. Comments in between mean nothing.',
  },
  nothing: 'Only for a stream: the search is done, and Last-Event-ID says that you have all of it',
  examples: {
    running: { summary: 'Partners are still answering', value: {}, http: 200, answer: RUNNING_EXAMPLE },
    done: { summary: 'All have answered', value: {}, http: 200, answer: RESULTS_EXAMPLE },
  },
  outcomes: {
    200: RESULTS_OUTCOMES,
    403: [
      {
        code: 'FORBIDDEN',
        when: 'the campaign of the search is yours no longer',
        members: { field: 'svc_campaign_id' },
      },
    ],
    404: [{ code: 'NOT_FOUND', when: 'no search with that id is yours', members: { field: 'svc_lead_id' } }],
    429: [{ code: 'RATE_LIMITED', when: 'a stream: too many streams of the key are open' }],
  },
};
