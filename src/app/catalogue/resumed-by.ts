import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import type { CatalogueStore, VersionInfo } from '../ports/catalogue-store.js';
import { formatTime } from '../../core/format-time.js';

/** A paused entry that a change of the catalogue would resume, also if it was retired since. */
export interface Resumed {
  /** Like `offer lakeshore-nursing`. */
  readonly entry: string;
  /** Says who paused the entry, when and why, if the history has this. */
  readonly warning: string;
}

/**
 * The entries that these changes would resume. A file exported before `leadkeep pause` does not contain the pause. What a
 * retired entry was before, its last switch alone tells: it counts if that was a pause.
 */
export async function resumedBy(
  changes: readonly EntryChange[],
  store: Pick<CatalogueStore, 'lastSwitch'>,
): Promise<Resumed[]> {
  const resumed = await Promise.all(
    changes.filter(isResumed).map(async ({ kind, handle, change }): Promise<Resumed[]> => {
      const entry = `${kind} ${handle}`;
      const last = await store.lastSwitch(entry);
      const pause = last?.how === 'pause' ? last : undefined;
      if (change === 'revived')
        return pause
          ? [{ entry, warning: `${entry} would be active again; it was last paused${told(pause)}` }]
          : [];
      // Without a pause, a catalogue file paused the entry, and the history does not record in which version.
      return [{ entry, warning: `${entry} would be resumed; it was paused${pause ? told(pause) : ''}` }];
    }),
  );
  return resumed.flat();
}

const told = ({ by, at, comment }: VersionInfo): string =>
  ` by ${by}, ${formatTime(at)}${comment === undefined ? '' : `: ${comment}`}`;

const isResumed = ({ kind, change, fields }: EntryChange): boolean =>
  kind !== 'affiliate' &&
  (change === 'changed' || change === 'revived') &&
  fields.some(({ path, after }) => path === 'status' && after === 'active');
