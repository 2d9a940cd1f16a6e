import Joi from 'joi';
import { placeholderProblem } from '../../../core/webhooks/postback.js';
import { POSTBACK_EVENTS, WEBHOOK_EVENTS } from '../../../core/webhooks/webhook-settings.js';
import { addressProblem, secretProblem } from './addresses.js';
import { listOf, oneOf, withRule } from './values.js';

const secret = withRule(Joi.string().max(200), secretProblem);

const webhook = Joi.object({
  url: withRule(Joi.string().max(2000), addressProblem).required(),
  secret: Joi.alternatives()
    .conditional(Joi.array(), { then: listOf(secret).min(1).max(2).unique(), otherwise: secret })
    .required(),
  events: listOf(oneOf(...WEBHOOK_EVENTS))
    .min(1)
    .unique(),
  insecure_http: Joi.boolean(),
});

const postback = Joi.object({
  url: withRule(Joi.string().max(2000), (url) => addressProblem(url) ?? placeholderProblem(url)).required(),
  on: listOf(oneOf(...POSTBACK_EVENTS))
    .min(1)
    .unique(),
  sign: Joi.object({
    secret: secret.required(),
    parameter: withRule(Joi.string().max(64), (name) =>
      /^[A-Za-z0-9_.-]+$/.test(name) ? undefined : 'must be the name of a parameter like sig',
    ).required(),
  }),
  insecure_http: Joi.boolean(),
});

/** Where an affiliate hears of its leads. `validate-webhooks.ts` checks whether `http:` is allowed. */
export const told = { webhook, postback };
