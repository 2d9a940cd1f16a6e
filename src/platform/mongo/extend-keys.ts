import type { Connection } from 'mongoose';
import type { ApiKey } from '../../core/keys/api-key.js';
import type { Operation } from '../../core/limits/limits.js';

/** All operations that there were before schema version 4. */
const FORMER: readonly Operation[] = ['search', 'results', 'submit', 'dupe_check'];

/**
 * Keys that may call everything there was may also reconcile, which version 4 added: that is what "all", the default of
 * `key issue`, stood for. A key that was issued for less keeps what it has. Only for a database of an earlier version:
 * since then somebody may have left out `reconcile` on purpose.
 */
export async function extendKeys(connection: Connection): Promise<void> {
  await connection
    .collection<Pick<ApiKey, 'operations'>>('api_keys')
    .updateMany(
      { operations: { $all: [...FORMER], $size: FORMER.length } },
      { $set: { operations: [...FORMER, 'reconcile'] } },
    );
}
