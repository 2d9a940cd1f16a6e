import Joi from 'joi';
import { mayHoldReference } from '../../outbound/fill-address.js';
import { addressProblem, headerValueProblem, hostProblem, secretProblem } from './addresses.js';
import { VERIFY_OUTCOMES, WHEN_AWAY } from '../../../core/verification/verify-step.js';
import { count, duration, handle, withRule, listOf, oneOf } from './values.js';

/**
 * `validation/validate-addresses.ts` checks whether `http:` is allowed, because another key of the entry decides
 * that.
 */
const address = withRule(Joi.string().max(2000), (url) => addressProblem(url));
const followUpAddress = withRule(
  Joi.string().max(2000),
  (url) =>
    addressProblem(url.replaceAll('${reference}', 'reference')) ??
    (mayHoldReference(url) ? undefined : 'can hold ${reference} in its path and query only'),
);

/** `validation/validate-addresses.ts` checks header names, because joi has no message for a key that does not match. */
const headers = Joi.object().pattern(Joi.string(), withRule(Joi.string().max(2000), headerValueProblem));

const encoding = oneOf('json', 'form', 'xml');

/** A JSONata expression. `validation/validate-mappings.ts` checks its content. */
const expression = Joi.string().max(20_000);

const answers = listOf(
  Joi.object({
    when: expression.required(),
    outcome: oneOf('accepted', 'rejected', 'duplicate', 'pending', 'retry', 'returned', 'revoked').required(),
    reference: expression,
    reason: expression,
    price: expression,
  }),
)
  .min(1)
  .max(100);

// A time limit is at most 20 s, so that a drained deploy (25 s) causes no unknown outcomes.
const timeout = duration('100ms', '20s');

/** Limits on how often a destination is called. */
const gate = {
  throttle: Joi.object({ per_minute: count(1, 100_000).required() }),
  max_in_flight: count(1, 1_000),
};
const breaker = {
  failures: count(1, 1_000),
  open_for: duration('1s', '10m'),
};

const followUp = Joi.object({
  url: followUpAddress.required(),
  every: duration('1s', '7d').required(),
  for: duration('1s', '90d').required(),
  headers,
  answers,
});

/** With a secret, callbacks must be signed with it. */
const callback = Joi.object({ secret: withRule(Joi.string().max(200), secretProblem).required() });

/** Where a direct offer's leads, or a partner offer's submits, are posted. */
export const delivery = Joi.object({
  method: oneOf('POST', 'PUT'),
  url: address.required(),
  headers,
  encoding,
  body: expression,
  insecure_http: Joi.boolean(),
  timeout,
  answers,
  window: duration('1s', '7d'),
  idempotent: Joi.boolean(),
  follow_up: followUp,
  test_url: address,
  callback,
  ...gate,
  breaker: Joi.object({ ...breaker, offer_while_open: Joi.boolean() }),
});

/** Where a buyer is told what a person asked for. Status 2xx says that it heard. */
export const notice = Joi.object({
  method: oneOf('POST', 'PUT'),
  url: address.required(),
  headers,
  encoding,
  body: expression,
  timeout,
  insecure_http: Joi.boolean(),
  test_url: address,
  ...gate,
  breaker: Joi.object(breaker),
});

/** A question to a service takes part of the time of one run, which has 30 s. */
const verifyTimeout = duration('100ms', '10s');

/** Services that are asked before a lead is sold. `validation/validate-verify.ts` checks what joi can't. */
export const verify = listOf(
  Joi.object({
    name: handle.required(),
    method: oneOf('POST', 'PUT'),
    url: address.required(),
    headers,
    encoding,
    body: expression.required(),
    address: expression,
    hosts: listOf(withRule(Joi.string().max(300), hostProblem))
      .min(1)
      .max(20),
    answers: listOf(
      Joi.object({
        when: expression.required(),
        outcome: oneOf(...VERIFY_OUTCOMES).required(),
        reason: expression,
        reference: expression,
      }),
    )
      .min(1)
      .max(100)
      .required(),
    when_away: oneOf(...WHEN_AWAY).required(),
    cache: duration('1h', '400d'),
    timeout: verifyTimeout,
    insecure_http: Joi.boolean(),
    test_url: address,
    ...gate,
    breaker: Joi.object(breaker),
  }),
)
  .min(1)
  .max(10);

export const partner = Joi.object({
  search: Joi.object({
    method: oneOf('POST', 'PUT'),
    url: address.required(),
    headers,
    encoding,
    body: expression,
    results: expression,
    timeout,
    insecure_http: Joi.boolean(),
    test_url: address,
    ...gate,
    breaker: Joi.object(breaker),
  }).required(),
  submit: delivery.required(),
  payout_share: Joi.number().greater(0).max(1),
});
