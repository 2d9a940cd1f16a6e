import type { Connection } from 'mongoose';
import type { SavedViewStore } from '../../../app/ports/saved-view-store.js';
import type { SavedView } from '../../../core/saved-views/saved-view.js';
import { toDocument, toRecord, type Stored } from '../stores/documents.js';
import { retryConflicts } from '../stores/retry-conflicts.js';

/** Keeps saved views in MongoDB. An index holds each owner to one of a name on a screen. */
export function createSavedViewStore(connection: Connection): SavedViewStore {
  const views = connection.collection<Stored<SavedView>>('saved_views');
  return {
    async list(owner) {
      const found = await views.find({ owner }).sort({ name: 1 }).toArray();
      return found.map((row) => toRecord<SavedView>(row));
    },
    save: (view) =>
      // Two saves of one name may meet.
      retryConflicts(async () => {
        const { _id, owner, screen, name, ...seen } = toDocument(view);
        const stored = await views.findOneAndUpdate(
          { owner, screen, name },
          { $set: seen, $setOnInsert: { _id } },
          { upsert: true, returnDocument: 'after' },
        );
        return stored ? toRecord<SavedView>(stored) : view;
      }),
    remove: async (owner, id) => (await views.deleteOne({ _id: id, owner })).deletedCount === 1,
  };
}
