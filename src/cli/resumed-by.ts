import type { EntryChange } from '../core/catalogue/diff-catalogue.js';
import type { CatalogueStore } from '../app/ports/catalogue-store.js';
import { formatTime } from './render/time.js';

/** An entry that is switched off and that a change of the catalogue would sell through again. */
export interface Resumed {
  /** `offer lakeshore-nursing` */
  readonly entry: string;
  /** Of it, with who paused it, when and why, as far as the history tells. */
  readonly warning: string;
}

/** What these changes resume: a file that was exported before a `leadkeep pause` says nothing of it. */
export async function resumedBy(
  changes: readonly EntryChange[],
  store: Pick<CatalogueStore, 'lastSwitch'>,
): Promise<Resumed[]> {
  const entries = changes.filter(isResumed).map(({ kind, handle }) => `${kind} ${handle}`);
  return Promise.all(
    entries.map(async (entry) => {
      const last = await store.lastSwitch(entry);
      // Whatever else switched it off was a file, which somebody reviewed; the history has no name for that.
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
