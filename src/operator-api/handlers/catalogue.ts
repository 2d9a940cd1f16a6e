import { ActRefused } from '../../app/act-refused.js';
import { filesOf } from '../../app/catalogue/files-of.js';
import { refuseUnchanged } from '../../app/catalogue/refuse-unchanged.js';
import { rollBack } from '../../app/catalogue/roll-back.js';
import { needDraft } from '../../app/drafts/change-draft.js';
import type { FileEntry } from '../../app/ports/catalogue-files.js';
import type { CatalogueVersion, VersionInfo } from '../../app/ports/catalogue-store.js';
import { missingSecrets } from '../../app/secrets/set-secret.js';
import { booksOf } from '../../core/catalogue/books.js';
import { diffCatalogue, type EntryChange } from '../../core/catalogue/diff-catalogue.js';
import { EMPTY_DOCUMENT, ENTRY_KINDS, type CatalogueDocument } from '../../core/catalogue/document.js';
import { ALERTS_FORM } from '../../core/catalogue/entry-form.js';
import { asksFourEyes } from '../../core/drafts/four-eyes.js';
import { changeView, draftHeadView, draftView } from '../../core/operators/draft-view.js';
import { withTerms } from '../../core/retention/retention.js';
import type { RollbackBody } from '../bodies/drafts.js';
import { noSuch } from '../faults.js';
import { LISTS, type EntryKind } from '../parameters/entry-id.js';
import { inPath, needed, oneOf, optional, text, uuid, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { draftPorts } from '../draft-ports.js';

const number = whole(1, 999_999_999);
const DEFAULT_LISTED = 50;

export const VERSIONS_PARAMETERS = {
  limit: optional(whole(1, 1_000), `How many versions; by default ${DEFAULT_LISTED}`),
};
export const VERSION_PARAMETERS = { version: inPath(number, 'The number of the version') };
const KINDS = Object.keys(LISTS) as readonly EntryKind[];
export const CATALOGUE_ENTRIES_PARAMETERS = { kind: needed(oneOf(KINDS), 'Which entries') };
export const DIFF_PARAMETERS = {
  from: needed(number, 'The number of the one version'),
  to: needed(number, 'The number of the other version'),
};

/** The version in force, with its files, and as one file. */
export const readCatalogue = async (ports: OperatorPorts) => fileOf(ports, await ports.versions.current());

/** The entries of a kind, also retired ones, in the order of the catalogue. Counts nothing. */
export const listEntries = (
  { catalogue }: OperatorPorts,
  { values: { kind } }: OperatorCall<ValuesOf<typeof CATALOGUE_ENTRIES_PARAMETERS>>,
) => {
  const entries: Iterable<CatalogueEntry> = catalogue.current()[LISTS[kind]].values();
  return Promise.resolve({
    entries: Array.from(entries, ({ id, handle, name, status }) => ({ id, handle, name, status })),
  });
};

export const ENTRY_PARAMETERS = {
  kind: needed(
    oneOf([...Object.values(ENTRY_KINDS), ALERTS_FORM]),
    'What it is; `alerts`: the settings of alerts',
  ),
  handle: optional(text('lakeshore-nursing'), 'Its handle; without it, there is none yet'),
  draft: optional(uuid, 'The id of the draft to read it from; by default, the active version'),
};

/** What entries may say. */
export const readForms = ({ files }: OperatorPorts) => Promise.resolve({ forms: files.forms() });

/** An entry as the files of a draft or of the version in force say it, with the names of all others that it may refer to. */
export async function readEntry(
  ports: OperatorPorts,
  { values: { kind, handle, draft: id } }: OperatorCall<ValuesOf<typeof ENTRY_PARAMETERS>>,
) {
  const version = await ports.versions.current();
  const draft = id === undefined ? null : await needDraft(ports, id);
  const files = draft?.files ?? (await filesIn(ports, version));
  const entries = ports.files.readEntries(files);
  if (!entries) throw new ActRefused('conflict', 'The files of the draft are no YAML: edit their text');
  const entry = handle === undefined ? undefined : ports.files.readEntry(files, { kind, handle });
  if (handle !== undefined && !entry) throw noSuch(`${kind} with this handle`, 'handle');
  return {
    version: version?.version ?? 0,
    files_from: version?.files_from ?? ('exported' as const),
    currency: booksOf(version?.document ?? {}).currency,
    draft: draft && draftHeadView(draft, version?.version ?? 0),
    faults: (draft && draftView(draft, version?.version ?? 0).check?.faults) ?? null,
    entry: entry ?? null,
    others: entries.flatMap((each) => (each.handle === undefined ? [] : otherView(each, each.handle))),
  };
}

/** `programs`: those that an offer has. */
function otherView({ kind, raw }: FileEntry, handle: string) {
  const programs = (Array.isArray(raw['programs']) ? raw['programs'] : []) as readonly unknown[];
  return {
    ...{ kind, handle, name: wordOf(raw['name']) ?? handle, buyer: wordOf(raw['buyer']) ?? null },
    programs: programs.flatMap((program) => {
      const { value, label } = (program ?? {}) as { readonly value?: unknown; readonly label?: unknown };
      return wordOf(value) === undefined
        ? []
        : { value: String(value), label: wordOf(label) ?? String(value) };
    }),
  };
}

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

interface CatalogueEntry {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly status: string;
}

/** What the history of the catalogue says about a version. */
export const versionView = ({ version, at, by, how, subject, comment, files_from }: VersionInfo) => ({
  ...{ version, at, by, how },
  subject: subject === undefined ? null : [subject].flat().join(', '),
  comment: comment ?? null,
  files_from: files_from ?? ('exported' as const),
});

const filesIn = ({ files, versions: catalogue }: OperatorPorts, version: CatalogueVersion | null) =>
  filesOf({ files, catalogue }, version);

const fileOf = async (ports: OperatorPorts, version: CatalogueVersion | null) => ({
  info: version ? versionView(version) : null,
  files: await filesIn(ports, version),
  text: ports.files.export(version?.document ?? EMPTY_DOCUMENT),
  four_eyes: asksFourEyes(version?.document),
});

export const listVersions = async (
  { versions }: OperatorPorts,
  { values: { limit = DEFAULT_LISTED } }: OperatorCall<ValuesOf<typeof VERSIONS_PARAMETERS>>,
) => ({ versions: (await versions.history(limit)).map(versionView) });

export const readVersion = async (
  ports: OperatorPorts,
  { values }: OperatorCall<ValuesOf<typeof VERSION_PARAMETERS>>,
) => {
  const version = await need(ports, values.version, 'version');
  return fileOf(ports, { ...version, document: withTerms(version.document) });
};

async function need({ versions }: OperatorPorts, version: number, field: string): Promise<CatalogueVersion> {
  const found = await versions.read(version);
  if (found) return found;
  throw noSuch('version of the catalogue with this number', field);
}

/** What differs between two versions. */
export async function diffVersions(
  ports: OperatorPorts,
  { values: { from, to } }: OperatorCall<ValuesOf<typeof DIFF_PARAMETERS>>,
) {
  const [before, after] = [await need(ports, from, 'from'), await need(ports, to, 'to')];
  return { from, to, changes: diffCatalogue(before.document, after.document).map(changeView) };
}

/** Brings an earlier version into force again, or only says what that changes. */
export async function rollback(
  ports: OperatorPorts,
  { body, viewer, audit, now }: OperatorCall<object, RollbackBody>,
) {
  const { version, base_version, why, emergency, dry_run } = body;
  let warnings: readonly string[] = [];
  let changes: readonly EntryChange[] = [];
  let next: CatalogueDocument = EMPTY_DOCUMENT;
  const changed = await rollBack(draftPorts(ports), audit, {
    ...{ version, dryRun: dry_run, note: { at: now, by: viewer.name, comment: why } },
    base: base_version,
    emergency: emergency === undefined ? undefined : { why: emergency },
    onNotice: (notice) => {
      ({ warnings, changes, next } = notice);
    },
  });
  const made = refuseUnchanged(changed);
  const missing = dry_run ? await missingSecrets(ports, next, now) : [];
  const lacks = missing.map(({ name, named_by: by }) => `nobody has the secret ${name} of ${by.join(', ')}`);
  return {
    dry_run,
    base_version: made - 1,
    version: dry_run ? null : made,
    changes: changes.map(changeView),
    warnings: [...warnings, ...lacks],
  };
}
