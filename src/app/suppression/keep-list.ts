import { fingerprintOf } from '../../core/suppression/filter.js';
import type { SuppressionLog } from '../ports/suppression-log.js';
import type { SuppressionStore } from '../ports/suppressions.js';

const DAY_MS = 86_400_000;

/** The print of an entry that was removed is gone a week later, or at the next turn after that. */
const REPLACED_AFTER_MS = 7 * DAY_MS;

/** A process that adds entries stores their fingerprints before them. Fingerprints that are younger may still be waiting for theirs. */
const GRACE_MS = DAY_MS;

/** Removes entries that ended and, after some days, the fingerprints of removed entries, and joins small chunks of the log. */
export async function keepList(
  ports: {
    readonly suppressionStore: Pick<SuppressionStore, 'expire' | 'keys'>;
    readonly suppressionLog: Pick<SuppressionLog, 'join' | 'oldest' | 'replace'>;
  },
  now: Date,
): Promise<void> {
  const { suppressionStore, suppressionLog } = ports;
  await suppressionStore.expire(now);
  await suppressionLog.join();
  const oldest = (await suppressionLog.oldest()) ?? now;
  if (now.getTime() - oldest.getTime() >= REPLACED_AFTER_MS)
    await suppressionLog.replace(new Date(now.getTime() - GRACE_MS), fingerprints(suppressionStore.keys()));
}

async function* fingerprints(pages: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array[]> {
  for await (const keys of pages) yield keys.map(fingerprintOf);
}
