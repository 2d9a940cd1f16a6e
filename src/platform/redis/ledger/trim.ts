import type { Redis } from 'ioredis';
import { parseReservationId } from '../../../core/caps/cap-buckets.js';
import { scan } from './generation.js';
import { withLedgerCommands } from './ledger-commands.js';
import { ledgerKeys } from './ledger-keys.js';

/** A lead's round that is reserved in one place. */
export interface ReservationInRedis {
  readonly reservation_id: string;
  readonly lead_id: string;
  readonly round: number;
  /** The place, as `releaseMember` takes it. */
  readonly key: string;
}

/**
 * Every reserved member of the current ledger, some twice. A rebuild can leave members of leads that ended while it
 * counted; whoever finds the lead ended and owing nothing gives them back with `releaseMember`.
 */
export async function* reservationsInRedis(redis: Redis, prefix: string): AsyncGenerator<ReservationInRedis> {
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
 * Gives back one member of one place. `stale`: the place belongs to an older ledger, or a rebuild is on;
 * nothing was changed. Repeats are harmless.
 */
export async function releaseReservation(
  redis: Redis,
  prefix: string,
  { reservation_id: reservationId, key }: Pick<ReservationInRedis, 'reservation_id' | 'key'>,
): Promise<'done' | 'stale'> {
  const { root, lock } = ledgerKeys(prefix);
  const token = key.slice(root.length + 1).split(':', 1)[0] ?? '';
  return withLedgerCommands(redis).ledgerReleaseFound(root, lock, reservationId, key, token);
}
