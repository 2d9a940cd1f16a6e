import { randomInt } from 'node:crypto';
import type { Connection } from 'mongoose';
import { retryConflicts } from '../stores/retry-conflicts.js';

/** Days that got entries since the reports counted them. */
export const REPORT_DAYS = 'report_days';

/** `randomInt` takes no more. */
const NUMBERS = 2 ** 48 - 1;

/**
 * Marks days whose entries were written. A process that writes an entry marks its day before it takes the entry off the
 * list of what is owed. So a kill between the two costs no mark: the next writer writes the entry again, and marks
 * the day.
 *
 * The number of a mark is random, so that a sweeper which slept takes off none but the one that it read. A count of the
 * writes would begin again with the next mark of the day.
 */
export async function markDays(connection: Connection, days: Iterable<string>): Promise<void> {
  const steps = [...new Set(days)].map((day) => ({
    updateOne: { filter: { _id: day }, update: { $set: { n: randomInt(NUMBERS) } }, upsert: true },
  }));
  // Two writers may mark a day for the first time at once.
  await retryConflicts(() =>
    connection.collection<{ _id: string; n: number }>(REPORT_DAYS).bulkWrite(steps, { ordered: false }),
  );
}
