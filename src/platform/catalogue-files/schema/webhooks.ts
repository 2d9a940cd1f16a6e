import Joi from 'joi';
import { placeholderProblem } from '../../../core/webhooks/postback.js';
import { DEFAULT_EVENTS, POSTBACK_EVENTS, WEBHOOK_EVENTS } from '../../../core/webhooks/webhook-settings.js';
import { addressProblem, secretProblem } from './addresses.js';
import { DEFAULTS } from '../defaults.js';
import { field, listOf, oneOf, withRule } from './values.js';

const secret = withRule(Joi.string().max(200), secretProblem).meta({ kind: 'secret' });
const EVENT_WORDS = {
  'lead.decided': 'A lead is decided',
  'lead.returned': 'A lead is returned',
  'lead.return_reversed': 'A return is undone',
  'cap.reached': 'A cap is reached',
};
const insecure = field('Allow http://', Joi.boolean(), {
  help: 'For test systems: what is sent can be read on its way.',
  byDefault: DEFAULTS.insecure_http,
  isAdvanced: true,
});

const webhook = Joi.object({
  url: field('Address', withRule(Joi.string().max(2000), addressProblem), { kind: 'address' }).required(),
  secret: field(
    'Secret',
    Joi.alternatives().conditional(Joi.array(), {
      then: listOf(secret).min(1).max(2).unique(),
      otherwise: secret,
    }),
    {
      kind: 'secret',
      help: 'Signs each event. It is whsec_ and base64; while one is replaced, there are two.',
    },
  ).required(),
  events: field(
    'Events',
    listOf(oneOf(...WEBHOOK_EVENTS))
      .min(1)
      .unique(),
    { words: EVENT_WORDS, byDefault: DEFAULT_EVENTS },
  ),
  insecure_http: insecure,
});

const postback = Joi.object({
  url: field(
    'Address',
    withRule(Joi.string().max(2000), (url) => addressProblem(url) ?? placeholderProblem(url)),
    {
      kind: 'address',
      help: 'Its query may have {{click_id}}, {{subid}}, {{payout}}, {{status}} and {{transaction_id}}.',
    },
  ).required(),
  on: field(
    'When a lead is',
    listOf(oneOf(...POSTBACK_EVENTS))
      .min(1)
      .unique(),
    { byDefault: DEFAULTS.on },
  ),
  sign: field(
    'Signature',
    Joi.object({
      secret: field('Secret', secret).required(),
      parameter: field(
        'Parameter',
        withRule(Joi.string().max(64), (name) =>
          /^[A-Za-z0-9_.-]+$/.test(name) ? undefined : 'must be the name of a parameter like sig',
        ),
        { help: 'The last one of the query, like sig.' },
      ).required(),
    }),
    { help: 'Proves that a call comes from here.' },
  ),
  insecure_http: insecure,
});

/** Where an affiliate hears of its leads. `validate-webhooks.ts` checks whether `http:` is allowed. */
export const told = {
  webhook: field('Webhook', webhook, { help: 'Tells a system of the affiliate what becomes of its leads.' }),
  postback: field('Postback', postback, { help: 'Calls a tracking platform when a lead is sold.' }),
};
