import type { StageRule } from './stages/lead-stage.js';
import type { ApiCode, Words } from './envelope.js';
import { ONE_CERTIFICATE } from './lead/consent-evidence.js';
import type { LeadState } from './lead/lead-states.js';
import type { Decision } from './lead/lead-record.js';
import type { ReturnRule } from './money/return-lead.js';
import type { CallbackOnly, QuestionType } from './catalogue/types.js';
import type { Refusal } from './refusal.js';

/** All texts for people are made in this file. No text holds personal data or an amount of money. */
const words = (reason: string, message: string): Words => ({ reason, message });

const SEARCH_AGAIN = 'Search again and submit one of the new results.';
const ANOTHER = 'Submit another result of the search.';
const FULL = 'The offer takes no more leads for now; submit another result.';
const NOT_TAKEN = 'The buyer did not take the lead in time; submit another result.';

/** The default texts of each code. */
const BY_CODE: Readonly<Record<ApiCode, Words>> = {
  OK: words('Done', 'There is nothing more to do.'),
  ACCEPTED: words('Lead accepted', 'The school will contact the consumer.'),
  PENDING: words('Decision is pending', 'Do not submit again; read the outcome of this lead later.'),
  TEST_LEAD_HELD: words('Test lead held', 'The lead passed the checks and was not sent to a buyer.'),
  DUPLICATE: words('Duplicate lead', ANOTHER),
  NOT_ELIGIBLE: words('Lead is not eligible for this offer', ANOTHER),
  CAP_REACHED: words('Cap reached', FULL),
  BUYER_REJECTED: words('Lead was rejected', ANOTHER),
  OFFER_UNAVAILABLE: words('Offer is not available', SEARCH_AGAIN),
  REQUIRED_FIELD_MISSING: words('Required field is missing', 'Send the field that is named and try again.'),
  INVALID_FIELD: words('Invalid value', 'Correct the field that is named and try again.'),
  DELIVERY_FAILED: words('Lead could not be delivered', NOT_TAKEN),
  AUTH_REQUIRED: words('Missing API key', 'Send your API key as "Authorization: Bearer <API_KEY>".'),
  AUTH_INVALID: words('Invalid API key', 'Check the key, or ask your contact for a new one.'),
  FORBIDDEN: words('Not permitted', 'The campaign, offer, lead or operation is not open to this key.'),
  NOT_FOUND: words('Not found', 'Check the address and the ids in it.'),
  MALFORMED_REQUEST: words('Malformed request', 'Correct the request and send it again.'),
  RATE_LIMITED: words('Too many requests', 'Wait the seconds given in Retry-After and call again.'),
  INTERNAL_ERROR: words('Internal error', 'Report the time and the request_id to your contact.'),
  UNAVAILABLE: words('Service unavailable', 'Wait a moment and send the same request again.'),
};

/** Texts by the refusal's `why`, where they are more exact than the code's. */
const BY_WHY: Readonly<Record<string, Words>> = {
  result_expired: words('Result has expired', SEARCH_AGAIN),
  erased: words('The person asked to be erased', 'Do not send this person again.'),
  offer_paused: words('Offer is not active', SEARCH_AGAIN),
  offer_retired: words('Offer is no longer available', SEARCH_AGAIN),
  partner_changed: words('Result is no longer available', SEARCH_AGAIN),
  buyer_changed: words('Offer has changed', 'Show its new consent text; after a search, search again.'),
  offer_off_campaign: words('Offer is no longer on the campaign', SEARCH_AGAIN),
  campaign_inactive: words('Campaign is not active', 'Ask your contact about the campaign.'),
  campaign_retired: words('Campaign is no longer available', 'Ask your contact about the campaign.'),
  campaign_reassigned: words('Campaign is no longer available', 'Ask your contact about the campaign.'),
  buyer_paused: words('Offer is not active', SEARCH_AGAIN),
  not_given: words('Consent was not given', 'Submit only with the consent of the consumer.'),
  missing: words('Consent is missing', 'Send tcpa_consent with the decision of the consumer.'),
  consent_malformed: words(
    'Invalid value',
    'Send tcpa_consent as true or false, and the other consent fields as text, and submit again.',
  ),
  several_certificates: words('Invalid value', 'Send the address of one certificate and submit again.'),
  no_certificate: words(
    'Invalid value',
    'Send the address of the certificate, with https, and submit again.',
  ),
  unknown_program: words(
    'Unknown program',
    'Send the value of one of the programs of the offer, or leave it out if the offer has none.',
  ),
  answer_missing: words('Required answer is missing', 'Answer the question that is named and submit again.'),
  answer_invalid: words('Invalid answer', 'Correct the answer that is named and submit again.'),
  field_missing: words('Required lead field is missing', 'Send the field that is named and submit again.'),
  suppressed: words(
    'Consumer is on a suppression list',
    'Do not submit this consumer again: the consumer is not to be contacted.',
  ),
  verification_refused: words('Lead did not pass a verification', ANOTHER),
  not_verified: words(
    'Lead could not be verified',
    'A service that verifies leads gave no answer; send the lead again later.',
  ),
  exclusivity: words('Offer cannot be sold beside another accepted offer', ANOTHER),
  limit: words('Limit of accepted submissions reached', 'This search takes no more submits.'),
};

