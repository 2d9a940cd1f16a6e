import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { cents, count, exactly, flag, listOf, maybe, PERSON, number, oneOf, time, whole } from './parts.js';

const OFFER = ref('schemas', 'Named');

export const searchSchemas = {
  Search: exactly({
    id: uuid('svc_lead_id'),
    state: oneOf(['new', 'asking', 'done']),
    is_test: flag(),
    created_at: time(),
    run: count('How often it ran under this id'),
    affiliate: ref('schemas', 'Named'),
    campaign: ref('schemas', 'Named'),
    request_id: text('The call that searched'),
    external_id: orNull(text("The affiliate's own id")),
    catalogue_version: orNull(whole()),
    summary: text('How it ended, in one sentence'),
    open_until: time(),
    next_step_at: orNull(time()),
    offers: listOf(
      exactly({
        offer: OFFER,
        returned: flag(),
        sentence: text('Why it was shown or not'),
        refusal: maybe('Refusal'),
        programs_out: listOf(
          exactly({ program: text(), refusal: ref('schemas', 'Refusal'), sentence: text() }),
        ),
      }),
      'Why each offer was returned or not',
    ),
    results: listOf(
      exactly({
        rank: count(),
        id: text('svc_result_id'),
        offer: OFFER,
        offer_type: text(),
        payout_cents: cents('What the affiliate earns'),
        timed_changes: listOf(whole(), 'The numbers of those that set a payout'),
        bid_cents: cents("A partner's price"),
        priority: number(),
        programs: listOf(text()),
        expires_at: time(),
      }),
      'Of the newest run, best first',
    ),
    currency: text('Of payouts and prices: ISO 4217'),
    partners: listOf(
      exactly({
        offer: OFFER,
        run: count(),
        state: text('`asked`, `answered`, `failed` or `late`'),
        asked_at: time(),
        answered_at: orNull(time()),
        sentence: text('How it ended'),
        detail: orNull(text()),
      }),
    ),
    slots: listOf(
      exactly({
        lead_id: uuid(),
        offer: OFFER,
        offer_type: text(),
        state: text('`reserved` or `sold`'),
      }),
      'Leads that are sold from it, or may be',
    ),
    timeline: listOf(ref('schemas', 'TimelineEntry')),
    ...PERSON,
  }),
};
