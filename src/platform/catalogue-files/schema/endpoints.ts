import Joi from 'joi';
import { CALLBACK_ONLY } from '../../../core/catalogue/types.js';
import { DEFAULT_BREAKER } from '../../../core/destination-gate/destination.js';
import { mayHoldReference } from '../../outbound/fill-address.js';
import { addressProblem, headerValueProblem, hostProblem, secretProblem } from './addresses.js';
import { VERIFY_OUTCOMES, WHEN_AWAY } from '../../../core/verification/verify-step.js';
import { DEFAULTS } from '../defaults.js';
import { formatDuration } from '../../../core/catalogue/duration.js';
import { count, duration, field, handle, withRule, listOf, oneOf, type FieldWords } from './values.js';

/**
 * `validation/validate-addresses.ts` checks whether `http:` is allowed, because another key of the entry decides
 * that.
 */
const address = withRule(Joi.string().max(2000), (url) => addressProblem(url)).meta({ kind: 'address' });
const followUpAddress = withRule(
  Joi.string().max(2000),
  (url) =>
    addressProblem(url.replaceAll('${reference}', 'reference')) ??
    (mayHoldReference(url) ? undefined : 'can hold ${reference} in its path and query only'),
).meta({ kind: 'address' });

/** `validation/validate-addresses.ts` checks header names, because joi has no message for a key that does not match. */
const headers = field(
  'Headers',
  Joi.object().pattern(Joi.string(), withRule(Joi.string().max(2000), headerValueProblem)),
  {
    kind: 'headers',
    one: 'header',
    help: 'Write a secret as ${secret:NAME}. Its value is stored encrypted.',
  },
);

/** A JSONata expression. `validation/validate-mappings.ts` checks its content. */
const expression = Joi.string().max(20_000).meta({ kind: 'expression' });

const reference = field('Reference', expression, {
  help: 'Path to their ID of the lead, like body.id.',
});
const reason = field('Reason', expression, { help: 'Path to the reason, like body.message.' });

const answers = field(
  'Rules that read the answer',
  listOf(
    Joi.object({
      when: field('When', expression, {
        help: 'An expression over status, headers and body, like status = 201.',
      }).required(),
      outcome: field(
        'Outcome',
        oneOf('accepted', 'rejected', 'duplicate', 'pending', 'retry', ...CALLBACK_ONLY),
        {
          words: {
            accepted: 'Accepted: sold',
            rejected: 'Rejected',
            duplicate: 'Duplicate: they have this person',
            pending: 'Pending: they decide later',
            retry: 'Retry: send it again',
            returned: 'Returned (signed callbacks only)',
            revoked: 'Revoked (signed callbacks only)',
            stage: 'Stage after the sale (signed callbacks only)',
          },
        },
      ).required(),
      reference,
      reason,
      evidence: field('Evidence', expression, {
        help: 'Path to what they show for a return that you review, like body.note.',
      }),
      price: field('Price', expression, { help: 'Path to the price they pay, if they send it.' }),
      on: field('Day', expression, {
        help: 'Of a stage: path to the day, like body.date. Its code is the reason, what it is worth the price.',
        isAdvanced: true,
      }),
    }),
  )
    .min(1)
    .max(100),
  {
    one: 'answer',
    help: 'The first rule that matches decides. If none does, the outcome is unknown.',
    byDefault: 'Leadkeep\'s own format: { "result": "accepted" … }',
  },
);

const timeLimit = (schema: Joi.Schema, byDefault: string): Joi.Schema =>
  field('Time limit', schema, { help: 'Of one request.', byDefault, isAdvanced: true });
// A time limit is at most 20 s, so that a drained deploy (25 s) causes no unknown outcomes.
const timeout = timeLimit(duration('100ms', '20s'), DEFAULTS.timeout);

/** Limits on how often a destination is called. */
const gate = {
  throttle: field(
    'Throttle',
    Joi.object({ per_minute: field('Requests in a minute', count(1, 100_000)).required() }),
    { help: 'The rest of a burst waits.', isAdvanced: true },
  ),
  max_in_flight: field('Requests at once', count(1, 1_000), {
    help: 'Across all processes. Further leads wait.',
    byDefault: '80% of what one worker handles at once',
    isAdvanced: true,
  }),
};
const breaker = {
  failures: field('Failures in a row', count(1, 1_000), { byDefault: DEFAULT_BREAKER.failures }),
  open_for: field('Then nothing is sent for', duration('1s', '10m'), {
    byDefault: formatDuration(DEFAULT_BREAKER.open_for_ms),
  }),
};
const BREAKER_HELP = {
  help: 'Stops requests to a destination that keeps failing.',
  isAdvanced: true,
} as const;
const plainBreaker = field('Circuit breaker', Joi.object(breaker), BREAKER_HELP);

/** What each request says. */
const request = {
  url: field('Address', address, { help: 'Begins with https://.' }).required(),
  method: field('Method', oneOf('POST', 'PUT'), { byDefault: DEFAULTS.method, isAdvanced: true }),
  headers,
  encoding: field('Format', oneOf('json', 'form', 'xml'), {
    words: { json: 'JSON', form: 'Form fields', xml: 'XML' },
    byDefault: DEFAULTS.encoding,
  }),
};
const bodyOf = (schema: Joi.Schema, words: FieldWords): Joi.Schema =>
  field('Body', schema, { help: 'An expression that maps the lead to what they expect.', ...words });
