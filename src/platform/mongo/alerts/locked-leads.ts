import type { Connection } from 'mongoose';
import type { LockedLeads } from '../../../core/alerts/readings.js';
import { REQUEUE_PAUSE_MS, RUN_LEASE_MS } from '../../../core/delivery/lease-times.js';

/** A lead that waits for a key is tried again after a pause. So only leads that are due soon are looked at. */
const SOON_MS = RUN_LEASE_MS + 2 * REQUEUE_PAUSE_MS;

/** The leads whose newest run found no key for them, by the name of the key. Reads the index of due leads. */
export async function readLockedLeads(connection: Connection, now: Date): Promise<LockedLeads[]> {
  const until = new Date(now.getTime() + SOON_MS);
  const found = await connection
    .collection('leads')
    .aggregate<{ _id: string; n: number }>(
      [
        {
          $match: {
            due_at: { $gte: new Date(0), $lte: until },
            'waiting.data_key': { $exists: true },
            $expr: { $gte: ['$waiting.run', { $subtract: ['$runs', 1] }] },
          },
        },
        { $group: { _id: '$waiting.data_key', n: { $sum: 1 } } },
      ],
      { hint: 'due' },
    )
    .toArray();
  return found.map(({ _id, n }) => ({ data_key: _id, leads: n }));
}
