import type { Redis } from 'ioredis';
import type { Ledger, Reserved } from '../../../app/ports/cap-ledger.js';
import { bucketNameOf, type CountedCaps } from '../../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../../core/caps/windows.js';
import { withLedgerCommands } from './ledger-commands.js';
import { expiryOf, ledgerKeys } from './ledger-keys.js';

/**
 * The cap ledger in Redis. Each cap and window has a set of reservation ids and a counter of confirmed ones. A
 * reservation leaves its set when it is confirmed or released, so repeating either is harmless.
 *
 * - An existing reservation does not count against itself. It is still refused if the others alone fill the cap
 * (after a lowered limit, or a rebuild that counted too many): its presence does not prove that the cap had room.
 * - The answer is `stale` while the ledger counts other caps than the caller's catalogue. Each side would miss the
 * other's sales.
 * - The answer is `stale` during a rebuild: the new count would miss reservations made meanwhile. `used` still works.
 * - Connection errors are thrown unchanged.
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
    action: 'confirm' | 'release' | 'give_back',
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
    giveBack: (place, places, counted) => settle(place, 'give_back', places, counted),
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
