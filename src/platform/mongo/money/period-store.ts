import type { Connection } from 'mongoose';
import type { PeriodStore } from '../../../app/ports/period-store.js';
import type { PeriodNames } from '../../../core/money/period-names.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import { owing } from '../stores/pending-effects.js';

/**
 * A month that is closing or closed. The names are JSON text: they are only ever read whole, and names of programs may
 * contain characters that field names must not (`.`, `$`).
 */
interface StoredPeriod {
  readonly _id: string;
  readonly state: 'closing' | 'closed';
  readonly at: Date;
  readonly by: string;
  readonly names?: string;
}

/** Months in MongoDB: one document for each month that is closing or closed. */
export function createPeriodStore(connection: Connection): PeriodStore {
  const periods = connection.collection<StoredPeriod>('periods');
  return {
    async beginClosing(month, at, by) {
      await unlessTaken(periods.insertOne({ _id: month, state: 'closing', at, by }));
    },
    async endClosing(month, names) {
      const { matchedCount } = await periods.updateOne(
        { _id: month, state: 'closing' },
        { $set: { state: 'closed', names: JSON.stringify(names) } },
      );
      return matchedCount === 1;
    },
    async names(month) {
      const found = await periods.findOne({ _id: month, state: 'closed' });
      return found?.names === undefined ? null : (JSON.parse(found.names) as PeriodNames);
    },
    async owing(before) {
      const [leads, adjustments] = await Promise.all([
        connection.collection('leads').countDocuments(owing('entry', before)),
        connection.collection('pending_adjustments').countDocuments({ at: { $lt: before } }),
      ]);
      return { leads, adjustments };
    },
  };
}
