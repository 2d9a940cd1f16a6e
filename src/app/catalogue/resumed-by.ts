import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import { formatTime } from '../../core/format-time.js';

/** A paused entry that a change of the catalogue would resume. */
export interface Resumed {
  /** Like `offer lakeshore-nursing`. */
  readonly entry: string;
  /** Says who paused the entry, when and why, if the history has this. */
  readonly warning: string;
}

/** The entries that these changes would resume. A file exported before `leadkeep pause` does not contain the pause. */
export async function resumedBy(
  changes: readonly EntryChange[],
  store: Pick<CatalogueStore, 'lastSwitch'>,
): Promise<Resumed[]> {
  const entries = changes.filter(isResumed).map(({ kind, handle }) => `${kind} ${handle}`);
  return Promise.all(
    entries.map(async (entry) => {
      const last = await store.lastSwitch(entry);
      // Otherwise a catalogue file paused the entry, and the history does not record in which version.
      const paused =
        last?.how === 'pause'
          ? ` by ${last.by}, ${formatTime(last.at)}${last.comment === undefined ? '' : `: ${last.comment}`}`
          : '';
      return { entry, warning: `${entry} would be resumed; it was paused${paused}` };
    }),
  );
}

const isResumed = ({ kind, change, fields }: EntryChange): boolean =>
  kind !== 'affiliate' &&
  change === 'changed' &&
  fields.some(({ path, after }) => path === 'status' && after === 'active');
