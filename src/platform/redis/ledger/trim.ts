import type { Redis } from 'ioredis';
import type { LedgerReservation, LedgerReservations } from '../../../app/ports/ledger-reservations.js';
import { parseReservationId } from '../../../core/caps/cap-buckets.js';
import { scan } from './generation.js';
import { withLedgerCommands } from './ledger-commands.js';
import { ledgerKeys } from './ledger-keys.js';

/** Lists and releases the reservations of the current ledger. */
export const createLedgerReservations = (redis: Redis, prefix: string): LedgerReservations => ({
  reserved: () => reservationsInRedis(redis, prefix),
  isReserved: async ({ key, reservation_id }) => (await redis.sismember(key, reservation_id)) === 1,
  release: (found) => releaseReservation(redis, prefix, found),
});

/** Every reservation of the current ledger. Some may appear twice. */
export async function* reservationsInRedis(redis: Redis, prefix: string): AsyncGenerator<LedgerReservation> {
  const keys = ledgerKeys(prefix);
  const token = await redis.hget(keys.root, 'token');
  if (token === null) return;
  const match = `${keys.generation(token).base}:*:in`;
  for await (const found of scan(redis, match))
    for (const key of found)
      for await (const members of redis.sscanStream(key, { count: 1_000 }) as AsyncIterable<string[]>)
        for (const reservationId of members) {
          const lead = parseReservationId(reservationId);
          if (lead) yield { reservation_id: reservationId, ...lead, key };
        }
}

/**
 * Releases one reservation of one bucket. Returns `stale`, and changes nothing, if the bucket belongs to an older
 * ledger or a rebuild is running. May be repeated.
 */
export async function releaseReservation(
  redis: Redis,
  prefix: string,
  { reservation_id: reservationId, key }: Pick<LedgerReservation, 'reservation_id' | 'key'>,
): Promise<'done' | 'stale'> {
  const { root, lock } = ledgerKeys(prefix);
  const token = key.slice(root.length + 1).split(':', 1)[0] ?? '';
  return withLedgerCommands(redis).ledgerReleaseFound(root, lock, reservationId, key, token);
}
