import type { Connection } from 'mongoose';
import type { AlertStore } from '../../../app/ports/alert-store.js';
import type { Alert } from '../../../core/alerts/alert.js';
import type { Mute } from '../../../core/alerts/mute.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

type Stored<T> = Omit<T, 'id'> & { readonly _id: string };

const withId = <T extends { readonly id: string }>({ _id, ...rest }: Stored<T>): T =>
  ({ id: _id, ...rest }) as unknown as T;
const withoutId = <T extends { readonly id: string }>({ id, ...rest }: T): Stored<T> => ({
  _id: id,
  ...rest,
});

/** More than ever fire at once; a bound all the same. */
const MAX_OPEN = 5_000;

export function createAlertStore(connection: Connection): AlertStore {
  const alerts = connection.collection<Stored<Alert>>('alerts');
  const mutes = connection.collection<Stored<Mute>>('alert_mutes');
  return {
    async open() {
      const isOpen = { $or: [{ state: 'firing' as const }, { told: { $exists: true } }] };
      return (await alerts.find(isOpen, { limit: MAX_OPEN }).toArray()).map(withId<Alert>);
    },
    async resolved(limit) {
      const found = await alerts.find({ state: 'resolved' }).sort({ resolved_at: -1 }).limit(limit).toArray();
      return found.map(withId<Alert>);
    },
    async write(alert) {
      const document = withoutId(alert);
      const { _id, version, fired_at } = document;
      const begins = version === 1;
      // Only a new beginning follows an end. A process that slept since an earlier one must not bring that one back.
      const before = begins
        ? { state: 'resolved' as const, told: { $exists: false }, fired_at: { $ne: fired_at } }
        : { version: version - 1, fired_at };
      try {
        const { matchedCount, upsertedCount } = await alerts.replaceOne({ _id, ...before }, document, {
          upsert: begins,
        });
        return matchedCount + upsertedCount > 0;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async forget(before) {
      await alerts.deleteMany({ state: 'resolved', resolved_at: { $lt: before }, told: { $exists: false } });
      await mutes.deleteMany({ until: { $lt: before } });
    },
    async addMute(mute) {
      await mutes.insertOne(withoutId(mute));
    },
    async mutes(now) {
      const found = await mutes
        .find({ until: { $gt: now } })
        .sort({ until: 1 })
        .toArray();
      return found.map(withId<Mute>);
    },
    async endMute(id, now) {
      const { matchedCount } = await mutes.updateOne(
        { _id: id, until: { $gt: now } },
        { $set: { until: now } },
      );
      return matchedCount > 0;
    },
  };
}
