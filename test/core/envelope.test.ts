import { expect } from 'chai';
import { CODES, envelope, type ApiCode, type Status } from '../../src/core/envelope.js';
import { wordsOfCode } from '../../src/core/messages.js';

/** docs/contract.md#answers, by status. */
const BY_STATUS: Readonly<Record<Status, readonly ApiCode[]>> = {
  saved: ['OK'],
  accepted: ['ACCEPTED'],
  pending: ['PENDING'],
  held: ['TEST_LEAD_HELD'],
  rejected: [
    'DUPLICATE',
    'NOT_ELIGIBLE',
    'CAP_REACHED',
    'BUYER_REJECTED',
    'OFFER_UNAVAILABLE',
    'RATE_LIMITED',
  ],
  invalid: [
    'REQUIRED_FIELD_MISSING',
    'INVALID_FIELD',
    'AUTH_REQUIRED',
    'AUTH_INVALID',
    'FORBIDDEN',
    'NOT_FOUND',
    'MALFORMED_REQUEST',
  ],
  failed: ['INTERNAL_ERROR', 'UNAVAILABLE', 'DELIVERY_FAILED'],
};

describe('envelope', () => {
  for (const [status, codes] of Object.entries(BY_STATUS))
    for (const code of codes)
      it(`${code} is ${status}`, () => {
        expect(CODES[code]).to.deep.equal({
          status,
          success: ['OK', 'ACCEPTED', 'PENDING', 'TEST_LEAD_HELD'].includes(code),
          retryable: ['RATE_LIMITED', 'UNAVAILABLE'].includes(code),
        });
      });

  it('has a row for every code', () => {
    expect(Object.values(BY_STATUS).flat()).to.have.members(Object.keys(CODES));
  });

  it('puts the body behind the envelope, with a status of its own where one is given', () => {
    expect(envelope('OK', wordsOfCode('OK'), { status: 'accepted', duplicate_likely: false })).to.include({
      code: 'OK',
      status: 'accepted',
      success: true,
      retryable: false,
      duplicate_likely: false,
    });
  });

  for (const [code, reason] of [
    ['AUTH_REQUIRED', 'Missing API key'],
    ['AUTH_INVALID', 'Invalid API key'],
    ['FORBIDDEN', 'Not permitted'],
  ] as const)
    it(`${code} says "${reason}", as the contract does`, () => {
      expect(wordsOfCode(code).reason).to.equal(reason);
    });
});
