import type { Connection } from 'mongoose';
import type { AdjustmentStore } from '../../../app/ports/adjustment-store.js';
import type { OwedAdjustment } from '../../../core/money/adjustment.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';

type Row = Stored<OwedAdjustment>;

/** Owed adjustments in MongoDB. The collection is empty most of the time. */
export function createAdjustmentStore(connection: Connection): AdjustmentStore {
  const owed = connection.collection<Row>('owed_adjustments');
  return {
    async owe(adjustment) {
      try {
        await owed.insertOne(toDocument(adjustment));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const found = await owed.findOne({ _id: adjustment.id });
        if (found) return toRecord<OwedAdjustment>(found);
        // It was booked and removed at this moment. The entry under its id decides.
      }
      return adjustment;
    },
    async owed(limit) {
      const found = await owed.find({}).sort({ at: 1 }).limit(limit).toArray();
      return found.map((row) => toRecord<OwedAdjustment>(row as Row));
    },
    async booked(ids) {
      await owed.deleteMany({ _id: { $in: [...ids] } });
    },
  };
}
