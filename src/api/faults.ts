import type { FieldError } from '../core/envelope.js';
import type { BodyFault } from '../app/ports/destinations.js';
import type { RequestRefusal } from '../app/request-refused.js';
import type { StageRule } from '../core/stages/lead-stage.js';
import { wordsOfReturnRefused, wordsOfStageRefused } from '../core/messages.js';
import type { ReturnRule } from '../core/money/return-lead.js';
import { ApiFault } from '../http/api-fault.js';
import { fault, invalidField, malformed, notFound, rateLimited, tooLarge } from '../http/faults.js';

export const operationForbidden = (): ApiFault =>
  fault(403, 'FORBIDDEN', 'This key may not use this operation; ask your contact.');

export const dupeCheckOff = (): ApiFault =>
  fault(404, 'NOT_FOUND', 'The duplicate pre-check is switched off for your account; submit the lead.');

/** At most so many fields are named. A body has at most 500 keys. */
const MAX_ERRORS = 50;

/** The first fault, with all faults in `errors`, each field once. */
export function listed(first: ApiFault, others: readonly ApiFault[] = []): ApiFault {
  const byField = new Map<string | undefined, FieldError>();
  for (const { code, words, members } of [first, ...others])
    if (!byField.has(members.field))
      byField.set(members.field, {
        ...(members.field !== undefined && { field: members.field }),
        code,
        message: words.message,
      });
  return first.with({ errors: [...byField.values()].slice(0, MAX_ERRORS) });
}

/** A campaign, offer or affiliate that does not belong to the caller. */
const notYours = (field: string): ApiFault =>
  fault(403, 'FORBIDDEN', `Send the ${field} that belongs to your account.`, { field });

const otherCampaign = (field: string): ApiFault =>
  fault(
    403,
    'FORBIDDEN',
    `Send an offer of the named campaign as ${field}; this one is on another of your campaigns.`,
    { field },
  );

const campaignReassigned = (): ApiFault =>
  fault(
    403,
    'FORBIDDEN',
    'The campaign of this search no longer belongs to your account; ask your contact.',
    { field: 'svc_campaign_id' },
  );

const alreadySubmitted = (): ApiFault =>
  new ApiFault(
    403,
    'FORBIDDEN',
    { reason: 'Lead already submitted', message: 'A submitted lead cannot be changed or searched again.' },
    { field: 'svc_lead_id' },
  );

const otherPerson = (): ApiFault =>
  new ApiFault(
    403,
    'FORBIDDEN',
    { reason: 'This id belongs to a different person', message: 'Send this person without svc_lead_id.' },
    { field: 'svc_lead_id' },
  );

const partnerOfferDirect = (field: string): ApiFault =>
  fault(403, 'FORBIDDEN', 'Submit a result of a search: this offer takes no direct posts.', { field });

const fallbacksNotAllowed = (): ApiFault =>
  fault(403, 'FORBIDDEN', 'Leave out fallbacks: the campaign allows none; ask your contact.', {
    field: 'fallbacks',
  });

const searchResultNotFound = (): ApiFault =>
  fault(404, 'NOT_FOUND', 'Send an svc_result_id of the search that search_lead_id names.', {
    error: 'search_result_not_found',
    field: 'svc_result_id',
  });

const resultCampaignMismatch = (): ApiFault =>
  fault(403, 'FORBIDDEN', 'Send the svc_campaign_id of the search that gave this result.', {
    error: 'result_campaign_mismatch',
    field: 'svc_campaign_id',
  });

/** The same answer for an inactive, an unknown and another affiliate's campaign, so it reveals nothing about others. */
const campaignNotFound = (): ApiFault =>
  new ApiFault(
    400,
    'NOT_FOUND',
    {
      reason: 'Campaign not found or not active',
      message: 'Send the id of one of your active campaigns.',
    },
    { field: 'svc_campaign_id' },
  );

const noUsableField = (): ApiFault =>
  malformed('Send at least one lead field, raw or as the SHA-256 of its normalized form.');

const idempotencyConflict = (): ApiFault =>
  malformed('Use a new Idempotency-Key: this one belongs to another request.', 409, 'Idempotency-Key');

/** The callback is not signed, or not correctly, and its destination must sign. */
export const signatureInvalid = (what: 'missing' | 'malformed' | 'stale' | 'wrong'): ApiFault =>
  new ApiFault(401, what === 'missing' ? 'AUTH_REQUIRED' : 'AUTH_INVALID', {
    reason: what === 'missing' ? 'Missing signature' : 'Invalid signature',
    message: SIGNATURE_WORDS[what],
  }).withHeader('WWW-Authenticate', 'Leadkeep-Signature');

