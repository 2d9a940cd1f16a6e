import { wordsOfSearch } from '../../../core/messages.js';
import { EXAMPLE_IDS } from '../examples.js';
import type { Outcome } from '../operation-description.js';

const ENVELOPE = { code: 'OK', status: 'saved', success: true, retryable: false };
const COUNTS = { accepted_count: 0, max_accepted_submissions: 3, true_exclusive_accepted: false };

const ENTRY = {
  svc_result_id: EXAMPLE_IDS.result,
  campaign_id: EXAMPLE_IDS.campaign,
  offer: {
    id: EXAMPLE_IDS.offer,
    name: 'Lakeshore Nursing',
    offer_type: 'shared',
    is_exclusive: false,
    tcpa_text: 'By clicking Send I agree that Lakeshore University may call me about its programs.',
  },
  school: { name: 'Lakeshore University', logo_url: 'https://lakeshore.example/logo.png' },
  programs: [{ value: 'bsn', label: 'Bachelor of Science in Nursing', payout: 36 }],
  payout: 36,
  form_fields: [
    {
      name: 'campus_visit',
      label: 'Would you like to visit the campus?',
      type: 'select',
      required: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    {
      name: 'license_number',
      label: 'RN licence number',
      type: 'text',
      required: false,
      required_when: { program_ids: ['rn-to-msn'] },
    },
  ],
  expires_at: '2026-09-28T15:30:00.000Z',
};

/** The answer while partners are still answering. */
export const RUNNING_EXAMPLE = {
  ...ENVELOPE,
  ...wordsOfSearch(false, 1),
  svc_lead_id: EXAMPLE_IDS.search,
  processing_done: false,
  poll_after_ms: 1000,
  ...COUNTS,
  offers: [ENTRY],
  request_id: EXAMPLE_IDS.request,
};

/** The answer after all partners have answered. */
export const RESULTS_EXAMPLE = {
  ...ENVELOPE,
  ...wordsOfSearch(true, 1),
  svc_lead_id: EXAMPLE_IDS.search,
  processing_done: true,
  ...COUNTS,
  offers: [ENTRY],
  request_id: EXAMPLE_IDS.request,
};

/** The outcomes of both search and results. */
export const RESULTS_OUTCOMES: readonly Outcome[] = [
  {
    code: 'OK',
    when: 'partner offers are still answering',
    schema: 'Results',
    members: { ...wordsOfSearch(false, 0) },
  },
  {
    code: 'OK',
    when: 'there is nothing more to come',
    schema: 'Results',
    members: { ...wordsOfSearch(true, 1) },
  },
  {
    code: 'OK',
    when: 'there is nothing more to come, and nothing came or all has expired',
    schema: 'Results',
    members: { ...wordsOfSearch(true, 0) },
  },
];
