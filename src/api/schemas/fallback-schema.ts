import Joi from 'joi';
import { MAX_FALLBACKS } from '../../core/fallback/fallback.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { text, uuid } from './parts.js';

const CONSENT = 'true: the consumer saw the text of this offer and agreed to it';

/** Not `valid(true)`: it is described as a `const`, which makers of clients for Java read as a text. */
const agreed = Joi.boolean().custom((value: boolean, helpers) => value || helpers.error('any.invalid'));

/**
 * One more offer, with a consent of its own. Its consent is checked here and not with the lead: an offer that the
 * consumer did not agree to must not be named at all.
 */
const fallback = expecting(
  Joi.object({
    svc_offer_id: uuid().required().description('The offer; none may be named twice'),
    tcpa_consent: shaped(expecting(agreed, 'true').required(), {
      type: 'boolean',
      not: { const: false },
    }).description(CONSENT),
    consent_button_label: text().description('Label of the button that was pressed for this offer'),
    program_id: text().description('The value of the chosen program of this offer'),
    answers: expecting(Joi.object().unknown(true), 'an object').description(
      "Answers to the offer's questions, by their names",
    ),
  }).unknown(true),
  'an object',
);

export const fallbacksSchema = (): Joi.Schema =>
  expecting(
    Joi.array().items(fallback).max(MAX_FALLBACKS),
    `a list of up to ${MAX_FALLBACKS} offers`,
  ).description(
    'Offers to try, in order, when the one before can not take the lead now and nothing was sent to its buyer. Only on campaigns that allow it',
  );
