import type { CountedCaps } from '../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../core/caps/windows.js';

/**
 * `stale`: nothing was changed. Either Redis lost data or was replaced, or a rebuild is in progress, or the ledger
 * counts other caps than this catalogue has. If the caller's catalogue is the newer one, the caller has the ledger
 * rebuilt. If it is the older one, the caller waits until its catalogue is refreshed.
 */
export type Reserved =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'full'; readonly cap_id: string }
  | { readonly outcome: 'stale' };

/**
 * The cap ledger in Redis. Every call is one step of the server and compares the epoch. Methods that change something also
 * compare the caps, even if no cap counts the lead. Otherwise a cap that was removed and comes back, or that this
 * process does not know yet, would miss the lead. A reservation id is lead + submission number.
 */
export interface Ledger {
  /**
   * Reserves all buckets or none. A reservation id that a bucket already has stays, and counts once. If one is full and the
   * server's time is before `releaseUntil`, all reservations of the id are released.
   */
  reserve(
    reservationId: string,
    buckets: readonly CapBucket[],
    counted: CountedCaps,
    releaseUntil?: Date,
  ): Promise<Reserved>;
  /** Reserves in `to` and releases in `from`. If one of `to` is full, changes nothing, or releases all of them, as above. */
  move(
    reservationId: string,
    from: readonly CapBucket[],
    to: readonly CapBucket[],
    counted: CountedCaps,
    releaseUntil?: Date,
  ): Promise<Reserved>;
  /**
   * Reserves for a sale whose return was undone, also in a bucket that is full: the lead
   * is sold already, and a bucket that did not count it would sell one more.
   */
  regain(
    reservationId: string,
    buckets: readonly CapBucket[],
    counted: CountedCaps,
  ): Promise<'done' | 'stale'>;
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
  /**
   * Gives back the confirmed place of a returned lead. `place` names it (`givenBackUnit`); giving it back again
   * changes nothing.
   */
  giveBack(place: string, buckets: readonly CapBucket[], counted: CountedCaps): Promise<'done' | 'stale'>;
  /** Reserved + confirmed of each bucket, without places that were given back, in order. */
  used(buckets: readonly CapBucket[]): Promise<readonly number[] | 'stale'>;
}
