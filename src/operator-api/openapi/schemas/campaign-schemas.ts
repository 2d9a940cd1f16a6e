import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { cents, count, exactly, flag, free, listOf, oneOf, time } from './parts.js';

const REQUIREMENTS = {
  required_fields: listOf(text(), 'Lead fields by their paths'),
  eligibility: listOf(text(), 'Rules in words; all must hold'),
};

const WITH_STATUS = exactly({
  ...{ id: uuid(), handle: orNull(text()), name: orNull(text()) },
  status: text('`active` or `inactive`'),
});

export const campaignSchemas = {
  PostingSpecification: exactly({
    campaign: WITH_STATUS,
    affiliate: WITH_STATUS,
    max_accepted_submissions: count('How many leads of one search may be accepted'),
    allow_fallbacks: flag('Whether its direct posts may name other offers to fall back to'),
    base_url: orNull(text('Where affiliates call; null without the setting PUBLIC_URL')),
    currency: text('ISO 4217'),
    offers: listOf(ref('schemas', 'SpecifiedOffer')),
    timed_changes: listOf(ref('schemas', 'TimedChange'), 'Its temporary changes, active and upcoming'),
    only_submit: listOf(text(), 'What only a submit can refuse, of any offer'),
  }),
  SpecifiedOffer: exactly({
    id: uuid(),
    handle: orNull(text()),
    name: text(),
    posting: oneOf(['direct', 'search'], '`direct`: also without a search'),
    is_active: flag('Whether it takes leads now'),
    is_exclusive: flag('Whether it is sold to one buyer alone'),
    price_cents: cents("The buyer's, where no program is chosen"),
    payout_cents: cents("The affiliate's, where no program is chosen"),
    is_bid: flag('A partner pays what it bids; the price stands in for a bid'),
    tcpa_text: orNull(text('The statement to show')),
    consent_required: flag(),
    ...REQUIREMENTS,
    programs: listOf(
      exactly({
        ...{ value: text(), label: text() },
        ...{ price_cents: cents("The buyer's"), payout_cents: cents("The affiliate's"), ...REQUIREMENTS },
      }),
    ),
    questions: listOf(
      exactly({
        ...{ name: text(), label: orNull(text()), type: text(), required: flag() },
        options: listOf(exactly({ value: text(), label: text() })),
        pattern: orNull(text('What a text answer must match')),
      }),
    ),
    sample: orNull(free('A test lead that can be posted. Null: the offer takes results of a search alone')),
    only_submit: listOf(text(), 'What only a submit can refuse, of this offer'),
  }),
  PostingLink: exactly({
    url: text('Without the setting PUBLIC_URL, its path alone'),
    is_whole: flag('Whether it has the address of `web`'),
    until: time(),
  }),
};
