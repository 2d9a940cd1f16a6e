import type { Connection } from 'mongoose';
import type { Leases } from '../../../app/ports/leases.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

interface Stored {
  readonly _id: string;
  readonly owner: string;
  readonly until: Date;
}

export function createLeases(connection: Connection): Leases {
  const leases = connection.collection<Stored>('leases');
  return {
    async take(name, owner, now, until) {
      try {
        const { matchedCount, upsertedCount } = await leases.updateOne(
          { _id: name, $or: [{ owner }, { until: { $lte: now } }] },
          { $set: { owner, until } },
          { upsert: true },
        );
        return matchedCount + upsertedCount > 0;
      } catch (error) {
        // The lease is there and is another's, or another was first to make it.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async isTaken(name, now) {
      return (await leases.findOne({ _id: name, until: { $gt: now } })) !== null;
    },
    async release(name, owner) {
      await leases.deleteOne({ _id: name, owner });
    },
  };
}
