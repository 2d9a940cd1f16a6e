import { CHECK_OUTCOMES } from '../../../core/operators/checks-view.js';
import { COUNTED_STATES } from '../../../core/operators/lead-surroundings.js';
import { FINAL_STATES, UNDECIDED_STATES } from '../../../core/lead/lead-states.js';
import { STAGE_SOURCES } from '../../../core/stages/lead-stage.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import {
  anyText,
  cents,
  CODE,
  count,
  exactly,
  exactlyWithSome,
  flag,
  free,
  listOf,
  maybe,
  PERSON,
  oneOf,
  time,
  whole,
} from './parts.js';

const SUMMARY = {
  id: uuid('svc_lead_id'),
  state: oneOf([...UNDECIDED_STATES, ...FINAL_STATES]),
  code: CODE,
  is_test: flag('Test leads are in no report and are never sold'),
  received_at: time(),
  decided_at: orNull(time()),
  reason: orNull(text('Why it was refused: the rule, as reports name it')),
  affiliate: ref('schemas', 'Named'),
  campaign: ref('schemas', 'Named'),
  offer: ref('schemas', 'Named'),
  buyer: maybe('Named', 'The buyer that it counts for, or is meant for'),
  program_id: orNull(text()),
  us_state: orNull(text("The consumer's US state")),
  subid: orNull(text()),
  reference: orNull(text("The buyer's reference")),
  request_id: text('The call that submitted it'),
  external_id: orNull(text("The affiliate's own id")),
  search_id: orNull(uuid()),
  price_cents: cents('What the buyer pays for it'),
  payout_cents: cents('What the affiliate earns for it'),
  margin_cents: cents('What is left of both. After a return: of what the return did not take back'),
  returned_at: orNull(time('When the buyer sent it back; null: never, or that was undone')),
  return_reason: orNull(text('The code of the reason')),
};

const leadReturn = exactlyWithSome(
  {
    at: time(),
    code: text('The code of the reason'),
    by: text('`callback`, or an operator'),
    payout_reversed: flag(),
    undone: orNull(free('Who undid it, when and why')),
  },
  {
    overrode: free('The rules that an operator overrode, and why'),
    request: count('The number of the request that was accepted'),
    place_given_back: flag(),
    claim_released: flag(),
    share: text('Whose returns of which month it counts among'),
  },
);

const REQUEST = {
  number: count('0 for its first'),
  at: time(),
  code: text('The code of the reason'),
  by: text('`callback`, or the operator who recorded it'),
  decide_by: time('The deadline'),
  past_deadline: oneOf(['decline', 'accept'], 'What happens then if nobody has decided'),
  evidence: orNull(text("The buyer's words, without personal data")),
  links: listOf(text(), "The buyer's links. They lead out of Leadkeep"),
};

const requestEnd = exactly(
  {
    at: time(),
    outcome: oneOf(['accepted', 'declined']),
    by: text('`deadline`, or an operator'),
    why: orNull(text()),
  },
  'Null: it is open',
);

