import Joi from 'joi';
import { MAX_FALLBACKS } from '../../core/fallback/fallback.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { text, uuid } from './parts.js';

const CONSENT = 'true: the consumer saw the text of this offer and agreed to it';

/**
 * One more offer, with a consent of its own. Its consent is checked here and not with the lead: an offer that the
 * consumer did not agree to must not be named at all.
 */
const fallback = expecting(
  Joi.object({
    svc_offer_id: uuid().required().description('The offer; none may be named twice'),
    tcpa_consent: shaped(expecting(Joi.boolean().valid(true), 'true').required(), {
      type: 'boolean',
      const: true,
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
