import Joi from 'joi';
import { expecting } from '../../http/described-schema.js';
import { ENTRY_KINDS } from '../../core/catalogue/document.js';
import { ALERTS_FORM, type FormKind } from '../../core/catalogue/entry-form.js';
import type { CapWindow } from '../../core/catalogue/types.js';
import { ANSWER_LIMIT_BYTES } from '../../core/delivery/http-result.js';
import {
  body,
  count,
  dryRun,
  fileText,
  flag,
  listOf,
  name,
  needed,
  oneOf,
  orNull,
  why,
  type BodyOf,
} from './kinds.js';

/** The most bytes of a draft's body. */
export const DRAFT_BYTES = 4 * 1_048_576;
const MAX_FILE = 4_000_000;
const MAX_FILES = 50;
const MAX_VERSION = 1_000_000_000;
const WINDOWS: readonly CapWindow[] = ['hour', 'day', 'week', 'month', 'total'];

const files = expecting(
  listOf(
    body({
      name: needed(name('Faults name the file by it')),
      text: needed(fileText(MAX_FILE, 'YAML').allow('')),
    }),
  )
    .min(1)
    .max(MAX_FILES)
    .unique('name'),
  `a list of 1 to ${MAX_FILES} files, each with its own name and its text`,
).description('Files that together are the whole catalogue');

const title = why('What it is for');
const version = (description: string) => count(0, MAX_VERSION, description);
const readRevision = count(1, MAX_VERSION, 'The revision of the draft that you have read');
const revision = needed(readRevision);
/** What only asks about a draft may be asked of whichever revision is the newest. */
const anyRevision = readRevision.description('The revision that you have read; by default the newest one');

export type CreateDraftBody = BodyOf<typeof createDraftBody>;
export const createDraftBody = body({
  title: needed(title),
  files: files.description(
    'Files that together are the whole catalogue; by default, those of the active version',
  ),
  base_version: version("The version that it's based on; by default, the active one"),
});

export type SaveDraftBody = BodyOf<typeof saveDraftBody>;
export const saveDraftBody = body({
  ...{ revision, title, files },
  base_version: version('The active version that you compared it with'),
});

export type RevisionBody = BodyOf<typeof revisionBody>;
export const revisionBody = body({ revision });

const KINDS: readonly FormKind[] = [...Object.values(ENTRY_KINDS), ALERTS_FORM];

export type EntryBody = BodyOf<typeof entryBody>;
export const entryBody = body({
  revision,
  kind: needed(oneOf(KINDS, 'What it is; `alerts`: the settings of alerts, with the handle `alerts`')),
  handle: needed(name('Its handle; if the files have no such entry, it is added', 64)),
  entry: needed(
    expecting(
      orNull(Joi.object<Readonly<Record<string, unknown>>>().unknown()),
      'an entry as the files say it, or null',
    ).description('The whole entry, as the files say it; null removes it'),
  ),
  is_new: flag('Refuses a handle that another entry of the files has'),
});

const emergency = why(
  "Only in an emergency: why it can't wait for a second person. It's saved in the audit log, and sends an alert",
);

export type ApplyDraftBody = BodyOf<typeof applyDraftBody>;
export const applyDraftBody = body({
  revision,
  why: why("The reason, for the catalogue's history; by default the title"),
  emergency,
});

export type BacktestBody = BodyOf<typeof backtestBody>;
export const backtestBody = body({
  revision: anyRevision,
  records: needed(count(1, 1_000, 'How many of the newest leads, and how many of the newest searches')),
});

export type DraftTestPostBody = BodyOf<typeof draftTestPostBody>;
export const draftTestPostBody = body({
  revision: anyRevision,
  offer: needed(name('The handle of an offer of the draft')),
  program: name('The chosen program'),
});

const MAX_HEADERS = 50;

const answered = {
  what: oneOf(
    ['delivery', 'follow_up', 'search'],
    'What it answers: a lead (the default), a follow-up, or the search of a partner',
  ),
  status: needed(count(200, 599, 'Its status')),
  headers: listOf(
    body({
      name: needed(name('Its name')),
      value: needed(fileText(8_192, 'Its value').allow('')),
    }),
  )
    .max(MAX_HEADERS)
    .description('Its headers. `Content-Type` says how its body is read'),
  body: fileText(ANSWER_LIMIT_BYTES, 'Its body').allow('').description('Its body; by default empty'),
};
const typedOffer = (description: string) =>
  expecting(Joi.object<Readonly<Record<string, unknown>>>().unknown(), 'members of an offer').description(
    description,
  );

export type SampleAnswerBody = BodyOf<typeof sampleAnswerBody>;
export const sampleAnswerBody = body({
  revision: anyRevision,
  offer: needed(name('The handle of an offer, which the draft need not have yet')),
  entry: typedOffer(
    'What was typed of the offer and is not saved: `kind`, `delivery`, `partner`, `price`. It comes before what the draft says',
  ),
  ...answered,
});

export type TypedAnswerBody = BodyOf<typeof typedAnswerBody>;
export const typedAnswerBody = body({
  entry: needed(typedOffer('What was typed of the offer: `kind`, `delivery`, `partner`, `price`')),
  ...answered,
});

/** Which cap, by handles. */
export const capOf = {
  kind: needed(oneOf(['offer', 'buyer', 'campaign'], 'Whose cap')),
  handle: needed(name('The handle of the entry')),
  offer: name('With a campaign: only what it sells through this offer'),
  window: needed(oneOf(WINDOWS, 'The window of the cap')),
  program: name('Only leads of this program'),
};

export type CapBody = BodyOf<typeof capBody>;
export const capBody = body({
  ...capOf,
  limit: needed(orNull(count(1, 1_000_000_000, 'The new limit; null removes the cap'))),
  title,
});

export type RollbackBody = BodyOf<typeof rollbackBody>;
export const rollbackBody = body({
  version: needed(count(1, MAX_VERSION, 'The version that comes into force again')),
  why: needed(why("The reason, for the catalogue's history")),
  base_version: version('The version that the dry run compared it with: refused if another one is active'),
  emergency,
  dry_run: dryRun(),
});
