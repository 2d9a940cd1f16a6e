import type { Connection } from 'mongoose';
import type { TimedChange } from '../../../core/timed-changes/timed-change.js';
import type { TimedChangeStore } from '../../../app/ports/timed-changes.js';
import { unlessTaken } from '../stores/duplicate-key.js';

/** `_id` is the number. Its uniqueness decides between two that are added at the same time. */
type Stored = Omit<TimedChange, 'id'> & { readonly _id: number };

export function createTimedChangeStore(connection: Connection): TimedChangeStore {
  const changes = connection.collection<Stored>('timed_changes');
  return {
    async toCome(now) {
      const found = await changes
        .find({ until: { $gt: now }, ended: { $exists: false } })
        .sort({ until: 1 })
        .toArray();
      return found.map(changeOf).sort((a, b) => a.id - b.id);
    },
    async list(limit) {
      const found = await changes.find({}).sort({ _id: -1 }).limit(limit).toArray();
      return found.map(changeOf);
    },
    async read(id) {
      const stored = await changes.findOne({ _id: id });
      return stored && changeOf(stored);
    },
    async newest() {
      const [newest] = await changes
        .find({}, { projection: { _id: 1 } })
        .sort({ _id: -1 })
        .limit(1)
        .toArray();
      return newest?._id ?? 0;
    },
    add: ({ id, ...change }) => unlessTaken(changes.insertOne({ _id: id, ...change })),
    async approve(id, approved, from) {
      const { modifiedCount } = await changes.updateOne(
        { _id: id, ended: { $exists: false }, 'proposed.approved': { $exists: false } },
        { $set: { from, 'proposed.approved': approved } },
      );
      return modifiedCount === 1;
    },
    async end(id, ended) {
      const { modifiedCount } = await changes.updateOne(
        { _id: id, ended: { $exists: false } },
        { $set: { ended } },
      );
      return modifiedCount === 1;
    },
  };
}

const changeOf = ({ _id: id, ...change }: Stored): TimedChange => ({ id, ...change }) as TimedChange;
