import { DECISION_CODES, type DecisionCode } from '../../../core/refusal.js';
import { EXAMPLE_IDS } from '../examples.js';
import type { Outcome } from '../operation-description.js';

const WHEN: Readonly<Record<DecisionCode, string>> = {
  ACCEPTED: 'the buyer took the lead',
  PENDING: 'the buyer has not decided, or (status saved) is closed at this hour; do not submit again',
  TEST_LEAD_HELD: 'a test lead passed all checks',
  DUPLICATE: 'we (reason ends in " - Offer") or the school (" - Client") have this person already',
  NOT_ELIGIBLE: 'the lead does not fit the offer or the program',
  CAP_REACHED: 'a cap, or the limit of accepted leads of the search, is reached',
  BUYER_REJECTED: "the school's own system refused",
  OFFER_UNAVAILABLE:
    'the result has expired, the offer or campaign is closed, or exclusivity forbids; search again',
  REQUIRED_FIELD_MISSING: 'consent, an answer or an asked lead field is missing',
  INVALID_FIELD: 'consent was not given, or the program or an answer is not one of those offered',
  DELIVERY_FAILED: 'the buyer could not be reached in time, or asked to try again until it was over',
};

const MEMBERS: Readonly<Partial<Record<DecisionCode, object>>> = {
  ACCEPTED: { payout: 36 },
  DUPLICATE: {
    reason: 'Duplicate lead - Offer',
    disposition: { duplicate_of: '5d2f8f60-1c7a-4e0b-9d5a-0b6f0a5e5b1c' },
  },
  BUYER_REJECTED: { reason: 'Lead was rejected - Client', source: 'buyer' },
  REQUIRED_FIELD_MISSING: { field: 'campus_visit' },
  INVALID_FIELD: { field: 'program_id' },
};

/** The members of every submit answer, before the members of its code replace them. */
const base = { accepted: false, svc_lead_id: EXAMPLE_IDS.lead, payout: 0, disposition: {} };
const SILENT: readonly DecisionCode[] = ['ACCEPTED', 'PENDING', 'TEST_LEAD_HELD'];

const outcomeOf = (code: DecisionCode): Outcome => ({
  code,
  when: WHEN[code],
  schema: 'SubmitAnswer',
  members: {
    ...base,
    accepted: code === 'ACCEPTED',
    ...(!SILENT.includes(code) && { source: 'service' }),
    ...MEMBERS[code],
  },
});

/** All decisions on a lead. They are answered with HTTP 200. */
export const DECISION_OUTCOMES: readonly Outcome[] = DECISION_CODES.map(outcomeOf);

/** The answer while there is no decision yet. */
export const PENDING_OUTCOME: Outcome = {
  ...outcomeOf('PENDING'),
  when: 'there is no decision yet; read the outcome of this lead later',
};