export const leadSchemas = {
  LeadSummary: exactly(SUMMARY),
  LeadList: exactly({
    leads: listOf(ref('schemas', 'LeadSummary'), 'In the order of the call'),
    currency: text('Of the amounts: ISO 4217'),
    next_cursor: orNull(text('Where the list continues; null: these were the last leads')),
  }),
  Lead: exactly({
    ...SUMMARY,
    summary: text('What happened to it, in one sentence'),
    next_step: ref('schemas', 'NextStep'),
    form: oneOf(['A', 'B'], 'A: a result of a search. B: a direct post'),
    submission: count('How often it was submitted'),
    result_id: orNull(text()),
    next_step_at: orNull(time()),
    pending_since: orNull(time('When the buyer first said "later"')),
    waits_because: orNull(text()),
    fallback: maybe('LeadFallback', 'Of a direct post with fallbacks'),
    decision: maybe('Decision'),
    checks: listOf(
      ref('schemas', 'Check'),
      "In the order of the decision; the buyer's own decision is the last",
    ),
    claims: listOf(ref('schemas', 'Claim'), 'Who has the person now, for each kind of identity'),
    caps_counted: ref('schemas', 'CapsCounted'),
    money: ref('schemas', 'LeadMoney'),
    returns: listOf(ref('schemas', 'Return'), 'Each but the last was undone'),
    stages: listOf(
      exactly({
        stage: text('Its code'),
        label: text('As the catalogue calls it'),
        on: orNull(text('The day, in the time zone of the buyer; null: withdrawn')),
        value_cents: cents('What it is worth to the buyer'),
        at: time('When it was reported'),
        source: oneOf(STAGE_SOURCES),
        by: text('`callback`, or an operator'),
        after_return: flag('The lead had been returned by then'),
        corrections: count('How often it was corrected'),
      }),
      'What became of the lead after its sale',
    ),
    return_requests: listOf(
      exactly({ ...REQUEST, ended: orNull(requestEnd) }),
      'What the buyer asked for, and how that ended. Each but the last has ended',
    ),
    return_reasons: listOf(
      ref('schemas', 'Reason'),
      'For which its buyer may return it; empty: it accepts no returns',
    ),
    possible_stages: listOf(
      exactly({ stage: text('Its code'), label: text() }),
      'The stages that its buyer may report; empty if it was not sold',
    ),
    attempts: listOf(ref('schemas', 'Attempt')),
    timeline: listOf(ref('schemas', 'TimelineEntry'), 'The newest 200 events'),
    pending_effects: listOf(
      exactly({ effect: text(), since: time() }),
      'What is still to be done: `reservations release`, `news decided`, `entry sale`, `fallback`',
    ),
    answers: free('Answers to questions of the offer'),
    ...PERSON,
  }),
  LeadFallback: exactly({
    earlier_leads: listOf(
      exactly({ lead_id: uuid(), offer: ref('schemas', 'Named'), code: text() }),
      'The leads of the call before this one',
    ),
    fell_back_to: orNull(exactly({ lead_id: uuid(), offer: ref('schemas', 'Named') })),
    offers_left: listOf(ref('schemas', 'Named'), 'The remaining fallbacks'),
  }),
  Decision: exactly({
    code: CODE,
    at: time(),
    reason: text('As the affiliate reads it'),
    source: orNull(anyText('`service`, `buyer` or `partner`')),
    payout_cents: cents('What the affiliate earns'),
    refusal: maybe('Refusal'),
  }),
  Attempt: exactly({
    number: count(),
    submission: count(),
    at: time(),
    ended_at: orNull(time()),
    duration_ms: orNull(count()),
    buyer: maybe('Named', 'Null: an earlier release did not store it'),
    address: orNull(text('The origin of the address')),
    outcome: text('`open` while it may be on its way'),
    http: orNull(whole()),
    via: orNull(text('Host and port of the proxy through which it left; null: directly, or not at all')),
    detail: orNull(text('For operators: an error class, or the rule that read the answer')),
    money: maybe('AttemptMoney', 'What an acceptance is booked with; null: before the books'),
  }),
  AttemptMoney: exactly({
    price_cents: cents('What the buyer pays'),
    payout_cents: cents('What the affiliate earns'),
    currency: text('ISO 4217'),
    catalogue_version: count(),
    timed_changes: listOf(whole(), 'The numbers of those that set the price or the payout'),
  }),
  Return: leadReturn,
  ReturnRequest: exactly({
    lead_id: uuid(),
    reference: orNull(text("The buyer's reference")),
    ...REQUEST,
    label: orNull(text('The reason in words; null: the catalogue has it no more')),
    asked_before: flag('An earlier request of the lead has ended'),
    buyer: ref('schemas', 'Named'),
    offer: ref('schemas', 'Named'),
    affiliate: ref('schemas', 'Named'),
    sold_at: time(),
    buyer_cents: cents('What accepting it books for the buyer: what it no longer owes, below 0'),
    affiliate_cents: cents('The same for the affiliate; 0: its payout stays'),
    share: orNull(
      exactly(
        {
          month: text('Of the sales'),
          of: text('The handle of the buyer or offer whose sales they are'),
          sold: count('Sales of the month'),
          limit: orNull(whole('How many of them may be returned; null: all')),
          left: orNull(whole('How many more; the open requests count as returned. Null: all')),
        },
        'Null: the catalogue accepts no returns of the buyer any more',
      ),
    ),
  }),
  ReturnRequestList: exactly({
    requests: listOf(ref('schemas', 'ReturnRequest'), 'The nearest deadline first'),
    currency: text('Of the amounts: ISO 4217'),
    is_cut: flag('There are more: the others come up as these are decided'),
  }),
  NextStep: exactly({
    action: orNull(
      oneOf(['settle', 'return', 'undo_return', 'decide_return'], 'What you can do; null: nothing'),
    ),
    at: orNull(time('From when on, or when a worker goes on with it')),
    sentence: text(),
  }),
  Check: exactly({
    check: text(),
    title: text('What it is about'),
    outcome: oneOf(
      CHECK_OUTCOMES,
      '`not_reached`: an earlier check refused, or no worker has come to it. `unknown`: the record does not tell',
    ),
    rule: orNull(text('Of the check that refused')),
    sentence: orNull(text('Why it refused')),
  }),
  Claim: exactly({
    kind: oneOf(['email', 'phone', 'name_address', 'name_dob_zip']),
    claimed_by: listOf(
      exactly({
        lead_id: uuid(),
        is_this_lead: flag(),
        affiliate: ref('schemas', 'Named'),
        offer: ref('schemas', 'Named'),
        buyer: ref('schemas', 'Named'),
        since: time(),
      }),
    ),
  }),
  CapsCounted: exactly({
    state: oneOf(COUNTED_STATES),
    at: orNull(time('The moment whose windows count')),
    caps: listOf(
      exactly({
        id: text(),
        owner: text('Like `offer nursing`'),
        name: text('Like `day`'),
        limit: count(),
        window: text(),
        resets_at: orNull(time()),
      }),
      'By the caps of the active catalogue',
    ),
  }),
  LeadMoney: exactly({
    price_cents: cents('What the buyer pays'),
    payout_cents: cents('What the affiliate earns'),
    currency: orNull(text('ISO 4217')),
    entries: listOf(
      exactly({
        kind: text('`sale`, `return` or `return_reversal`'),
        at: time(),
        period: text('The month on whose statements it stands'),
        buyer_cents: cents('What the buyer owes'),
        affiliate_cents: cents('What the affiliate is owed'),
        reason: orNull(text()),
      }),
      'Of the books',
    ),
  }),
};
