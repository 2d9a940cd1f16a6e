import { bucketNameOf } from '../../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../../core/caps/windows.js';

/** How long a place's keys outlive its window: a late confirmation then still finds them, and nothing leaks. */
export const KEPT_AFTER_MS = 86_400_000;

/**
 * The ledger's keys. All have one hash tag, so that a Redis Cluster keeps them on one node and a script may touch
 * them all: the scripts make the names of places themselves, from the generation's token that they read.
 */
export const ledgerKeys = (prefix: string) => {
  const root = `{${prefix}}:ledger`;
  return {
    /**
     * Hash: `epoch` (run id of the server that it is true on, '' where hidden), `promotion` (its replication id and how
     * many keys it had evicted; the build before did not write it), `token` of the generation, newest `version` of the
     * catalogue that counts its `caps` (their fingerprint), `rebuilds` so far.
     */
    root,
    /** Token of the process that rebuilds. While it exists the ledger is out of service. */
    lock: `${root}:lock`,
    /** Set: tokens of generations that may still have keys. */
    generations: `${root}:generations`,
    generation: (token: string) => {
      const base = `${root}:${token}`;
      return {
        base,
        /** Set: ids of the caps that this generation counts. */
        known: `${base}:known`,
        members: (bucket: CapBucket) => `${base}:${bucketNameOf(bucket)}:in`,
        confirmed: (place: CapBucket) => `${base}:${bucketNameOf(place)}:ok`,
      };
    },
  };
};

/** When the place's keys go, in milliseconds since 1970; null: never (total). */
export const expiryOf = ({ resets_at }: CapBucket): number | null =>
  resets_at && resets_at.getTime() + KEPT_AFTER_MS;
