import Joi from 'joi';
import { SEVERITIES } from '../../../core/alerts/finding.js';
import type { ThresholdKey } from '../alerts.js';
import { addressProblem, headerValueProblem, secretProblem } from './addresses.js';
import { count, duration, handle, listOf, oneOf, share, withRule } from './values.js';

/** An address, or the name of a secret that is the address: who knows a chat's address can write there. */
const address = withRule(Joi.string().max(2000), (text) =>
  text.startsWith('${') ? secretProblem(text) : addressProblem(text),
);
const headers = Joi.object().pattern(Joi.string(), withRule(Joi.string().max(2000), headerValueProblem));

const emailAddress = withRule(Joi.string().max(254), (text) =>
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text)
    ? undefined
    : 'must be an e-mail address like desk@example.com',
);

const thresholds = Joi.object({
  breaker_open: duration('10s', '7d'),
  unknown_age: duration('1m', '30d'),
  cap_near: share,
  accept_rate_drop: share,
  accept_rate_leads: count(5, 1_000_000),
  compared: duration('1h', '24h'),
  queue_lag: duration('1s', '1d'),
  overdue: duration('30s', '1d'),
  ledger_unsound: duration('10s', '1d'),
  partner_faults: count(1, 1_000_000),
  dupe_check_hits: share,
  dupe_checks: count(1, 1_000_000),
  no_sweeper: duration('1m', '1d'),
} satisfies Readonly<Record<ThresholdKey, Joi.Schema>>);

const reached = { headers, insecure_http: Joi.boolean() };

/** `validation/validate-alerts.ts` checks that a channel has one way out, and the headers' names. */
const channel = Joi.object({
  name: handle.required(),
  least: oneOf(...SEVERITIES),
  email: listOf(emailAddress).min(1).max(20).unique(),
  slack: address,
  webhook: address,
  ...reached,
});

export const alerts = Joi.object({
  thresholds,
  channels: listOf(channel).max(20),
  heartbeat: Joi.object({ url: address.required(), every: duration('10s', '1d'), ...reached }),
});