/** Of a duplicate of the caller's own lead, which the answer names. */
export const OWN_DUPLICATE =
  'Read the lead that disposition.duplicate_of names: it is your own. Another offer may take the person.';

/** Of a lead whose call named another offer, which was tried. */
export const FELL_BACK =
  'Do not post this lead again: read the lead that fell_back_to names, for which the next offer of the call was tried.';

const ELSEWHERE = 'Post the lead to another offer, or search for offers that take it.';

/** Messages for direct posts, by code: a direct post has no search with other results to submit. */
const DIRECT: Partial<Record<ApiCode, string>> = {
  DUPLICATE: 'Do not post this lead to this offer again; another offer may take it.',
  NOT_ELIGIBLE: ELSEWHERE,
  CAP_REACHED: 'The offer takes no more leads for now; post the lead to another offer.',
  BUYER_REJECTED: ELSEWHERE,
  OFFER_UNAVAILABLE: 'Ask your contact whether the offer opens again, or search for other offers.',
  DELIVERY_FAILED: 'The buyer did not take the lead in time; post it again later under this svc_lead_id.',
};
const OF_A_SEARCH = new Set([SEARCH_AGAIN, ANOTHER, FULL, NOT_TAKEN]);

const STATE_WORDS: Partial<Record<LeadState, Words>> = {
  saved: words(
    "Saved until the buyer's hours",
    'The lead is delivered when the buyer opens; do not submit again.',
  ),
  pending: words('Buyer has not decided yet', 'Do not submit again; read the outcome of this lead later.'),
};

/** What is told of a decision. A refusal that is none has no source. */
type Told = Pick<Decision, 'code' | 'refusal' | 'buyer_reason'> & Partial<Pick<Decision, 'source'>>;

/** Whether the school's own system decided, whatever the decision's source says. */
const decidedByBuyer = ({ source, refusal, code }: Told): boolean =>
  code === 'BUYER_REJECTED' ||
  (code === 'DUPLICATE' &&
    (source === 'buyer' || source === 'partner' || refusal?.why === 'buyer_duplicate'));

/** The texts of an API code. */
export const wordsOfCode = (code: ApiCode): Words => BY_CODE[code];

/** The texts of an undecided lead. */
export const wordsOfState = (state: LeadState): Words => STATE_WORDS[state] ?? BY_CODE.PENDING;

/** The texts of a results envelope. */
export function wordsOfSearch(done: boolean, offers: number): Words {
  if (!done) return words('Search is still running', 'Poll again after poll_after_ms.');
  return offers > 0
    ? words('Search is complete', 'Submit one of the offers before it expires.')
    : words(
        'No offers found',
        'There is no offer for this lead now; search again if those shown before have expired.',
      );
}

/** The texts of a page of changes. */
export const wordsOfFeed = (hasMore: boolean): Words =>
  hasMore
    ? words('There are more changes', 'Call again with next_cursor.')
    : words('These are all changes', 'Call again later with next_cursor.');

/** The texts of an affiliate's statement. */
export const wordsOfStatement = (isDraft: boolean): Words =>
  isDraft
    ? words('Draft of an open month', 'More lines may follow; read it again when the month is closed.')
    : words('Statement of a closed month', 'It no longer changes.');

/** The texts of a posting specification. */
export const wordsOfPostingSpec = words(
  'Posting specification',
  'Post leads to the offers as their schemas say; read this again when an offer may have changed.',
);

/** The texts of a duplicate pre-check. */
export const wordsOfDupeCheck = (likely: boolean): Words =>
  likely
    ? words('A duplicate is likely', 'A submit of this lead would probably be refused as a duplicate.')
    : words('No duplicate known', 'Submit the lead; the full check runs then.');

/** The texts for a callback that was accepted. */
export const wordsOfCallback = (changed: boolean): Words =>
  changed
    ? words('Callback applied', 'There is nothing more to do.')
    : words('Nothing changed', 'Do not call again; the lead is as it was before.');

/** The texts for what only a signed callback may say. */
const IGNORED: Readonly<Record<CallbackOnly, Words>> = {
  returned: words('Return ignored', 'Only a signed callback can return a lead; tell your contact.'),
  revoked: words('Revocation ignored', 'Only a signed callback can revoke a consent; tell your contact.'),
  stage: words('Stage ignored', 'Only a signed callback can report a stage; tell your contact.'),
};
export const wordsOfIgnored = (outcome: CallbackOnly): Words => IGNORED[outcome];

