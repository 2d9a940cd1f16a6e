import type { EntryChange } from '../core/catalogue/diff-catalogue.js';
import type { Resumed } from '../app/catalogue/resumed-by.js';
import type { Cli } from './cli.js';

/**
 * Asks before a change that may be an accident: a missing file retires its entries, and a file from before a pause
 * resumes the entry. Without a terminal it agrees without asking, because a script is deliberate.
 */
export async function confirmChange(
  cli: Cli,
  changes: readonly EntryChange[],
  resumed: readonly Resumed[],
): Promise<boolean> {
  const retired = changes.flatMap(({ kind, handle, change }) =>
    change === 'retired' ? [`${kind} ${handle}`] : [],
  );
  const what = [
    ...(retired.length > 0 ? [`no longer contain ${retired.join(', ')}, which would be retired`] : []),
    ...(resumed.length > 0
      ? [`would resume paused entries: ${resumed.map(({ entry }) => entry).join(', ')}`]
      : []),
  ];
  if (what.length === 0 || !cli.confirm) return true;
  return cli.confirm(`These files ${what.join(', and ')}. Apply them?`);
}
