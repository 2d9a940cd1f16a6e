import { booksOf, sameBooks } from '../../core/catalogue/books.js';
import { diffCatalogue, type EntryChange } from '../../core/catalogue/diff-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import { nextDocument, type HandleClash } from '../../core/catalogue/next-document.js';
import type { Books } from '../../core/catalogue/types.js';
import { switchEntry, type SwitchAction, type SwitchedEntry } from '../../core/catalogue/switch-entry.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import { ActRefused } from '../act-refused.js';
import type { CatalogueFiles } from '../ports/catalogue-files.js';
import {
  bytesOf,
  MAX_VERSION_BYTES,
  type CatalogueStore,
  type VersionInfo,
} from '../ports/catalogue-store.js';

/** What the history stores about a change, except its number. */
export type ChangeNote = Omit<VersionInfo, 'version'>;

export type Changed =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly version: number;
      readonly changes: readonly EntryChange[];
    }
  /** Another change made this version, since the one that this change was compared with; nothing was changed. */
  | { readonly outcome: 'conflict'; readonly version: number }
  | { readonly outcome: 'clash'; readonly clashes: readonly HandleClash[] }
  /** Currency or accounting zone can't change any more. */
  | { readonly outcome: 'fixed_books'; readonly from: Books; readonly to: Books; readonly why: string }
  | { readonly outcome: 'declined' };

export interface BeforeAndAfter {
  readonly before: CatalogueDocument;
  readonly after: CatalogueDocument;
}

interface ApplyOptions {
  /** The files that say `given`, if somebody wrote them; `files_from` of the note says who. */
  readonly files?: readonly SourceFile[] | undefined;
  readonly dryRun?: boolean;
  /** The version that somebody compared the change with. If another one is in force, the change is a conflict. */
  readonly base?: number | undefined;
  /**
   * Why the books can't be kept in these; undefined if they can. Asked only if the change concerns the books. Absent: they
   * can.
   */
  readonly whyFixed?: (next: Books) => Promise<string | undefined>;
  readonly agree?: (
    changes: readonly EntryChange[],
    documents: BeforeAndAfter,
    inForce: number,
  ) => Promise<boolean>;
}

/**
 * Makes `given` the next version. Entries that `given` no longer names stay in it as retired. If nothing changes, also
 * not a comment in the files, no version is made. With `dryRun`, nothing is written, and `version` is the number that the version would get. `agree`
 * is called last, also in a dry run, and can decline the change.
 */
export async function applyDocument(
  store: CatalogueStore,
  given: CatalogueDocument,
  note: ChangeNote,
  { files, dryRun = false, base, whyFixed, agree }: ApplyOptions = {},
): Promise<Changed> {
  const current = await store.current();
  const inForce = current?.version ?? 0;
  if (base !== undefined && base !== inForce) return { outcome: 'conflict', version: inForce };
  const before = current?.document ?? EMPTY_DOCUMENT;
  const next = nextDocument(before, given);
  if (!next.ok) return { outcome: 'clash', clashes: next.clashes };
  const [from, to] = [booksOf(before), booksOf(next.document)];
  const why = sameBooks(from, to) ? undefined : await whyFixed?.(to);
  if (why !== undefined) return { outcome: 'fixed_books', from, to, why };
  const changes = diffCatalogue(before, next.document);
  const version = inForce + 1;
  const isGiven = note.files_from === 'given';
  if (changes.length === 0 && isSame(files, files && (await store.files(inForce)), isGiven)) {
    if (isGiven && !dryRun && current?.files_from === 'edited') await store.noteGiven(inForce);
    return { outcome: 'unchanged', version: inForce, changes };
  }
  const stored = { document: next.document, ...(files && { files }) };
  if (bytesOf(stored) > MAX_VERSION_BYTES)
    throw new ActRefused(
      'conflict',
      'The files and what Leadkeep reads from them are together larger than 15 MiB; nothing was changed',
    );
  if (agree && !(await agree(changes, { before, after: next.document }, inForce)))
    return { outcome: 'declined' };
  if (dryRun || (await store.append({ ...note, ...stored, version })))
    return { outcome: 'changed', version, changes };
  return { outcome: 'conflict', version };
}

/**
 * Files that nobody gave to `leadkeep apply` are worth no version if they replace an export that says the same, and
 * another name of a single file is not either: it may come by the standard input.
 */
function isSame(
  files: readonly SourceFile[] | undefined,
  current: readonly SourceFile[] | undefined,
  isGiven: boolean,
): boolean {
  if (files === undefined) return true;
  if (current === undefined) return !isGiven;
  const isOne = files.length === 1;
  return (
    files.length === current.length &&
    files.every(({ name, text }, at) => text === current[at]?.text && (isOne || name === current[at].name))
  );
}

export type SwitchResult =
  /** `switched`: those that did not have this status already. */
  | { readonly outcome: 'switched'; readonly version: number; readonly switched: readonly SwitchedEntry[] }
  | { readonly outcome: 'unchanged' | 'conflict' }
  | { readonly outcome: 'unknown' | 'retired'; readonly entry: SwitchedEntry };

const SWITCH_TRIES = 5;

/**
 * Pauses or resumes entries in one version: all of them, or none. This depends on nothing else in the catalogue, so after a
 * conflict with another change it simply tries again. The files of the version get the one line that says it of each entry;
 * if that can't be done, the version has nobody's files.
 */
export async function switchInCatalogue(
  store: CatalogueStore,
  files: Pick<CatalogueFiles, 'follow'>,
  action: SwitchAction,
  entries: readonly SwitchedEntry[],
  note: Omit<ChangeNote, 'how' | 'subject'>,
): Promise<SwitchResult> {
  for (let tries = 0; tries < SWITCH_TRIES; tries += 1) {
    const current = await store.current();
    const before = current?.document ?? EMPTY_DOCUMENT;
    let document = before;
    const switched: SwitchedEntry[] = [];
    for (const entry of entries) {
      const next = switchEntry(document, action, entry.kind, entry.handle);
      if (next.outcome === 'switched') {
        document = next.document;
        switched.push(entry);
      } else if (next.outcome !== 'unchanged') return { outcome: next.outcome, entry };
    }
    const [first, ...others] = switched.map(({ kind, handle }) => `${kind} ${handle}`);
    if (first === undefined) return { outcome: 'unchanged' };
    const version = (current?.version ?? 0) + 1;
    const former = await store.files(version - 1);
    const followed = former && files.follow(former, before, document);
    const fits = followed !== undefined && bytesOf({ document, files: followed }) <= MAX_VERSION_BYTES;
    const stored = { document, ...(fits && { files: followed, files_from: 'edited' as const }) };
    const subject = others.length === 0 ? first : [first, ...others];
    if (await store.append({ ...note, ...stored, how: action, subject, version }))
      return { outcome: 'switched', version, switched };
  }
  return { outcome: 'conflict' };
}
