import type { SuppressionLog } from '../ports/suppression-log.js';
import type { SuppressionStore } from '../ports/suppressions.js';

/** Removes entries that ended, and joins small pieces of the log. */
export async function keepList(
  ports: {
    readonly suppressionStore: Pick<SuppressionStore, 'expire'>;
    readonly suppressionLog: Pick<SuppressionLog, 'join'>;
  },
  now: Date,
): Promise<void> {
  await ports.suppressionStore.expire(now);
  await ports.suppressionLog.join();
}
