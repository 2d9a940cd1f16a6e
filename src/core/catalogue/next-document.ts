import { booksOf } from './books.js';
import {
  ENTRY_KINDS,
  ENTRY_LISTS,
  type CatalogueDocument,
  type Entry,
  type EntryKind,
  type EntryList,
  type Group,
} from './document.js';

/** A new entry uses the handle of a previous entry that has another id and would be retired. */
export interface HandleClash {
  readonly kind: EntryKind;
  readonly handle: string;
  /** The id of the previous entry with this handle. */
  readonly id: string;
}

export type NextDocument =
  | { readonly ok: true; readonly document: CatalogueDocument }
  | { readonly ok: false; readonly clashes: readonly HandleClash[] };

/**
 * The next version after `previous` if `given` is applied. It contains all of `given`. It keeps previous entries that
 * `given` no longer contains as `retired`, because leads and searches still refer to them. A retired entry that `given`
 * contains again is no longer retired. Groups, such as the books, that `given` does not name stay as they are: a group
 * that is left out must never change the currency, or end the alerts.
 */
export function nextDocument(previous: CatalogueDocument, given: CatalogueDocument): NextDocument {
  const clashes: HandleClash[] = [];
  const merge = (list: EntryList): Entry[] => {
    const ids = new Set(given[list].map((entry) => entry.id));
    const handles = new Set(given[list].map((entry) => entry.handle));
    const gone = (previous[list] as readonly Entry[]).filter((entry) => !ids.has(entry.id));
    for (const { handle, id } of gone)
      if (handles.has(handle)) clashes.push({ kind: ENTRY_KINDS[list], handle, id });
    return [...given[list], ...gone.map((entry): Entry => ({ ...entry, status: 'retired' }))];
  };
  const alerts = given.alerts ?? previous.alerts;
  const four_eyes = given.four_eyes ?? previous.four_eyes;
  const retention = given.retention ?? previous.retention;
  const stages = given.stages ?? previous.stages;
  const document = Object.fromEntries(ENTRY_LISTS.map((list) => [list, merge(list)]));
  return clashes.length > 0
    ? { ok: false, clashes }
    : {
        ok: true,
        document: {
          books: { ...booksOf(previous), ...given.books },
          ...(alerts && { alerts }),
          ...(four_eyes === undefined ? {} : { four_eyes }),
          ...(retention && { retention }),
          ...(stages && { stages }),
          ...(document as unknown as Omit<CatalogueDocument, Group>),
        },
      };
}
