import { MAX_LIVE_RUNS } from '../../../core/search/earlier-runs.js';
import { OWNER, personNamed, TRACKING } from '../examples.js';
import type { OperationDescription } from '../operation-description.js';
import { RESULTS_EXAMPLE, RESULTS_OUTCOMES, RUNNING_EXAMPLE } from './results-examples.js';

export const describeSearch: OperationDescription = {
  id: 'search',
  tag: 'Search',
  summary: 'Search offers for a lead',
  description:
    'Searches every active offer of the campaign for one lead, and answers with those that it qualifies for. Partner offers answer later: poll the results until `processing_done` is true. `lead` holds its fields in groups, or flat (`email`, `zip`, …); where both are sent the nested one counts. Other keys are kept with the lead and decide nothing.',
  next: 'results',
  examples: {
    nested: {
      summary: 'A lead in groups',
      value: {
        ...OWNER,
        lead: personNamed('Ann', 'ann@example.com', '6085550123'),
        tracking: TRACKING,
        tcpa_consent: true,
      },
      http: 200,
      answer: RUNNING_EXAMPLE,
    },
    flat: {
      summary: 'A lead with flat keys',
      value: {
        ...OWNER,
        lead: {
          email: 'ben@example.com',
          phone: '6085550124',
          first_name: 'Ben',
          last_name: 'Accept',
          zip: '53703',
          state: 'WI',
        },
        tracking: { ip_address: '2001:db8::7' },
        svc_is_test_lead: true,
      },
      http: 200,
      answer: RESULTS_EXAMPLE,
    },
  },
  outcomes: {
    200: RESULTS_OUTCOMES,
    400: [
      {
        code: 'REQUIRED_FIELD_MISSING',
        when: 'a required field is not sent',
        members: { field: 'tracking.ip_address' },
      },
      {
        code: 'NOT_FOUND',
        when: 'the campaign is not active or not yours',
        members: { field: 'svc_campaign_id' },
      },
    ],
    403: [
      {
        code: 'FORBIDDEN',
        when: 'svc_affiliate_id is not the one of the key; svc_lead_id is no search of yours, one that was submitted, or that of a different person',
        members: { field: 'svc_affiliate_id' },
      },
    ],
    404: [
      {
        code: 'NOT_FOUND',
        when: 'svc_lead_id, sent with a test key, is no test search of yours',
        members: { field: 'svc_lead_id' },
      },
    ],
    429: [
      {
        code: 'RATE_LIMITED',
        when: `svc_lead_id is a search that was run again ${MAX_LIVE_RUNS} times while results of those runs can still be submitted; retry_after_seconds ends when the first have expired`,
      },
    ],
  },
};
