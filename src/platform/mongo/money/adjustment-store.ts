import type { Connection } from 'mongoose';
import type { AdjustmentStore } from '../../../app/ports/adjustment-store.js';
import type { PendingAdjustment } from '../../../core/money/adjustment.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';

type Row = Stored<PendingAdjustment>;

/** Owed adjustments in MongoDB. The collection is empty most of the time. */
export function createAdjustmentStore(connection: Connection): AdjustmentStore {
  const owed = connection.collection<Row>('pending_adjustments');
  return {
    async add(adjustment) {
      try {
        await owed.insertOne(toDocument(adjustment));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const found = await owed.findOne({ _id: adjustment.id });
        if (found) return toRecord<PendingAdjustment>(found);
        // It was booked and removed at this moment. The entry under its id decides.
      }
      return adjustment;
    },
    async pending(limit) {
      const found = await owed.find({}).sort({ at: 1 }).limit(limit).toArray();
      return found.map((row) => toRecord<PendingAdjustment>(row as Row));
    },
    async booked(ids) {
      await owed.deleteMany({ _id: { $in: [...ids] } });
    },
  };
}
