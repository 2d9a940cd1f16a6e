import type { Connection } from 'mongoose';
import type { SavedViewStore } from '../../../app/ports/saved-view-store.js';
import type { SavedView } from '../../../core/saved-views/saved-view.js';
import { toDocument, toRecord, toRecordOrNull, type Stored } from '../stores/documents.js';
import { retryConflicts } from '../stores/retry-conflicts.js';

/** What one turn of a console puts into the outbox. */
const MAX_DUE = 100;

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
    read: async (id) => toRecordOrNull<SavedView>(await views.findOne({ _id: id })),
    async setMail(owner, id, mail) {
      const change = mail === null ? { $unset: { mail: '' as const } } : { $set: { mail } };
      const stored = await views.findOneAndUpdate({ _id: id, owner }, change, { returnDocument: 'after' });
      return toRecordOrNull<SavedView>(stored);
    },
    async dueMails(now) {
      const due = { 'mail.next_at': { $gte: new Date(0), $lte: now } };
      const found = await views.find(due, { limit: MAX_DUE }).sort({ 'mail.next_at': 1 }).toArray();
      return found.map((row) => toRecord<SavedView>(row));
    },
    async advance(id, due, next) {
      const moved = await views.updateOne(
        { _id: id, 'mail.next_at': due },
        { $set: { 'mail.next_at': next } },
      );
      return moved.matchedCount === 1;
    },
    async begin(id, run) {
      const begun = await views.updateOne(
        { _id: id, mail: { $exists: true }, 'mail.begun': { $ne: run } },
        { $set: { 'mail.begun': run } },
      );
      return begun.matchedCount === 1;
    },
    async endRun(id, { next_at, stopped, begun, ...mail }) {
      const { last, failed_runs, refused, set_at } = mail;
      await views.updateOne(
        { _id: id, 'mail.set_at': set_at },
        {
          $set: {
            ...{ 'mail.last': last, 'mail.failed_runs': failed_runs, 'mail.refused': refused },
            ...(stopped !== undefined && { 'mail.stopped': stopped }),
          },
          // Another process may have moved it to its next run meanwhile.
          $unset: {
            ...(next_at === undefined && { 'mail.next_at': '' as const }),
            ...(begun === undefined && { 'mail.begun': '' as const }),
          },
        },
      );
    },
    async removeAll(owner) {
      await views.deleteMany({ owner });
    },
    remove: async (owner, id) => (await views.deleteOne({ _id: id, owner })).deletedCount === 1,
  };
}
