import type { Redis } from 'ioredis';
import type { Ledger, Reserved } from '../../../app/ports/cap-ledger.js';
import { bucketNameOf, type CountedCaps } from '../../../core/caps/cap-buckets.js';
import type { CapBucket } from '../../../core/caps/windows.js';
import { ledgerCalls } from './ledger-calls.js';
import { expiryOf } from './ledger-keys.js';

/**
 * The cap ledger in Redis. Each cap and window has a set of reservation ids and a counter of confirmed ones. A
 * reservation leaves its set when it is confirmed or released, so repeating either is harmless.
 *
 * - An existing reservation does not count against itself. It is still refused if the others alone fill the cap
 * (after a lowered limit, or a rebuild that counted too many): its presence does not prove that the cap had room. With
 * `releaseUntil` it leaves in the same step, so many that are refused at once do not refuse each other (ADR 27). The
 * server's own clock decides: by then, another worker may have the lead and may have sent it.
 * - The answer is `stale` while the ledger counts other caps than the caller's catalogue. Each side would miss the
 * other's sales.
 * - The answer is `stale` during a rebuild: the new count would miss reservations made meanwhile. `used` still works.
 * - Connection errors are thrown unchanged.
 */
export function createLedger(redis: Redis, prefix: string): Ledger {
  const ask = ledgerCalls(redis, prefix);

  async function take(
    reservationId: string,
    from: readonly CapBucket[],
    to: readonly CapBucket[],
    { version, fingerprint }: CountedCaps,
    releaseUntil?: Date,
  ): Promise<Reserved> {
    const counts = [releaseUntil?.getTime() ?? 0, from.length, to.length];
    const about = [reservationId, version, fingerprint, ...counts];
    const [outcome, cap] = await ask('take', ...about, ...argsOf(from), ...argsOf(to));
    return outcome === 'full' ? { outcome, cap_id: cap } : { outcome };
  }

  const settle = (
    reservationId: string,
    action: 'regain' | 'confirm' | 'release' | 'give_back',
    buckets: readonly CapBucket[],
    { version, fingerprint }: CountedCaps,
  ): Promise<'done' | 'stale'> =>
    ask(action, reservationId, version, fingerprint, buckets.length, ...argsOf(buckets));

  return {
    reserve: (reservationId, buckets, counted, until) => take(reservationId, [], buckets, counted, until),
    move: take,
    regain: (reservationId, buckets, counted) => settle(reservationId, 'regain', buckets, counted),
    confirm: (reservationId, buckets, counted) => settle(reservationId, 'confirm', buckets, counted),
    release: (reservationId, buckets, counted) => settle(reservationId, 'release', buckets, counted),
    giveBack: (place, buckets, counted) => settle(place, 'give_back', buckets, counted),
    async used(buckets) {
      if (buckets.length === 0) return [];
      return ask('used', buckets.length, ...buckets.map(bucketNameOf));
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
