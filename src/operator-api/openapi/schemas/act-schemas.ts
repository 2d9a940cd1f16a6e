import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { CHANGE_STATES } from '../../../core/timed-changes/describe.js';
import { anyText, cents, count, exactly, flag, free, listOf, maybe, oneOf, time, whole } from './parts.js';

const acted = <Outcome extends string>(...outcomes: readonly Outcome[]) =>
  exactly({ outcome: oneOf(outcomes), sentence: text('What was done, for a person') });

/** The answers of what changes leads and the catalogue's switches. */
export const actSchemas = {
  Settled: acted('settled', 'already'),
  Returned: acted('returned', 'requested', 'already'),
  ReturnDecided: acted('accepted', 'declined', 'already'),
  StageRecorded: acted('recorded', 'already'),
  ReturnUndone: acted('undone', 'begun', 'already'),
  TestPost: exactly({
    offer: text('Its handle'),
    what: oneOf(['delivery', 'search', 'submit']),
    request: exactly({
      method: text(),
      url: text(),
      headers: free('Secrets appear by name'),
      body: anyText(),
    }),
    missing_secrets: listOf(text(), 'Secrets that `console` does not have'),
    refusal: maybe('Refusal', 'Why a check would refuse the person; null: it passes'),
    sent: flag('It was sent to the test address'),
    via: orNull(text('Host and port of the proxy through which it left; null: directly, or not at all')),
    answer: orNull(exactly({ status: count(), headers: free('As received'), body: anyText() })),
    reading: orNull(free('What Leadkeep reads in the answer: the rules, the outcome, the price')),
  }),
  FileFault: exactly({
    line: count('The line of the file; 0: the file as a whole'),
    why: text('What is wrong'),
  }),
  Bulk: exactly({
    dry_run: flag('Nothing was changed'),
    rows: listOf(ref('schemas', 'BulkRow'), 'Every lead of the plan'),
    faults: listOf(
      ref('schemas', 'FileFault'),
      'Rows with errors, which are left out, or what is wrong with the whole file',
    ),
    repeats: listOf(ref('schemas', 'FileFault'), 'Rows that repeat an earlier one. They count once'),
    file: orNull(
      exactly({
        columns: listOf(text(), 'The names in its first line'),
        fields: listOf(
          exactly({
            field: text(),
            column: orNull(text('The column that has it; null: none')),
            needed: flag(),
          }),
        ),
        remembered: orNull(time('When the columns of this buyer were last used; null: never')),
        unknown_texts: listOf(text(), "Reasons in the file that aren't the buyer's"),
        reasons: listOf(ref('schemas', 'Reason'), "The buyer's reasons"),
        meanings: listOf(
          exactly({ text: text(), means: text('The code') }),
          "The buyer's own words, as remembered",
        ),
      }),
    ),
    done: count('How many leads are changed, or would be'),
    already: count('How many leads are so already'),
    not_done: count('How many leads are not changed, or would not be'),
    currency: text('Of its money'),
    is_cut: flag('There are more leads than one call changes: call again for the rest'),
  }),
  Reason: exactly({ code: text(), label: text() }, 'A reason for returns in the catalogue'),
  BulkRow: exactly({
    line: orNull(whole('The line of the file')),
    lead_id: uuid(),
    reference: orNull(text("The buyer's reference")),
    was: orNull(text('The state before')),
    asked: text('The outcome, or the code of the reason'),
    received_at: orNull(time()),
    offer: maybe('Named'),
    affiliate: maybe('Named'),
    price_cents: cents("What it books on the buyer's bill, negative for a return; null: nothing"),
    payout_cents: cents('The same for the affiliate'),
    outcome: oneOf(['done', 'already', 'not']),
    text: text('What happened or would happen, in words'),
  }),
  Switched: exactly({
    dry_run: flag('Nothing was changed'),
    entries: listOf(
      exactly({
        kind: oneOf(['offer', 'buyer', 'campaign']),
        handle: text(),
        status: text('What it is afterwards'),
        changes: flag('false: it was so already'),
        waiting_leads: count('Leads that wait for it. Paused, it rejects each of them when it is due'),
        version: orNull(whole('The version of the catalogue that this made')),
        ended_change: orNull(whole('The timed pause that a resume ends')),
      }),
    ),
    sentence: text('What was done or would be done, for a person'),
  }),
  TimedChange: exactly({
    id: count('Its number'),
    what: oneOf(['pause', 'limit', 'price', 'payout']),
    kind: oneOf(['offer', 'buyer', 'campaign']),
    handle: text(),
    offer: orNull(text('Only what the campaign sells through this offer')),
    window: orNull(text('Of which cap the limit is')),
    program: orNull(text('Of which program the cap, the price or the payout is')),
    value: orNull(whole('The limit, or the price or payout in cents; null: it is a pause')),
    catalogue_value: {
      type: ['integer', 'string', 'null'],
      description:
        'What it returns to: the status, limit, price or payout in the catalogue. Null: the entry is gone, or has no amount',
    },
    from: time('When it begins'),
    until: time("When it ends automatically; it's active until just before"),
    state: oneOf(CHANGE_STATES, '`proposed`: it takes effect once another person approves it'),
    at: time('When it was added'),
    by: text('Who added it'),
    why: orNull(text()),
    approved: orNull(exactly({ at: time(), by: text() }, 'Null: nobody has, or nobody must')),
    ended: orNull(
      exactly({ at: time(), by: text(), why: orNull(text()) }, 'Who ended it before its time; null: nobody'),
    ),
    headline: text('What is changed, with names and without its times: `Offer Lakeshore Nursing is paused`'),
    sentence: text('The change, for a person'),
  }),
  SecretList: exactly({
    is_known: flag("False: Redis is down, so it isn't known which files and variables the processes have"),
    secrets: listOf(
      exactly({
        name: text('As the catalogue names it'),
        set_at: orNull(time('Null: none of this name is stored')),
        set_by: orNull(text()),
        previous_until: orNull(
          time('Until when callbacks signed with the previous value are still accepted'),
        ),
        used_at: orNull(time('When a process last used the stored one, to the hour')),
        named_by: listOf(text(), 'The entries of the catalogue that name it'),
        own: listOf(
          exactly({ process: text(), from: oneOf(['file', 'variable']) }),
          'The kinds of processes that have it of their own, which wins over the stored one',
        ),
        lacked_by: listOf(text(), 'The kinds of processes that need it, where none has it'),
      }),
      'By name',
    ),
  }),
  SecretDone: exactly({ name: text(), sentence: text('What was done, for a person') }),
  TimedChangeList: exactly({ changes: listOf(ref('schemas', 'TimedChange'), 'Newest first') }),
  TimedChangeDone: exactly({
    dry_run: flag('Nothing was changed'),
    change: maybe('TimedChange', 'Null: nothing was changed'),
    waiting_leads: {
      type: ['integer', 'null'],
      description: 'Leads that wait for the paused entry; null: it is no pause',
    },
    open_results_below: {
      type: ['integer', 'null'],
      description:
        'With `dry_run`: results that can still be submitted when it begins, and would then sell below their payout; null: it is no price or payout',
    },
    sentence: text('What was done or would be done, for a person'),
  }),
};