const SIGNATURE_WORDS = {
  missing: 'Send Leadkeep-Signature: t=<Unix seconds>,v1=<HMAC-SHA-256 of "<t>.<body>" in hex>.',
  malformed: 'Send Leadkeep-Signature as t=<Unix seconds>,v1=<64 hex digits>.',
  stale: 'Sign with the present time; it may differ by 5 minutes.',
  wrong:
    'Sign the bytes of the body, as they are before any Content-Encoding, with the secret of this destination.',
};

/** The body of a callback is not all that its sender wanted to say. */
export const callbackBodyRefused = (why: BodyFault['kind'], limit: number): ApiFault =>
  why === 'too_large' ? tooLarge(limit) : malformed(BODY_WORDS[why]);

const BODY_WORDS = {
  broken_off: 'Send the whole body; this one broke off.',
  packing: 'Send the body plain, or packed as Content-Encoding says: gzip, deflate or br.',
  empty: 'Send what became of the lead as the body, with its Content-Length or in chunks.',
};

/** No rule of the destination reads this callback. */
export const callbackNotRead = (): ApiFault =>
  malformed(
    'Send what the rules of this destination read as accepted, rejected, duplicate, pending, returned, revoked or stage.',
  );

/** The callback contradicts a final decision, or concerns a lead that its sender cannot have. */
export const callbackRefused = (why: keyof typeof CALLBACK_WORDS): ApiFault =>
  new ApiFault(409, 'MALFORMED_REQUEST', CALLBACK_WORDS[why]);

/** A rule of the buyer refuses the return of a lead. */
export const returnRefused = (rule: ReturnRule): ApiFault =>
  new ApiFault(409, 'MALFORMED_REQUEST', wordsOfReturnRefused(rule));

/** A stage after the sale can't be recorded. */
export const stageRefused = (rule: StageRule): ApiFault =>
  new ApiFault(409, 'MALFORMED_REQUEST', wordsOfStageRefused(rule));

const CALLBACK_WORDS = {
  decided: {
    reason: 'Lead was already decided differently',
    message: 'Do not call again; tell your contact, who sees this callback.',
  },
  old_submission: { reason: 'Lead was sent again', message: 'Use the callback_url of the newest request.' },
  another_buyer: {
    reason: 'Offer has another buyer now',
    message: 'Do not call again; tell your contact, who settles what you have.',
  },
  not_sent: { reason: 'Lead was not sent', message: 'Do not call again; this lead was not sent to you.' },
};

/** A live record was sent again as a test. A test must not change or sell a live record. */
const notOfThisKind = (): ApiFault =>
  listed(invalidField('svc_is_test_lead', 'left out or false: the record under svc_lead_id is a live one'));

/** The API's fault for a use case's refusal. */
export function faultOfRefusal(refusal: RequestRefusal): ApiFault {
  switch (refusal.why) {
    case 'not_yours':
      return notYours(refusal.field);
    case 'other_campaign':
      return otherCampaign(refusal.field);
    case 'not_found':
      return notFound(refusal.field);
    case 'partner_offer':
      return partnerOfferDirect(refusal.field);
    case 'repeated_offer':
      return listed(invalidField(refusal.field, 'an offer that the call has not named already'));
    case 'cursor':
      return listed(invalidField('since', CURSOR_EXPECTED[refusal.cursor]));
    case 'too_often':
      return rateLimited(refusal.retry_after_seconds);
    default:
      return PLAIN_REFUSALS[refusal.why]();
  }
}

/** What is wrong with a cursor, as the end of "since must be …". */
const CURSOR_EXPECTED = {
  malformed: 'the next_cursor of an answer, unchanged',
  old: 'a cursor of this release: begin again without since',
  foreign: 'a cursor of this account and this kind of key',
  restored: 'a cursor from after the last restore of the service: begin again without since',
  expired: 'a cursor of the last 90 days: begin again without since',
};

const PLAIN_REFUSALS = {
  campaign_reassigned: campaignReassigned,
  campaign_not_found: campaignNotFound,
  result_not_found: searchResultNotFound,
  result_of_other_campaign: resultCampaignMismatch,
  no_fallbacks: fallbacksNotAllowed,
  already_submitted: alreadySubmitted,
  other_person: otherPerson,
  live_record: notOfThisKind,
  idempotency_conflict: idempotencyConflict,
  no_usable_field: noUsableField,
};
