import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import type { CatalogueStore, VersionInfo } from '../ports/catalogue-store.js';
import { formatTime } from '../../core/format-time.js';

/**
 * A warning for each paused entry that these changes would resume, also if it was retired since. It says who paused the
 * entry, when and why, if the history has this. A file exported before `leadkeep pause` does not contain the pause. What a
 * retired entry was before, its last switch alone tells: it counts if that was a pause.
 */
export async function resumedBy(
  changes: readonly EntryChange[],
  store: Pick<CatalogueStore, 'lastSwitch'>,
): Promise<string[]> {
  const resumed = await Promise.all(
    changes.filter(isResumed).map(async ({ kind, handle, change }): Promise<string[]> => {
      const entry = `${kind} ${handle}`;
      const last = await store.lastSwitch(entry);
      const pause = last?.how === 'pause' ? last : undefined;
      if (change === 'revived')
        return pause ? [`${entry} would be active again; it was last paused${told(pause)}`] : [];
      // Without a pause, a catalogue file paused the entry, and the history does not record in which version.
      return [`${entry} would be resumed; it was paused${pause ? told(pause) : ''}`];
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
