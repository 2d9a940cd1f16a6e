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
      const { _id, version } = document;
      try {
        const { matchedCount, upsertedCount } = await alerts.replaceOne(
          { _id, $or: [{ version: version - 1 }, { state: 'resolved', told: { $exists: false } }] },
          document,
          { upsert: true },
        );
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
