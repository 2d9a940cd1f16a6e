import { diffCatalogue, type EntryChange } from '../../core/catalogue/diff-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import type { CatalogueStore, VersionInfo } from '../ports/catalogue-store.js';

/** A version, and what of its changes would be undone. */
export interface Undone {
  readonly info: VersionInfo;
  readonly changes: readonly EntryChange[];
}

interface Applying {
  readonly before: CatalogueDocument;
  /** What the files would change in it. */
  readonly changes: readonly EntryChange[];
  /** The version of `before`. */
  readonly inForce: number;
}

const MOST = 50;

/**
 * The later changes that files would undo, the newest first. Files know everything up to the newest version that has
 * them. If none has, somebody edited those that were given to `leadkeep apply` last, so they know everything up to that
 * version. What came later they undo where they would change the same field, or the same entry as a whole.
 */
export async function undoneBy(
  store: Pick<CatalogueStore, 'read' | 'lastWith' | 'lastGiven'>,
  files: readonly SourceFile[],
  { before, changes, inForce }: Applying,
): Promise<Undone[]> {
  const known = (await store.lastWith(files)) || (await store.lastGiven());
  const isUndone = (change: EntryChange): boolean => changes.some((each) => concernSame(each, change));
  if (known >= inForce) return [];
  if (!diffCatalogue((await store.read(known))?.document ?? EMPTY_DOCUMENT, before).some(isUndone)) return [];
  const found: Undone[] = [];
  let info = await store.read(inForce);
  for (let version = inForce; version > known && found.length < MOST; version -= 1) {
    const former = await store.read(version - 1);
    const own = info ? diffCatalogue(former?.document ?? EMPTY_DOCUMENT, info.document).filter(isUndone) : [];
    if (info && own.length > 0) found.push({ info, changes: own });
    info = former;
  }
  return found;
}

function concernSame(one: EntryChange, other: EntryChange): boolean {
  if (one.kind !== other.kind || one.handle !== other.handle) return false;
  if (one.change !== 'changed' || other.change !== 'changed') return true;
  return one.fields.some(({ path }) => other.fields.some((field) => isWithin(path, field.path)));
}

const isWithin = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
