import { bucketNameOf } from '../../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../../core/caps/windows.js';

/** How long a bucket's keys outlive its window. A late confirmation still finds them, and no key stays forever. */
export const KEPT_AFTER_MS = 86_400_000;

/**
 * The ledger's keys. All share one hash tag, so that a Redis Cluster keeps them on one node and one script may use
 * them all. The scripts build the names of bucket keys themselves, from the generation's token that they read. While the
 * slot moves to another server, no script runs: each names `lock`, which is absent in service (ADR 87).
 */
export const ledgerKeys = (prefix: string) => {
  const root = `{${prefix}}:ledger`;
  return {
    /**
     * Hash with these fields:
     * - `epoch`: run id of the server on which the ledger is valid, '' if the server hides it.
     * - `promotion`: the server's replication id and number of evicted keys.
     * - `token`: the token of the generation.
     * - `format`: of what is stored under the prefix. A pre-release wrote none (pre-release.ts).
     * - `caps` and `version`: the fingerprint of the counted caps, and the newest catalogue version that has them.
     * - `replicas`, `syncs`: how many replicas the server had, and how often it gave one all of its data.
     * - `isolated_since`: promotion, time and `syncs` when replicas or the ledger were first missing (ADR 87).
     * - `rebuilds`: the number of rebuilds so far.
     */
    root,
    /** Token of the rebuilding process. While this key exists, the ledger is out of service. */
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
        /** Set: places that returns gave back. They are confirmed, and do not count. */
        givenBack: (place: CapBucket) => `${base}:${bucketNameOf(place)}:back`,
        confirmed: (place: CapBucket) => `${base}:${bucketNameOf(place)}:ok`,
      };
    },
  };
};

/** When the bucket's keys expire, in milliseconds since 1970. Null: never (total). */
export const expiryOf = ({ resets_at }: CapBucket): number | null =>
  resets_at && resets_at.getTime() + KEPT_AFTER_MS;
