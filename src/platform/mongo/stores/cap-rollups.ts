import type { Connection, mongo } from 'mongoose';
import type { CapRollups } from '../../../app/ports/lead-counts.js';
import type { SoldCount } from '../../../core/caps/counted-leads.js';

interface StoredDay {
  /** `2026-11-21` */
  readonly _id: string;
  readonly sold: readonly SoldCount[];
}

interface StoredQuarter {
  /** Its start. */
  readonly _id: Date;
  readonly sold: readonly SoldCount[];
  readonly open: readonly string[];
}

/** The ids of what is found, in their order. */
const idsOf = <Id>(found: mongo.FindCursor<{ readonly _id: Id }>): Promise<Id[]> =>
  found
    .sort({ _id: 1 })
    .map(({ _id }) => _id)
    .toArray();

/** Stores the cap usage of closed days and quarters of an hour. */
export function createCapRollups(connection: Connection, session?: mongo.ClientSession): CapRollups {
  const within = session ? { session } : {};
  const days = connection.collection<StoredDay>('folded_days');
  const quarters = connection.collection<StoredQuarter>('folded_quarters');
  const ids = { projection: { _id: 1 }, ...within };
  return {
    async *rollups() {
      for await (const { _id, sold } of days.find({}, within).sort({ _id: 1 })) yield { day: _id, sold };
    },
    rolledUpDays: () => idsOf(days.find({}, ids)),
    async rollUp({ day, sold }) {
      await days.updateOne({ _id: day }, { $set: { sold } }, { upsert: true });
    },
    async *quarters({ from, to }) {
      const found = quarters.find({ _id: { $gte: from, $lt: to } }, within).sort({ _id: 1 });
      for await (const { _id, ...counted } of found) yield { from: _id, ...counted };
    },
    rolledUpQuarters: () => idsOf(quarters.find({}, ids)),
    async rollUpQuarters(closed) {
      await quarters.bulkWrite(
        closed.map(({ from, sold, open }) => ({
          replaceOne: { filter: { _id: from }, replacement: { sold, open }, upsert: true },
        })),
      );
    },
    async dropQuarters({ from, to }) {
      await quarters.deleteMany({ _id: { $gte: from, $lt: to } });
    },
  };
}
