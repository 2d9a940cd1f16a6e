import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { BooksHead } from '../../../app/ports/book-store.js';
import type { PeriodStore } from '../../../app/ports/period-store.js';
import type { PeriodNames } from '../../../core/money/names.js';
import { unlessTaken } from '../stores/duplicate-key.js';

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

type StoredHead = BooksHead & { readonly _id: 'books' };

/** Months in MongoDB: one document for each month that is closing or closed. */
export function createPeriodStore(connection: Connection): PeriodStore {
  const periods = connection.collection<StoredPeriod>('periods');
  const meta = connection.collection<StoredHead>('meta');
  const owed = (collection: string, path: string, before: Date): Promise<number> =>
    connection.collection(collection).countDocuments({ [path]: { $gte: new Date(0), $lt: before } });
  return {
    async fixFirstMonth(seen) {
      const { importing, importing_until, ...rest } = seen;
      const { first_month, first_month_fixed } = rest;
      const fixed = { first_month_fixed: randomUUID() };
      const { matchedCount } = await meta.updateOne(
        { _id: 'books', ...asSeen({ first_month, first_month_fixed, importing, importing_until }) },
        { $set: fixed, $unset: { importing: 1, importing_until: 1 } },
      );
      return matchedCount === 1 ? { ...rest, ...fixed } : undefined;
    },
    async beginEarlier({ id, first, until }, { first_month_fixed }) {
      const { matchedCount } = await meta.updateOne(
        { _id: 'books', ...asSeen({ first_month_fixed }) },
        {
          $min: { first_month: first },
          $set: { [`importing.${id}`]: until },
          $unset: { first_month_fixed: 1 },
        },
      );
      return matchedCount === 1;
    },
    async endEarlier(id) {
      await meta.updateOne({ _id: 'books' }, { $unset: { [`importing.${id}`]: 1 } });
    },
    async beginClosing(month, at, by) {
      await unlessTaken(periods.insertOne({ _id: month, state: 'closing', at, by }));
    },
    async giveUpClosing({ month, at }) {
      await periods.deleteOne({ _id: month, state: 'closing', at });
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
        owed('leads', 'unbooked.at', before),
        owed('owed_adjustments', 'at', before),
      ]);
      return { leads, adjustments };
    },
  };
}

/** Members that are still as they were read. */
const asSeen = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, value === undefined ? { $exists: false } : value]),
  );