/** The texts for a revocation of consent. `unknown`: nothing is left by which the consumer could be known. */
export const wordsOfRevocation = (of: 'listed' | 'test' | 'unknown'): Words => {
  switch (of) {
    case 'listed':
      return words('Consent revoked', 'The consumer is on the suppression list and is sold to nobody.');
    case 'test':
      return words('Test lead', 'Nothing is stored for a test lead.');
    case 'unknown':
      return words(
        'Consumer no longer known',
        'The data of this lead was removed, so nobody is put on the suppression list; send your contact the e-mail address and the phone number.',
      );
  }
};

/** The texts for a stage that can't be recorded. */
const BY_STAGE_RULE: Readonly<Record<StageRule, Words>> = {
  no_lead: words('Lead was not accepted', 'Only an accepted lead can reach a stage.'),
  unknown_stage: words('Unknown stage', 'Send the code of one of the agreed stages.'),
  too_old: words('Too late for a stage', 'The lead was sold too long ago.'),
  no_day: words('Unknown day', 'Send `on` as a day like 2026-10-31, or leave it out for today.'),
  future: words('Day in the future', 'Send the day on which the lead reached the stage.'),
  before_sale: words('Day before the sale', 'Send the day on which the lead reached the stage.'),
  not_reported: words('Stage was never reported', 'There is nothing to withdraw.'),
  corrections: words('Corrected too often', 'Tell your contact.'),
};
export const wordsOfStageRefused = (rule: StageRule): Words => BY_STAGE_RULE[rule];

/** The texts for a callback that requests a return. */
export const UNDER_REVIEW = words(
  'Return under review',
  'Do not call again; the lead stays sold until the return is accepted.',
);

/** The texts for a return that a rule refuses. */
const BY_RETURN_RULE: Readonly<Record<ReturnRule, Words>> = {
  not_accepted: words('Lead was not accepted', 'Only an accepted lead can be returned.'),
  returned_before: words(
    'Lead was returned before',
    'It was returned for another reason, or by mistake; tell your contact.',
  ),
  under_review: words('Return under review', 'It was requested for another reason; tell your contact.'),
  declined: words('Return was declined', 'It can be requested once more, with new evidence.'),
  no_returns: words('No returns are agreed', 'Tell your contact, who sees this callback.'),
  unknown_reason: words('Unknown reason', 'Send the code of one of the agreed reasons.'),
  within: words('Too late for a return', 'The agreed time is over; tell your contact.'),
  max_share: words(
    'Over the share of returns',
    'The agreed share of the month was returned; tell your contact.',
  ),
};
export const wordsOfReturnRefused = (rule: ReturnRule): Words => BY_RETURN_RULE[rule];

/**
 * The texts of a decision. If the school's system decided, the reason is the buyer's own, if given, plus ` - Client`.
 * The reason for a duplicate of the service itself ends in ` - Offer`. `form` is the form of the submit: the message
 * for a direct post does not mention a search.
 */
export function wordsOfDecision(decision: Told, form: 'A' | 'B' = 'A'): Words {
  const { code, refusal, buyer_reason } = decision;
  const { reason, message: ofResult } = (refusal && BY_WHY[refusal.why]) ?? BY_CODE[code];
  const direct = form === 'B' && OF_A_SEARCH.has(ofResult) ? DIRECT[code] : undefined;
  const message = direct ?? ofResult;
  if (decidedByBuyer(decision)) return words(`${buyer_reason ?? reason} - Client`, message);
  return words(code === 'DUPLICATE' ? `${reason} - Offer` : reason, message);
}

/** What an answer of each type must be, as the end of the sentence "<question> must be …". */
const ANSWER_OF: Readonly<Record<QuestionType, string>> = {
  text: 'text of the form that the question asks for',
  date: 'a date as YYYY-MM-DD, like 2026-05-31',
  select: 'the value of one of its options, as a string',
  number: 'a number, or its digits as a string, below 2^53 (9007199254740992)',
  checkbox: 'true or false; true where it is required',
};

/** The sentence about one field of a decision that is at fault. `path` is its path in the request. */
export function messageOfFault({ why, type }: Pick<Refusal, 'why' | 'type'>, path: string): string {
  switch (why) {
    case 'answer_missing':
      return `Answer the question ${path}.`;
    case 'answer_invalid':
      return type ? `${path} must be ${ANSWER_OF[type]}.` : `Correct the answer ${path}.`;
    case 'consent_malformed':
      return `${path} must be ${path === 'tcpa_consent' ? 'true or false' : 'text'}.`;
    case 'several_certificates':
      return `${path} must be ${ONE_CERTIFICATE}.`;
    case 'no_certificate':
      return `${path} must be the https address of a certificate.`;
    case 'unknown_program':
      return `${path} must be the value of one of the programs of the offer.`;
    case 'not_given':
      return `${path} must be true: submit only with the consent of the consumer.`;
    default:
      return `Send ${path}.`;
  }
}

/** The texts of a check's refusal that is not a decision (yet). */
export const wordsOfRefusal = (refusal: Refusal): Words => wordsOfDecision({ code: refusal.code, refusal });
