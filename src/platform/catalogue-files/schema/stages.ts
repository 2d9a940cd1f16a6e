import Joi from 'joi';
import { DEFAULTS } from '../defaults.js';
import { duration, field, listOf, reasonCode, text } from './values.js';

/** What buyers report of a lead after its sale. Their codes must differ, which `validate-returns.ts` checks. */
export const stages = listOf(
  Joi.object({
    code: field('Code', reasonCode, {
      help: 'As it stands in files and reports, like enrolled.',
    }).required(),
    label: field('In words', text()).required(),
    expected_within: field('Expected within', duration('1d', '400d'), {
      byDefault: DEFAULTS.expected_within,
      help: 'After the sale. Reports mark a month that is younger.',
    }),
    tell_affiliate: field('Tell the affiliate about a single lead', Joi.boolean(), {
      byDefault: false,
      help: 'It may be an education record (FERPA). Affiliates see rates over 20 leads or more in any case.',
    }),
  }),
)
  .min(1)
  .max(20);
