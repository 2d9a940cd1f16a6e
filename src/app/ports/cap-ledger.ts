import type { CountedCaps } from '../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../core/caps/windows.js';

/**
 * `stale`: nothing was changed, since Redis is not the one it was, a rebuild counts, or the ledger counts other caps
 * than this catalogue does. With the newer catalogue the caller has the ledger rebuilt; with the older one it waits
 * for its own to be refreshed.
 */
export type Reserved =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'full'; readonly cap_id: string }
  | { readonly outcome: 'stale' };

/**
 * The cap ledger in Redis. Every method is one Lua call and compares the epoch; those that change something compare
 * the caps too, also where no cap counts the lead: a cap that left and comes back, or that this process has not heard
 * of yet, would otherwise miss it. `member` is lead + round.
 */
export interface Ledger {
  /** All places or none. A member that is already in keeps its place and counts once. */
  reserve(reservationId: string, buckets: readonly CapBucket[], counted: CountedCaps): Promise<Reserved>;
  /** Takes the places of `to` and gives those of `from` back, or changes nothing. */
  move(
    reservationId: string,
    from: readonly CapBucket[],
    to: readonly CapBucket[],
    counted: CountedCaps,
  ): Promise<Reserved>;
  confirm(
    reservationId: string,
    buckets: readonly CapBucket[],
    counted: CountedCaps,
  ): Promise<'done' | 'stale'>;
  release(
    reservationId: string,
    buckets: readonly CapBucket[],
    counted: CountedCaps,
  ): Promise<'done' | 'stale'>;
  /** Reserved + confirmed of each place, in order. */
  used(buckets: readonly CapBucket[]): Promise<readonly number[] | 'stale'>;
}
