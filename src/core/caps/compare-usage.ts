import { bucketName } from './cap-buckets.js';
import type { BucketUsage } from './usage-counts.js';

/** What the ledger has in one place. */
export interface LedgerUse {
  readonly cap_id: string;
  readonly window: string;
  readonly used: number;
}

/** A place in which the ledger and the leads can't both be right. */
export interface UsageDifference {
  readonly cap_id: string;
  readonly window: string;
  readonly ledger: number;
  /** Places that leads hold for sure, and with those that may hold one. */
  readonly least: number;
  readonly most: number;
}

/**
 * Compares the ledger as it was before and after the leads were counted with what they say: places move meanwhile, so
 * only what fits neither reading is a difference. Windows that are closed are the ledger's to forget.
 */
export function compareUsage(
  places: readonly BucketUsage[],
  before: readonly LedgerUse[],
  after: readonly LedgerUse[],
): UsageDifference[] {
  const counted = new Map(
    places.map((usage) => [bucketName(usage.bucket.cap.id, usage.bucket.window), usage]),
  );
  const was = new Map(before.map((use) => [bucketName(use.cap_id, use.window), use]));
  const is = new Map(after.map((use) => [bucketName(use.cap_id, use.window), use]));
  return [...new Set([...counted.keys(), ...is.keys()])].sort().flatMap((name) => {
    const usage = counted.get(name);
    const of = usage ? { cap_id: usage.bucket.cap.id, window: usage.bucket.window } : is.get(name);
    if (!of) return [];
    const most = usage ? usage.confirmed + usage.reservations.size : 0;
    const least = usage ? most - usage.unsure.size : 0;
    const [first, last] = [was.get(name)?.used ?? 0, is.get(name)?.used ?? 0];
    const fits = Math.max(first, last) >= least && Math.min(first, last) <= most;
    return fits ? [] : [{ cap_id: of.cap_id, window: of.window, ledger: last, least, most }];
  });
}
