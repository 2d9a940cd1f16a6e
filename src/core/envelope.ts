import type { DecisionCode } from './refusal.js';

export type Status = 'accepted' | 'saved' | 'pending' | 'held' | 'rejected' | 'invalid' | 'failed';

/** All codes of answers. */
export type ApiCode =
  | 'OK'
  | DecisionCode
  | 'AUTH_REQUIRED'
  | 'AUTH_INVALID'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'MALFORMED_REQUEST'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE';

/** Texts for people: `reason` describes the outcome, `message` says what to do next. */
export interface Words {
  readonly reason: string;
  readonly message: string;
}

/** The members of every answer. The API adds `request_id`, which belongs to the request. */
export interface Envelope extends Words {
  readonly code: ApiCode;
  readonly status: Status;
  readonly success: boolean;
  readonly retryable: boolean;
  readonly field?: string;
  readonly error?: 'search_result_not_found' | 'result_campaign_mismatch';
  readonly source?: 'service' | 'buyer' | 'partner';
  readonly retry_after_seconds?: number;
}

interface CodeRow {
  readonly status: Status;
  readonly success: boolean;
  readonly retryable: boolean;
}

const row = (status: Status, success = false, retryable = false): CodeRow => ({ status, success, retryable });

/**
 * The codes of docs/contract.md#answers. Two codes have a second status, which the caller sets: OK is `accepted` on
 * the duplicate pre-check, PENDING is `saved` while a lead waits for the buyer's hours.
 */
export const CODES: Readonly<Record<ApiCode, CodeRow>> = {
  OK: row('saved', true),
  ACCEPTED: row('accepted', true),
  PENDING: row('pending', true),
  TEST_LEAD_HELD: row('held', true),
  DUPLICATE: row('rejected'),
  NOT_ELIGIBLE: row('rejected'),
  CAP_REACHED: row('rejected'),
  BUYER_REJECTED: row('rejected'),
  OFFER_UNAVAILABLE: row('rejected'),
  REQUIRED_FIELD_MISSING: row('invalid'),
  INVALID_FIELD: row('invalid'),
  DELIVERY_FAILED: row('failed'),
  AUTH_REQUIRED: row('invalid'),
  AUTH_INVALID: row('invalid'),
  FORBIDDEN: row('invalid'),
  NOT_FOUND: row('invalid'),
  MALFORMED_REQUEST: row('invalid'),
  RATE_LIMITED: row('rejected', false, true),
  INTERNAL_ERROR: row('failed'),
  UNAVAILABLE: row('failed', false, true),
};

/** Makes an answer: the envelope, followed by the members of `more`. `more.status` replaces the code's status. */
export const envelope = <T extends object>(code: ApiCode, words: Words, more: T): Envelope & T => ({
  code,
  reason: words.reason,
  message: words.message,
  ...CODES[code],
  ...more,
});
