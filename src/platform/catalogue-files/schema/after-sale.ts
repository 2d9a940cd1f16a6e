import Joi from 'joi';
import { DEFAULTS } from '../defaults.js';
import { duration, field, listOf, oneOf, reasonCode, share, text } from './values.js';

const flag = Joi.boolean();

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
    tell_affiliate: field('Tell the affiliate about a single lead', flag, {
      byDefault: false,
      help: 'It may be an education record (FERPA). Affiliates see rates over 20 leads or more in any case.',
    }),
  }),
)
  .min(1)
  .max(20);

/** What may be sent back. `reasons` must have different codes, which `validate-returns.ts` checks. */
export const returnsOf = (byDefault: string): Joi.Schema =>
  field(
    'Returns',
    Joi.object({
      within: field('Within', duration('1s', '365d'), { help: 'After the acceptance.' }).required(),
      reasons: field(
        'Reasons',
        listOf(
          Joi.object({
            code: field('Code', reasonCode, {
              help: 'As it stands in files and reports, like bad_phone.',
            }).required(),
            label: field('In words', text()).required(),
          }),
        )
          .min(1)
          .max(100),
        { one: 'reason' },
      ).required(),
      max_share: field('At most this share', share, {
        byDefault: DEFAULTS.max_share,
        help: "Of the month's accepted leads.",
      }),
      reverse_payout: field("Take the affiliate's payout back", flag, { byDefault: DEFAULTS.reverse_payout }),
      give_back_place: field('Give back the place in caps', flag, {
        byDefault: DEFAULTS.give_back_place,
        help: 'Of windows that are still open.',
      }),
      release_claim: field('The person can be sold again', flag, { byDefault: DEFAULTS.release_claim }),
      review: field(
        'Review',
        Joi.object({
          decide_within: field('Decide within', duration('1h', '30d'), {
            help: 'After the request.',
          }).required(),
          past_deadline: field('Past the deadline', oneOf('decline', 'accept'), {
            words: { decline: 'Decline it', accept: 'Accept it' },
            byDefault: DEFAULTS.past_deadline,
          }),
          accept_at_once: field('Accept at once', listOf(reasonCode).unique(), {
            help: 'Codes of reasons that nobody reviews.',
          }),
          show_evidence: field('Show the evidence to affiliates', flag, {
            byDefault: DEFAULTS.show_evidence,
            help: 'Of an accepted request.',
          }),
        }),
        { help: 'Returns wait until you accept or decline them.', byDefault: 'returns act at once' },
      ),
    }),
    { help: 'Which accepted leads may be sent back.', byDefault },
  );
