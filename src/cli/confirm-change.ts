import type { EntryChange } from '../core/catalogue/diff-catalogue.js';
import type { Cli } from './cli.js';

/**
 * Asks before a change that may be an accident: a missing file retires its entries. Without a terminal it agrees without
 * asking, because a script is deliberate.
 */
export async function confirmChange(cli: Cli, changes: readonly EntryChange[]): Promise<boolean> {
  const retired = changes.flatMap(({ kind, handle, change }) =>
    change === 'retired' ? [`${kind} ${handle}`] : [],
  );
  if (retired.length === 0 || !cli.confirm) return true;
  return cli.confirm(
    `These files no longer contain ${retired.join(', ')}, which would be retired. Apply them?`,
  );
}
