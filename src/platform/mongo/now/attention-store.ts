import type { Connection } from 'mongoose';
import type { AttentionStore } from '../../../app/ports/attention-store.js';
import type { Attention } from '../../../core/now/attention.js';
import { toDocument, toRecord, toRecordOrNull, type Stored } from '../stores/documents.js';
import { unlessTaken } from '../stores/duplicate-key.js';

export function createAttentionStore(connection: Connection): AttentionStore {
  const attention = connection.collection<Stored<Attention>>('attention');
  return {
    async since(at) {
      const found = await attention.find({ at: { $gte: at } }).toArray();
      return found.map((row) => toRecord<Attention>(row));
    },
    read: async (id) => toRecordOrNull<Attention>(await attention.findOne({ _id: id })),
    async write(changed, before) {
      const { _id, ...members } = toDocument(changed);
      if (before !== null)
        return (await attention.replaceOne({ _id, at: before }, members)).matchedCount === 1;
      return unlessTaken(attention.insertOne({ _id, ...members }));
    },
    async forgetBefore(at) {
      await attention.deleteMany({ at: { $gte: new Date(0), $lt: at } });
    },
  };
}
