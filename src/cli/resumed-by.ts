import type { EntryChange } from '../core/catalogue/diff-catalogue.js';
import type { CatalogueStore } from '../app/ports/catalogue-store.js';
import { formatTime } from './render/time.js';

/** A paused entry that a change of the catalogue would resume. */
export interface Resumed {
  /** `offer lakeshore-nursing` */
  readonly entry: string;
  /** Names who paused it, when and why, if the history knows. */
  readonly warning: string;
}

/** The entries that these changes resume: a file exported before a `leadkeep pause` does not contain the pause. */
export async function resumedBy(
  changes: readonly EntryChange[],
  store: Pick<CatalogueStore, 'lastSwitch'>,
): Promise<Resumed[]> {
  const entries = changes.filter(isResumed).map(({ kind, handle }) => `${kind} ${handle}`);
  return Promise.all(
    entries.map(async (entry) => {
      const last = await store.lastSwitch(entry);
      // Otherwise a reviewed file paused it, and the history does not record which one.
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
