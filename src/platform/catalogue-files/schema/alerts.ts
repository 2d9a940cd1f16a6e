import Joi from 'joi';
import { SEVERITIES } from '../../../core/alerts/finding.js';
import { DEFAULT_HEARTBEAT_MS } from '../../../core/alerts/settings.js';
import { formatDuration } from '../../../core/catalogue/duration.js';
import { minuteOf } from '../../../core/catalogue/wall-clock.js';
import { DEFAULT_FILE_THRESHOLDS, type ThresholdKey } from '../alerts.js';
import { DEFAULTS } from '../defaults.js';
import { addressProblem, headerValueProblem, secretProblem } from './addresses.js';
import { count, duration, field, handle, listOf, oneOf, share, timeZone, withRule } from './values.js';

/** An address, or the name of a secret that is the address: who knows a chat's address can write there. */
const address = withRule(Joi.string().max(2000), (typed) =>
  typed.startsWith('${') ? secretProblem(typed) : addressProblem(typed),
);

const emailAddress = withRule(Joi.string().max(254), (typed) =>
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(typed)
    ? undefined
    : 'must be an e-mail address like desk@example.com',
);

const threshold = (key: ThresholdKey, label: string, schema: Joi.Schema, help: string): Joi.Schema =>
  field(label, schema, { help, byDefault: DEFAULT_FILE_THRESHOLDS[key] });

const thresholds = Joi.object({
  cap_near: threshold('cap_near', 'Cap nearly full', share, 'How much of a cap is used.'),
  accept_rate_drop: threshold(
    'accept_rate_drop',
    'Accept rate drops by',
    share,
    'Compared with the same hours of the last four weeks.',
  ),
  accept_rate_leads: threshold(
    'accept_rate_leads',
    'Fewest leads to compare',
    count(5, 1_000_000),
    'Decided leads, in both periods.',
  ),
  compared: threshold('compared', 'Hours to compare', duration('1h', '24h'), 'The newest ones.'),
  unknown_age: threshold(
    'unknown_age',
    'Unknown leads older than',
    duration('1m', '30d'),
    'Nobody knows whether the buyer has them.',
  ),
  breaker_open: threshold(
    'breaker_open',
    'Circuit breaker open for',
    duration('10s', '7d'),
    'A destination keeps failing.',
  ),
  partner_faults: threshold(
    'partner_faults',
    'Partner errors',
    count(1, 1_000_000),
    'In its answers, within two hours.',
  ),
  dupe_check_hits: threshold(
    'dupe_check_hits',
    'Pre-checks answered “likely”',
    share,
    "Of an affiliate's pre-checks in a day.",
  ),
  dupe_checks: threshold('dupe_checks', 'Fewest pre-checks', count(1, 1_000_000), 'In a day.'),
  overdue: threshold('overdue', 'Lead overdue by', duration('30s', '1d'), 'A worker should have run.'),
  queue_lag: threshold('queue_lag', 'Job waiting for', duration('1s', '1d'), 'The oldest in a queue.'),
  no_sweeper: threshold('no_sweeper', 'No sweeper for', duration('1m', '1d'), 'None has run.'),
  ledger_unsound: threshold(
    'ledger_unsound',
    'Cap ledger unsound for',
    duration('10s', '1d'),
    'Nothing is sold meanwhile.',
  ),
  return_reminder: threshold(
    'return_reminder',
    'Return request due in',
    duration('1h', '30d'),
    'Nobody has decided it.',
  ),
} satisfies Readonly<Record<ThresholdKey, Joi.Schema>>);

const reached = {
  headers: field(
    'Headers',
    Joi.object().pattern(Joi.string(), withRule(Joi.string().max(2000), headerValueProblem)),
    {
      kind: 'headers',
      one: 'header',
      help: 'Write a secret as ${secret:NAME}. Not for e-mail.',
      isAdvanced: true,
    },
  ),
  insecure_http: field('Allow http://', Joi.boolean(), {
    byDefault: DEFAULTS.insecure_http,
    help: 'On test systems alone.',
    isAdvanced: true,
  }),
};
const ADDRESS_HELP = 'It begins with https://, or is a secret like ${secret:CHAT_URL}.';

const timeOfDay = withRule(Joi.string(), (typed) =>
  minuteOf(typed) === undefined || typed === '24:00' ? 'must be a time from 00:00 to 23:59' : undefined,
).meta({ kind: 'time' });

/** `validation/validate-alerts.ts` checks that a channel has one way out, and the headers' names. */
const channel = Joi.object({
  name: field('Name', handle, { kind: 'text', help: 'Like desk.' }).required(),
  email: field('E-mail addresses', listOf(emailAddress).min(1).max(20).unique(), {
    help: 'Or one of the two addresses below.',
  }),
  slack: field('Slack webhook', address, { kind: 'text', help: `For chats. ${ADDRESS_HELP}` }),
  webhook: field('Webhook', address, { kind: 'text', help: `Gets JSON. ${ADDRESS_HELP}` }),
  least: field('Receives', oneOf(...SEVERITIES), {
    words: { note: 'All alerts', soon: 'Urgent and soon', urgent: 'Urgent alerts only' },
    byDefault: DEFAULTS.least,
  }),
  digest: field(
    'Daily digest',
    Joi.object({
      at: field('At', timeOfDay).required(),
      time_zone: field('Time zone', timeZone, { byDefault: 'the accounting zone' }),
    }),
    { help: 'One message a day: yesterday’s figures, and what is firing, paused or changed for a time.' },
  ),
  ...reached,
});

export const alerts = Joi.object({
  channels: field('Channels', listOf(channel).max(20), { one: 'channel', help: 'Who is notified.' }),
  thresholds: field('Thresholds', thresholds, { help: 'Alerts fire above them.' }),
  heartbeat: field(
    'Heartbeat',
    Joi.object({
      url: field('Address', address, { kind: 'text', help: ADDRESS_HELP }).required(),
      every: field('Every', duration('10s', '1d'), { byDefault: formatDuration(DEFAULT_HEARTBEAT_MS) }),
      ...reached,
    }),
    { help: 'Called while alerts are checked, so that an outside service notices if they stop.' },
  ),
});
