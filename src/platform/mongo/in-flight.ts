import type { Connection } from 'mongoose';

/** This long after its due time, a request has ended or its worker is gone. */
const MAX_MS = 3_600_000;

/**
 * Counts requests in flight by destination, from the stored records: leads being sent, and partners being asked, but
 * not at test addresses. Both queries use the index on `due_at`, which holds only undecided records. Takes two commands.
 */
export async function inFlight(connection: Connection, now: Date): Promise<ReadonlyMap<string, number>> {
  const due_at = { $gte: new Date(now.getTime() - MAX_MS), $lt: new Date(now.getTime() + MAX_MS) };
  const count = { $sum: 1 };
  const [leads, searches] = await Promise.all([
    rows(connection, 'leads', [
      { $match: { due_at, state: 'sending' } },
      { $group: { _id: '$offer_id', count } },
    ]),
    rows(connection, 'searches', [
      { $match: { due_at, state: 'asking', is_test: false } },
      { $unwind: '$partners' },
      { $match: { 'partners.state': 'asked', $expr: { $eq: ['$partners.run', '$run'] } } },
      { $group: { _id: '$partners.offer_id', count } },
    ]),
  ]);
  return new Map([
    ...leads.map(({ _id, count: n }) => [_id, n] as const),
    ...searches.map(({ _id, count: n }) => [`${_id}:search`, n] as const),
  ]);
}

const rows = (connection: Connection, collection: string, steps: object[]) =>
  connection.collection(collection).aggregate<{ _id: string; count: number }>(steps).toArray();