const plainHttp = field('Allow http://', Joi.boolean(), {
  help: 'For test systems: what is sent can be read on its way.',
  byDefault: DEFAULTS.insecure_http,
  isAdvanced: true,
});
const testAddress = (help: string): Joi.Schema => field('Test address', address, { help });

const followUp = Joi.object({
  url: field('Address', followUpAddress, {
    help: '${reference} stands for the reference of the answer.',
  }).required(),
  every: field('Every', duration('1s', '7d')).required(),
  for: field('For', duration('1s', '90d'), { help: 'Then the outcome is unknown.' }).required(),
  headers: field('Headers', headers, { byDefault: 'those of the delivery' }),
  answers: field('Rules that read the answer', answers, { byDefault: 'those of the delivery' }),
});

/** With a secret, callbacks must be signed with it. */
const callback = Joi.object({
  secret: field('Secret', withRule(Joi.string().max(200), secretProblem), { kind: 'secret' }).required(),
});

/** Where a direct offer's leads, or a partner offer's submits, are posted. */
export const delivery = Joi.object({
  ...request,
  body: bodyOf(expression, { byDefault: "Leadkeep's own format" }),
  answers,
  follow_up: field('Ask again after “pending”', followUp),
  callback: field('Signed callbacks', callback, {
    help: 'Without signatures, anyone with the address of a callback can send one.',
  }),
  test_url: testAddress("Where a test post goes. No affiliate's lead ever goes there."),
  timeout,
  window: field('Try for', duration('1s', '7d'), {
    help: 'How long a lead is sent again that never arrived, or was answered “retry”.',
    byDefault: DEFAULTS.window,
    isAdvanced: true,
  }),
  idempotent: field('They ignore repeated requests', Joi.boolean(), {
    help: 'They treat requests with one Idempotency-Key as one lead. Then a request that may have arrived is repeated.',
    byDefault: DEFAULTS.idempotent,
    isAdvanced: true,
  }),
  ...gate,
  breaker: field(
    'Circuit breaker',
    Joi.object({
      ...breaker,
      offer_while_open: field('Show the offer meanwhile', Joi.boolean(), { byDefault: false }),
    }),
    BREAKER_HELP,
  ),
  insecure_http: plainHttp,
});

/** Where a buyer is told what a person asked for. Status 2xx says that it heard. */
export const notice = Joi.object({
  ...request,
  body: bodyOf(expression, { byDefault: "Leadkeep's own format" }),
  test_url: testAddress('Where notices about test leads go.'),
  timeout,
  ...gate,
  breaker: plainBreaker,
  insecure_http: plainHttp,
});

/** Services that are asked before a lead is sold. `validation/validate-verify.ts` checks what joi can't. */
export const verify = listOf(
  Joi.object({
    name: field('Name', handle, { help: 'In timelines, like litigator-scrub.', kind: 'text' }).required(),
    ...request,
    body: bodyOf(expression, { help: 'An expression. The service learns nothing else.' }).required(),
    answers: field(
      'Rules that read the answer',
      listOf(
        Joi.object({
          when: field('When', expression, {
            help: 'An expression over status, headers and body, like body.listed = false.',
          }).required(),
          outcome: field('Outcome', oneOf(...VERIFY_OUTCOMES), {
            words: { pass: 'Passes', refuse: 'Is refused', away: "The service can't tell now" },
          }).required(),
          reason,
          reference,
        }),
      )
        .min(1)
        .max(100),
      { one: 'answer' },
    ).required(),
    when_away: field('If the service is away, the lead', oneOf(...WHEN_AWAY), {
      words: { pass: 'is sold', hold: 'waits', refuse: 'is refused' },
    }).required(),
    cache: field('An answer is valid for', duration('1h', '400d'), {
      help: 'Also for other leads that make the same request.',
      byDefault: 'this submission',
    }),
    address: field('Address from the lead', expression, {
      help: 'An expression, like consent.cert_url. It must begin with the address above, or have one of the hosts.',
    }),
    hosts: field(
      'Hosts that the lead may name',
      listOf(withRule(Joi.string().max(300), hostProblem))
        .min(1)
        .max(20),
    ),
    test_url: testAddress('Where it asks about test leads. Without it, they skip the step.'),
    // A question to a service takes part of the time of one run, which has 30 s.
    timeout: timeLimit(duration('100ms', '10s'), DEFAULTS.verify_timeout),
    ...gate,
    breaker: plainBreaker,
    insecure_http: plainHttp,
  }),
)
  .min(1)
  .max(10);

export const partner = Joi.object({
  search: field(
    'Search',
    Joi.object({
      ...request,
      body: bodyOf(expression, { byDefault: "Leadkeep's own format, without what names the person" }),
      results: field('Results', expression, {
        help: 'An expression that returns the list of results.',
        byDefault: 'Leadkeep\'s own format: { "results": [ … ] }',
      }),
      test_url: testAddress("Where test searches go. Without it, they don't ask this partner."),
      timeout,
      ...gate,
      breaker: plainBreaker,
      insecure_http: plainHttp,
    }),
    { help: 'It is asked while a search is open.' },
  ).required(),
  submit: field('Submit', delivery, {
    help: 'Where the lead goes that chose one of its results.',
  }).required(),
  payout_share: field('Share of the bid that the affiliate earns', Joi.number().greater(0).max(1), {
    help: "Like 0.7, in place of the campaign's payout.",
  }),
});
