import type { Connection } from 'mongoose';
import type { ReturnStore } from '../../../app/ports/return-store.js';
import type { Entry } from '../../../core/money/entry.js';
import { shareName } from '../../../core/money/return-share.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

/** How many returns a share has. */
interface StoredShare {
  readonly _id: string;
  readonly taken: number;
}

/** What returns need of the books, and how many returns each share has, in MongoDB. */
export function createReturnStore(connection: Connection): ReturnStore {
  const entries = connection.collection<Entry>('entries');
  const shares = connection.collection<StoredShare>('return_shares');
  return {
    sold: ({ owner, id, month }) =>
      entries.countDocuments({ [owner === 'buyer' ? 'buyer_id' : 'offer_id']: id, month, kind: 'sale' }),
    async room(share, limit) {
      const found = await shares.findOne({ _id: shareName(share) });
      return Math.max(0, limit - (found?.taken ?? 0));
    },
    async take(share, limit) {
      if (limit !== null && limit < 1) return false;
      const below = { _id: shareName(share), ...(limit !== null && { taken: { $lt: limit } }) };
      const count = (upsert: boolean) => shares.updateOne(below, { $inc: { taken: 1 } }, { upsert });
      try {
        await count(true);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // The share is full, or another return was its first one.
        return (await count(false)).matchedCount > 0;
      }
    },
    async giveBack(_id) {
      await shares.updateOne({ _id, taken: { $gt: 0 } }, { $inc: { taken: -1 } });
    },
  };
}
