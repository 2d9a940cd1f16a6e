import { bucketName } from './cap-buckets.js';
import type { BucketUsage } from './usage-counts.js';

/** What the ledger counts in one cap bucket. */
export interface LedgerUse {
  readonly cap_id: string;
  readonly window: string;
  readonly used: number;
}

/** A cap bucket in which the ledger and the stored leads can't both be right. */
export interface UsageDifference {
  readonly cap_id: string;
  readonly window: string;
  readonly ledger: number;
  /** `least` counts what leads hold for certain. `most` adds the reservations that they may hold. */
  readonly least: number;
  readonly most: number;
}

/**
 * Compares the stored leads with two readings of the ledger, taken before and after the leads were counted. Counts
 * change in the meantime, so only a count that fits neither reading is a difference. The caller passes only open
 * windows: the ledger may drop closed ones.
 */
export function compareUsage(
  usages: readonly BucketUsage[],
  before: readonly LedgerUse[],
  after: readonly LedgerUse[],
): UsageDifference[] {
  const counted = new Map(
    usages.map((usage) => [bucketName(usage.bucket.cap.id, usage.bucket.window), usage]),
  );
  const was = new Map(before.map((use) => [bucketName(use.cap_id, use.window), use]));
  const is = new Map(after.map((use) => [bucketName(use.cap_id, use.window), use]));
  return [...new Set([...counted.keys(), ...is.keys()])].sort().flatMap((name) => {
    const usage = counted.get(name);
    const of = usage ? { cap_id: usage.bucket.cap.id, window: usage.bucket.window } : is.get(name);
    if (!of) return [];
    const { confirmed = 0, reservations, unsure, givenBack, unsureBack } = usage ?? {};
    const all = confirmed + (reservations?.size ?? 0) - (givenBack?.size ?? 0);
    const most = all + (unsureBack?.size ?? 0);
    const least = all - (unsure?.size ?? 0);
    const [first, last] = [was.get(name)?.used ?? 0, is.get(name)?.used ?? 0];
    const fits = Math.max(first, last) >= least && Math.min(first, last) <= most;
    return fits ? [] : [{ cap_id: of.cap_id, window: of.window, ledger: last, least, most }];
  });
}
