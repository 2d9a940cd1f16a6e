import { MAX_KEYS } from '../../../app/submit/idempotency.js';
import { EXAMPLE_IDS, OWNER, personNamed, TRACKING } from '../examples.js';
import { IDEMPOTENCY_PARAMETER } from '../parameters.js';
import type { OperationDescription } from '../operation-description.js';
import { DECISION_OUTCOMES, PENDING_OUTCOME } from './decisions.js';

const ACCEPTED_EXAMPLE = {
  code: 'ACCEPTED',
  status: 'accepted',
  reason: 'Lead accepted',
  message: 'The school will contact the consumer.',
  success: true,
  retryable: false,
  accepted: true,
  svc_lead_id: EXAMPLE_IDS.lead,
  payout: 36,
  disposition: {},
  request_id: EXAMPLE_IDS.request,
};

export const describeSubmit: OperationDescription = {
  id: 'submit',
  tag: 'Submit',
  summary: 'Submit a result, or post a lead to an offer',
  description:
    "Delivers a lead to one offer. With `svc_result_id` it is a result of a search: lead, tracking and offer come from the search, and fields sent here replace the search's. Without it, `svc_offer_id` names the offer and the whole lead is sent. All checks run again. Consent is never taken from the search: send `tcpa_consent` with every submit. Answers to the result's `form_fields` stand at the top level under their names. Every decision is HTTP 200: read `status` and `code`. A direct post may name `fallbacks`: offers to try, each with a consent of its own, when the one before can not take the lead now and nothing was sent to its buyer; the answer is that of the lead that was tried last. Send an `Idempotency-Key`, and repeat the same call after a time-out or a 503.",
  parameters: [IDEMPOTENCY_PARAMETER],
  next: 'read_lead',
  examples: {
    result: {
      summary: 'A result of a search',
      value: {
        ...OWNER,
        search_lead_id: EXAMPLE_IDS.search,
        svc_result_id: EXAMPLE_IDS.result,
        program_id: 'bsn',
        campus_visit: 'yes',
        tcpa_consent: true,
        consent_button_label: 'Send',
      },
      http: 200,
      answer: ACCEPTED_EXAMPLE,
    },
    direct: {
      summary: 'A lead posted to an offer',
      value: {
        ...OWNER,
        svc_offer_id: EXAMPLE_IDS.offer,
        lead: personNamed('Cleo', 'cleo@example.com', '6085550125'),
        tracking: TRACKING,
        program_id: 'bsn',
        campus_visit: 'no',
        tcpa_consent: true,
      },
      http: 200,
      answer: { ...ACCEPTED_EXAMPLE, svc_lead_id: 'f1d6a3b2-4c5e-4f70-8a9b-0c1d2e3f4a5b' },
    },
  },
  outcomes: {
    200: DECISION_OUTCOMES,
    202: [PENDING_OUTCOME],
    400: [
      {
        code: 'REQUIRED_FIELD_MISSING',
        when: 'an id, the lead or the address of the consumer is not sent',
        members: { field: 'svc_result_id' },
      },
    ],
    403: [
      {
        code: 'FORBIDDEN',
        when: "the campaign is not yours, or the offer is on another one of yours; the campaign is not the result's (error result_campaign_mismatch); a partner's offer is posted to; the lead was already submitted, or belongs to a different person (field svc_lead_id); the campaign allows no fallbacks (field fallbacks)",
        members: { field: 'svc_campaign_id', error: 'result_campaign_mismatch' },
      },
    ],
    404: [
      {
        code: 'NOT_FOUND',
        when: 'the result (error search_result_not_found), the offer or the lead is unknown to you',
        members: { field: 'svc_result_id', error: 'search_result_not_found' },
      },
    ],
    409: [
      {
        code: 'MALFORMED_REQUEST',
        when: 'a result comes without search_lead_id, or an Idempotency-Key with another body than before',
        members: { field: 'search_lead_id' },
      },
    ],
    429: [
      {
        code: 'RATE_LIMITED',
        when: `the lead under svc_lead_id was sent under ${MAX_KEYS} Idempotency-Keys within 24 hours, and this is another; retry_after_seconds ends when the first has expired`,
      },
    ],
  },
};
