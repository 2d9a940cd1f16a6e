import { expect } from 'chai';
import type { Answered } from './api.js';

/**
 * Typed out from docs/contract.md#answers: by code, its status, and whether it is a success and worth a retry as
 * it is.
 */
const BY_CODE: Readonly<Record<string, readonly [status: string, success: boolean, retryable: boolean]>> = {
  OK: ['saved', true, false],
  ACCEPTED: ['accepted', true, false],
  PENDING: ['pending', true, false],
  TEST_LEAD_HELD: ['held', true, false],
  DUPLICATE: ['rejected', false, false],
  NOT_ELIGIBLE: ['rejected', false, false],
  CAP_REACHED: ['rejected', false, false],
  BUYER_REJECTED: ['rejected', false, false],
  OFFER_UNAVAILABLE: ['rejected', false, false],
  REQUIRED_FIELD_MISSING: ['invalid', false, false],
  INVALID_FIELD: ['invalid', false, false],
  DELIVERY_FAILED: ['failed', false, false],
  AUTH_REQUIRED: ['invalid', false, false],
  AUTH_INVALID: ['invalid', false, false],
  FORBIDDEN: ['invalid', false, false],
  NOT_FOUND: ['invalid', false, false],
  MALFORMED_REQUEST: ['invalid', false, false],
  RATE_LIMITED: ['rejected', false, true],
  INTERNAL_ERROR: ['failed', false, false],
  UNAVAILABLE: ['failed', false, true],
};

/** Codes that HTTP 200 (or 202) answers have; all others are errors. */
const DECISIONS = Object.keys(BY_CODE).slice(0, Object.keys(BY_CODE).indexOf('AUTH_REQUIRED'));
export const CODES = { decisions: DECISIONS, errors: Object.keys(BY_CODE).slice(DECISIONS.length) } as const;

/** Members that an answer has only where the table says so. */
const OPTIONAL = ['field', 'error', 'source'] as const;

export interface ExpectedAnswer {
  readonly http: number;
  readonly code: string;
  /** Where it is not the code's own. */
  readonly status?: string;
  readonly reason?: string;
  readonly field?: string;
  readonly error?: string;
  readonly source?: string;
}

/** The standard envelope, member by member: nothing missing, nothing that does not belong to this answer. */
export function expectAnswer({ status, headers, body }: Answered, expected: ExpectedAnswer): void {
  const [ownStatus, success, retryable] = BY_CODE[expected.code] ?? [];
  expect(
    { http: status, code: body.code, field: body.field },
    `${body.reason} ${String(body['message'])}`,
  ).to.deep.equal({ http: expected.http, code: expected.code, field: expected.field });
  expect(body).to.include({ status: expected.status ?? ownStatus, success, retryable });
  if (expected.reason !== undefined) expect(body.reason).to.equal(expected.reason);
  expect(body.reason, 'a short sentence in sentence case').to.match(/^[A-Z][^\n]{1,200}[^.\s]$/);
  expect(body['message'], 'a sentence that says what to do next').to.match(/^[^\n]{5,300}\.$/);
  for (const name of OPTIONAL) expect(body[name], name).to.equal(expected[name]);
  if (expected.code === 'RATE_LIMITED')
    expect(String(body['retry_after_seconds']))
      .to.equal(headers['retry-after'])
      .and.match(/^[1-9]\d*$/);
  else expect(body).to.not.have.property('retry_after_seconds');
  expect(body.request_id)
    .to.equal(headers['x-request-id'])
    .and.match(/^[A-Za-z0-9._-]{8,128}$/);
  expect(headers['content-type']).to.equal('application/json; charset=utf-8');
}
