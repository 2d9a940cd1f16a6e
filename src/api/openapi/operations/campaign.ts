import { wordsOfPostingSpec } from '../../../core/messages.js';
import { EXAMPLE_IDS, OWNER, personNamed, TRACKING } from '../examples.js';
import { CAMPAIGN_ID_PARAMETER } from '../parameters.js';
import type { OperationDescription } from '../operation-description.js';

const EXAMPLE = {
  campaign: {
    id: EXAMPLE_IDS.campaign,
    name: 'Northwind Education',
    max_accepted_submissions: 3,
    is_active: true,
    allow_fallbacks: false,
    svc_affiliate_id: EXAMPLE_IDS.affiliate,
  },
  offers: [
    {
      id: EXAMPLE_IDS.offer,
      name: 'Lakeshore Nursing',
      school: { name: 'Lakeshore University', logo_url: null },
      offer_type: 'shared',
      is_exclusive: false,
      is_active: true,
      posting: 'direct',
      tcpa_text: 'By clicking Send I agree that Lakeshore University may call me.',
      consent_required: true,
      payout: 36,
      required_fields: ['personal.email', 'personal.phone'],
      eligibility: ['State is one of IL, WI'],
      programs: [
        { value: 'bsn', label: 'BSN', payout: 36, required_fields: [], eligibility: ['Age is at least 18'] },
      ],
      questions: [{ name: 'campus_visit', label: 'Can you visit?', type: 'text', required: true }],
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
      sample: {
        ...OWNER,
        svc_offer_id: EXAMPLE_IDS.offer,
        svc_is_test_lead: true,
        lead: personNamed('Jane', 'jane.sample@example.com', '3125550142'),
        tracking: TRACKING,
        program_id: 'bsn',
        campus_visit: 'Sample',
        tcpa_consent: true,
      },
      only_submit: [],
    },
  ],
  only_submit: ['Offer and campaign are active: OFFER_UNAVAILABLE'],
};

export const describeCampaign: OperationDescription = {
  id: 'campaign',
  tag: 'Submit',
  summary: 'Read the posting specification of a campaign',
  description:
    'Every offer that the campaign may post to, as the catalogue now has it: consent text, programs, questions, required fields, eligibility in words, and for direct posts a JSON Schema (2020-12) with a sample request. A submit refuses what the schema refuses; `only_submit` says what only a submit can refuse. Counts against the limit of reading results.',
  parameters: [CAMPAIGN_ID_PARAMETER],
  examples: {},
  outcomes: {
    200: [
      {
        code: 'OK',
        when: 'the campaign is yours',
        schema: 'PostingSpec',
        members: { ...wordsOfPostingSpec, ...EXAMPLE },
      },
    ],
    404: [
      { code: 'NOT_FOUND', when: 'no campaign with that id is yours', members: { field: 'svc_campaign_id' } },
    ],
  },
};
