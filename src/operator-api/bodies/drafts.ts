import Joi from 'joi';
import { expecting } from '../../http/described-schema.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import type { CapWindow } from '../../core/catalogue/types.js';
import { count, dryRun, fileText, name, oneOf, why } from './kinds.js';

/** The most bytes of a draft's body. */
export const DRAFT_BYTES = 4 * 1_048_576;
const MAX_FILE = 4_000_000;
const MAX_FILES = 50;
const MAX_VERSION = 1_000_000_000;
const WINDOWS: readonly CapWindow[] = ['hour', 'day', 'week', 'month', 'total'];

const files = expecting(
  Joi.array()
    .items(
      Joi.object({
        name: name('Faults name the file by it').required(),
        text: fileText(MAX_FILE, 'YAML').allow('').required(),
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
const revision = readRevision.required();
/** What only asks about a draft may be asked of whichever revision is the newest. */
const anyRevision = readRevision.description('The revision that you have read; by default the newest one');

export interface CreateDraftBody {
  readonly title: string;
  readonly files?: readonly SourceFile[];
  readonly base_version?: number;
}

export const createDraftBody = Joi.object<CreateDraftBody>({
  title: title.required(),
  files: files.description('Files that together are the whole catalogue; by default the version in force'),
  base_version: version('The version that it was made from; by default the one in force'),
});

export interface SaveDraftBody extends Partial<CreateDraftBody> {
  readonly revision: number;
}

export const saveDraftBody = Joi.object<SaveDraftBody>({
  ...{ revision, title, files },
  base_version: version('The version in force that you have compared it with'),
});

export interface RevisionBody {
  readonly revision: number;
}

export const revisionBody = Joi.object<RevisionBody>({ revision });

const emergency = why(
  'Only in an emergency: why it must pass the four eyes. The audit log has it, and an alert tells of it',
);

export interface ApplyDraftBody extends RevisionBody {
  readonly why?: string;
  readonly emergency?: string;
}

export const applyDraftBody = Joi.object<ApplyDraftBody>({
  revision,
  why: why("The reason, for the catalogue's history; by default the title"),
  emergency,
});

export interface BacktestBody {
  readonly revision?: number;
  readonly records: number;
}

export const backtestBody = Joi.object<BacktestBody>({
  revision: anyRevision,
  records: count(1, 1_000, 'How many of the newest leads, and how many of the newest searches').required(),
});

export interface DraftTestPostBody {
  readonly revision?: number;
  readonly offer: string;
  readonly program?: string;
}

export const draftTestPostBody = Joi.object<DraftTestPostBody>({
  revision: anyRevision,
  offer: name('The handle of an offer of the draft').required(),
  program: name('The chosen program'),
});

export interface CapBody {
  readonly kind: 'offer' | 'buyer' | 'campaign';
  readonly handle: string;
  readonly offer?: string;
  readonly window: CapWindow;
  readonly program?: string;
  readonly limit: number | null;
  readonly title?: string;
}

/** Which cap, by handles. */
export const capOf = {
  kind: oneOf(['offer', 'buyer', 'campaign'], 'Whose cap').required(),
  handle: name('The handle of the entry').required(),
  offer: name('With a campaign: only what it sells through this offer'),
  window: oneOf(WINDOWS, 'The window of the cap').required(),
  program: name('Only leads of this program'),
};

export const capBody = Joi.object<CapBody>({
  ...capOf,
  limit: count(1, 1_000_000_000, 'The new limit; null removes the cap').allow(null).required(),
  title,
});

export interface RollbackBody {
  readonly version: number;
  readonly why: string;
  readonly base_version?: number;
  readonly emergency?: string;
  readonly dry_run: boolean;
}

export const rollbackBody = Joi.object<RollbackBody>({
  version: count(1, MAX_VERSION, 'The version that comes into force again').required(),
  why: why("The reason, for the catalogue's history").required(),
  base_version: version('The version that the dry run compared it with: refused if another one is in force'),
  emergency,
  dry_run: dryRun(),
});
