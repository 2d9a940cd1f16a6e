import { ENTRY_KINDS } from '../../../core/catalogue/document.js';
import { DRAFT_STATES } from '../../../core/drafts/draft.js';
import { orNull, ref, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { anyText, cents, count, exactly, flag, free, listOf, maybe, oneOf, time, whole } from './parts.js';

const HEAD = {
  id: uuid(),
  title: text(),
  state: oneOf(DRAFT_STATES),
  revision: count('Grows by one with each change. A change names the revision that it was made from'),
  base_version: count('The version of the catalogue that it was made from'),
  is_stale: flag('Another version is active now: compare them, then save the draft with that version'),
  created_at: time(),
  changed: ref('schemas', 'DraftAct'),
  authors: listOf(ref('schemas', 'DraftActor'), 'Everybody who wrote in it, the first one first'),
  proposed: maybe('DraftAct'),
  approved: maybe('DraftAct', 'Somebody who is not an author agreed to it'),
  applied: orNull(
    exactly({
      at: time(),
      by: ref('schemas', 'DraftActor'),
      version: count('The version of the catalogue that it is'),
    }),
  ),
};

const file = exactly({ name: text('Faults name the file by it'), text: anyText() });

/** Anything, also null: values of a catalogue. */
const anything = (description: string): JsonSchema => ({ description });

const FILES_FROM = oneOf(
  ['given', 'edited', 'exported'],
  "Whose files it has: `given` to `leadkeep apply`, `edited` in a draft or by the change, or nobody's",
);

export const draftSchemas = {
  DraftActor: exactly({
    kind: oneOf(['person', 'key', 'os_user']),
    id: text(),
    name: text(),
  }),
  DraftAct: exactly({ at: time(), by: ref('schemas', 'DraftActor') }),
  DraftHead: exactly(HEAD),
  DraftList: exactly({ drafts: listOf(ref('schemas', 'DraftHead'), 'The newest change first') }),
  Draft: exactly({
    ...HEAD,
    files: listOf(file, 'Together they are the whole catalogue'),
    check: maybe('DraftCheck', 'Of this revision; null: it was not validated yet'),
    backtest: maybe('DraftBacktest', 'Of this revision; null: there was none yet'),
  }),
  DraftFault: exactly({
    file: text(),
    line: count('1 is the first line'),
    column: orNull(whole(undefined, { minimum: 1 })),
    entry: orNull(text('Like `offer lakeshore-nursing`')),
    field: orNull(
      text('In the entry, or else in the file: `caps[0].limit`. Null: the entry or file as a whole'),
    ),
    sentence: text('Without a period at its end'),
  }),
  DraftEntry: exactly({
    revision: count('The revision of the draft that it was read from'),
    entry: anything('As the files say it'),
  }),
  EntryForms: exactly({
    forms: free(
      'By kind (`partner`: an offer with a search of its own): sections with their fields. `kind` of a field says how it is written',
    ),
  }),
  EditedEntry: exactly({
    version: count('The active version'),
    files_from: FILES_FROM,
    currency: text(),
    draft: maybe('DraftHead'),
    faults: orNull(
      listOf(ref('schemas', 'DraftFault'), 'Of this revision of the draft, also of other entries'),
    ),
    entry: anything('As the files say it; null: there is none yet'),
    others: listOf(
      exactly({
        kind: oneOf(Object.values(ENTRY_KINDS)),
        handle: text(),
        name: text(),
        buyer: orNull(text('Of an offer: the handle of its buyer')),
        programs: listOf(exactly({ value: text(), label: text() }), 'Of an offer'),
      }),
      'All entries of the files',
    ),
  }),
  CatalogueChange: exactly({
    kind: text('`offer`, `buyer`, `affiliate`, `campaign`, `books`, `alerts`, `four_eyes`, `retention`'),
    handle: anyText(),
    change: oneOf(['added', 'changed', 'retired', 'revived']),
    fields: listOf(
      exactly({
        path: text(
          'Like `programs.rn-to-msn.label`. Of a list whose items are in another order: the list, with the names of its items',
        ),
        before: anything('Null: not set'),
        after: anything('Null: not set'),
      }),
    ),
  }),
  DraftCheck: exactly({
    at: time(),
    faults: listOf(ref('schemas', 'DraftFault'), 'None: it can be applied'),
    changes: listOf(ref('schemas', 'CatalogueChange'), 'What it changes in the active version'),
    warnings: listOf(text(), 'What you should know before you apply it'),
    missing_secrets: listOf(
      exactly({
        name: text(),
        named_by: listOf(text(), 'Like `offer lakeshore-nursing`'),
        lacked_by: listOf(text(), 'The kinds of processes that need it'),
      }),
      'Secrets that nobody has: set them before you apply it',
    ),
  }),
  SampleAnswer: exactly({
    faults: listOf(
      exactly({ field: orNull(text('In the offer: `delivery.url`')), sentence: text() }),
      'Why nothing was read: what is wrong with the destination. None: it was read',
    ),
    read_as: orNull(text('What the rules read its body as; null: there are none')),
    rules: listOf(
      exactly({
        rule: whole('1 is the first'),
        when: text(),
        outcome: text(),
        holds: flag(),
        problem: orNull(text('Why it neither holds nor not')),
      }),
      'In their order. None: it is in our own format',
    ),
    decided_by: orNull(whole('The rule that decides; null: none does')),
    outcome: orNull(
      oneOf(
        ['accepted', 'rejected', 'duplicate', 'pending', 'retry', 'unknown'],
        'What becomes of the lead; null: it answers a search, or there are faults',
      ),
    ),
    reference: orNull(text("The buyer's")),
    reason: orNull(text("In the buyer's words")),
    price_cents: cents('What an accepted lead is sold for'),
    price_from: orNull(oneOf(['answer', 'offer'], 'Whose price it is')),
    detail: orNull(text('Which rule, and what of the answer was left out')),
    retry_after_ms: orNull(count('How long the buyer asks to wait')),
    affiliate: orNull(exactly({ code: text(), status: text(), reason: text('What the affiliate is told') })),
    results: orNull(
      listOf(
        exactly({
          ...{ reference: text(), name: text(), programs: listOf(text()) },
          bid_cents: cents('What the partner bids'),
        }),
        'Of a search: what a consumer could be shown',
      ),
    ),
    problems: listOf(text(), 'Of a search: what was left out, and why'),
  }),
  DestinationTemplateList: exactly({
    templates: listOf(
      exactly({
        name: text('The handle of the offer in `examples/ten-destinations.yaml`'),
        title: text(),
        kind: oneOf(['direct', 'partner']),
        entry: free(
          '`delivery`, or `kind` and `partner`, of an offer as the files say it, without addresses',
        ),
        secrets: listOf(text(), 'The secrets that it names: rename them'),
      }),
    ),
  }),
  DraftBacktest: exactly({
    at: time(),
    version: count('The version that it was compared with'),
    leads: count(),
    searches: count(),
    groups: listOf(
      exactly({
        kind: oneOf(['decided', 'offered', 'mapped']),
        offer: text(),
        program: orNull(text()),
        from: anything('The verdict under the active version: a refusal, `passes` or `not there`'),
        to: anything('The verdict under the draft'),
        parts: listOf(text(), 'Members of the request or the terms that differ'),
        count: count(),
        ids: listOf(text(), 'A few of them'),
      }),
      'The most frequent first',
    ),
  }),
  CatalogueVersion: exactly({
    version: count(),
    at: time(),
    by: text(),
    how: oneOf(['apply', 'rollback', 'pause', 'resume']),
    subject: orNull(
      text('Like `version 3`, `offer lakeshore-nursing` (several with commas), or `draft` and an id'),
    ),
    comment: orNull(text()),
    files_from: FILES_FROM,
  }),
  CatalogueVersionList: exactly({ versions: listOf(ref('schemas', 'CatalogueVersion'), 'Newest first') }),
  EntryList: exactly({
    entries: listOf(
      exactly({
        ...{ id: uuid(), handle: text(), name: text() },
        status: text('`active`, `paused`, `inactive`, `disabled` or `retired`'),
      }),
    ),
  }),
  CatalogueFile: exactly({
    info: maybe('CatalogueVersion', 'Null: no catalogue was applied yet'),
    files: listOf(file, 'As they were applied, with their comments'),
    text: anyText('As one file, which can be applied'),
    four_eyes: flag('Another person than the authors of a draft applies it'),
  }),
  CatalogueDiff: exactly({
    from: count(),
    to: count(),
    changes: listOf(ref('schemas', 'CatalogueChange')),
  }),
  RolledBack: exactly({
    dry_run: flag('Nothing was changed'),
    base_version: whole('The version that it was compared with'),
    version: orNull(whole('The version that it made')),
    changes: listOf(ref('schemas', 'CatalogueChange')),
    warnings: listOf(text()),
  }),
};
