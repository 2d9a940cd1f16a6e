import type { DecisionCode } from './refusal.js';

export const STATUSES = ['accepted', 'saved', 'pending', 'held', 'rejected', 'invalid', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

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

/** One field at fault. `field` is its path as the client sent it; absent, it is the body itself. */
export interface FieldError {
  readonly field?: string;
  readonly code: ApiCode;
  /** A sentence that shows the form wanted. It repeats no value. */
  readonly message: string;
}

/** A key that nothing reads, near one that is read, or a field that stands where it is not read. */
export interface KeyWarning {
  readonly field: string;
  /** The known key, by its path. */
  readonly did_you_mean: string;
  readonly message: string;
}

/** A field whose value was changed before use. Neither the value sent nor the new one is named. */
export interface NormalizedField {
  readonly field: string;
  /** What was done, as the end of the sentence "changed to …". */
  readonly to: string;
}

/** The members of every answer. The API adds `request_id`, which belongs to the request. */
export interface Envelope extends Words {
  readonly code: ApiCode;
  readonly status: Status;
  readonly success: boolean;
  readonly retryable: boolean;
  readonly field?: string;
  /** All fields at fault. The first is the one that `field` names. */
  readonly errors?: readonly FieldError[];
  readonly warnings?: readonly KeyWarning[];
  readonly normalized?: readonly NormalizedField[];
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
