import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../stores/duplicate-key.js';

/** Days that got entries since the reports counted them. */
export const REPORT_DAYS = 'report_days';

const MAX_TRIES = 5;

/**
 * Marks days whose entries were written. A process that writes an entry marks its day before it takes the entry off the
 * list of what is owed. So a kill between the two costs no mark: the next writer writes the entry again, and marks
 * the day.
 */
export async function markDays(connection: Connection, days: Iterable<string>): Promise<void> {
  const steps = [...new Set(days)].map((day) => ({
    updateOne: { filter: { _id: day }, update: { $inc: { n: 1 } }, upsert: true },
  }));
  for (let tries = 1; ; tries += 1) {
    try {
      await connection
        .collection<{ _id: string; n: number }>(REPORT_DAYS)
        .bulkWrite(steps, { ordered: false });
      return;
    } catch (error) {
      // Two writers marked a day for the first time at once.
      if (tries === MAX_TRIES || !isDuplicateKey(error)) throw error;
    }
  }
}
