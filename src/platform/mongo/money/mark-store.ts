import type { Connection } from 'mongoose';
import type { MarkStore } from '../../../app/ports/mark-store.js';
import type { Marks } from '../../../core/money/marks.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

/** Under the statement's number. */
type StoredMarks = Marks & { readonly _id: string; readonly month: string };

/** Marks in MongoDB: one document for each statement that was ever marked. */
export function createMarkStore(connection: Connection): MarkStore {
  const marks = connection.collection<StoredMarks>('statement_marks');
  return {
    async ofMonth(month) {
      const found = await marks.find({ month }).toArray();
      return new Map(
        found.map(({ _id, sent, paid }) => [_id, { ...(sent && { sent }), ...(paid && { paid }) }]),
      );
    },
    async set({ number, month }, name, mark) {
      for (;;) {
        try {
          await marks.updateOne(
            { _id: number, [name]: { $exists: false } },
            { $set: { month, [name]: mark } },
            { upsert: true },
          );
          return mark;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        const there = (await marks.findOne({ _id: number }))?.[name];
        if (there) return there;
        // It was taken back at this moment, or two upserts met.
      }
    },
    async unset(number, name) {
      const { matchedCount } = await marks.updateOne(
        { _id: number, [name]: { $exists: true } },
        { $unset: { [name]: '' } },
      );
      return matchedCount === 1;
    },
  };
}
