import type { Redis } from 'ioredis';
import type { Ledger, Reserved } from '../../../app/ports/cap-ledger.js';
import type { CountedCaps } from '../../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../../core/caps/windows.js';
import { withLedgerCommands } from './ledger-commands.js';
import { bucketNameOf } from '../../../core/caps/cap-buckets.js';
import { expiryOf, ledgerKeys } from './ledger-keys.js';

/**
 * The cap ledger in Redis: for each cap and window a set of reserved members and a counter of confirmed ones.
 * A member leaves its set by being counted or by being given back, so that repeating either is harmless.
 *
 * - A member that is already in does not count against itself. It is refused all the same when the others alone
 *   fill the cap (a lowered limit, or a rebuild that was too careful): being in is no proof that a place was free.
 * - `stale` while the ledger counts other caps than the caller's catalogue: what either sells, the other would not count.
 * - `stale` while a rebuild counts: what is reserved beside it would be missing from the new count. `used` goes on.
 * - Errors of the connection are thrown as they come.
 */
export function createLedger(redis: Redis, prefix: string): Ledger {
  const commands = withLedgerCommands(redis);
  const { root, lock } = ledgerKeys(prefix);

  async function take(
    reservationId: string,
    from: readonly CapBucket[],
    to: readonly CapBucket[],
    { version, fingerprint }: CountedCaps,
  ): Promise<Reserved> {
    const counts = [from.length, to.length];
    const [outcome, cap] = await commands.ledgerTake(
      root,
      lock,
      reservationId,
      version,
      fingerprint,
      ...counts,
      ...argsOf(from),
      ...argsOf(to),
    );
    return outcome === 'full' ? { outcome, cap_id: cap } : { outcome };
  }

  async function settle(
    reservationId: string,
    action: 'confirm' | 'release',
    buckets: readonly CapBucket[],
    { version, fingerprint }: CountedCaps,
  ): Promise<'done' | 'stale'> {
    const about = [reservationId, action, version, fingerprint, buckets.length];
    return commands.ledgerSettle(root, lock, ...about, ...argsOf(buckets));
  }

  return {
    reserve: (member, places, counted) => take(member, [], places, counted),
    move: take,
    confirm: (member, places, counted) => settle(member, 'confirm', places, counted),
    release: (member, places, counted) => settle(member, 'release', places, counted),
    async used(buckets) {
      if (buckets.length === 0) return [];
      return commands.ledgerUsed(root, lock, buckets.length, ...argsOf(buckets));
    },
  };
}

const argsOf = (buckets: readonly CapBucket[]): (string | number)[] =>
  buckets.flatMap((bucket) => [
    bucket.cap.id,
    bucketNameOf(bucket),
    bucket.cap.limit,
    expiryOf(bucket) ?? '',
  ]);
