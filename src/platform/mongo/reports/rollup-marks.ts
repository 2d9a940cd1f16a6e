import type { Connection } from 'mongoose';
import type { MarkedRecord, RollupStore } from '../../../app/ports/rollup-store.js';
import { NO_MOMENT } from '../../../core/reports/late-change.js';
import { ANY_DATE } from '../stores/documents.js';
import { REPORT_DAYS } from './mark-days.js';
import { compact } from '../../../core/catalogue/compact.js';

interface StoredDay {
  readonly _id: string;
  readonly n: number;
}

/** What changed since it was rolled up: records that are marked, and days. */
export function createMarks(
  connection: Connection,
): Pick<RollupStore, 'marked' | 'clearMarks' | 'markedDays' | 'clearDays'> {
  const openDays = connection.collection<StoredDay>(REPORT_DAYS);
  const records = (name: 'leads' | 'searches') => connection.collection<{ readonly _id: string }>(name);
  return {
    async marked(limit) {
      const of = async (name: 'leads' | 'searches', at: string): Promise<MarkedRecord[]> => {
        const found = await records(name)
          .find({ unrolled: ANY_DATE }, { projection: { ...AS_READ, unrolled: 1, [at]: 1 }, limit })
          .toArray();
        return found.map((one) => toMarked(one, name, at));
      };
      const [leads, searches] = await Promise.all([of('leads', 'received_at'), of('searches', 'created_at')]);
      return [...leads, ...searches];
    },
    async clearMarks(cleared) {
      for (const name of ['leads', 'searches'] as const) {
        const mine = cleared.filter(({ of }) => of === name);
        if (mine.length === 0) continue;
        await records(name).bulkWrite(
          mine.map(({ id, as_read }) => ({
            updateOne: { filter: { _id: id, ...as_read }, update: { $unset: { unrolled: 1 } } },
          })),
          { ordered: false },
        );
      }
    },
    async markedDays() {
      return (await openDays.find({}, { batchSize: 20_000 }).toArray()).map(({ _id, n }) => ({
        day: _id,
        n,
      }));
    },
    async clearDays(days) {
      if (days.length === 0) return;
      await openDays.bulkWrite(
        days.map(({ day, n }) => ({ deleteOne: { filter: { _id: day, n } } })),
        { ordered: false },
      );
    },
  };
}

/** A count of marks would begin again with the next one, so a sweeper that slept looks at these too. Searches have no attempts. */
const AS_READ = { state: 1, submission: 1, run: 1, revision: 1, 'attempts.number': 1 };

interface FoundMarked {
  readonly _id: string;
  readonly unrolled: readonly Date[];
  readonly state: string;
  readonly submission?: number;
  readonly run?: number;
  readonly revision?: number;
  readonly attempts?: readonly object[];
}

function toMarked(found: object, of: 'leads' | 'searches', at: string): MarkedRecord {
  const { _id, unrolled, state, submission, run, revision, attempts, ...rest } = found as FoundMarked;
  const own = (rest as Readonly<Record<string, Date | undefined>>)[at];
  const as_read = {
    ...{ unrolled: { $size: unrolled.length }, state, ...compact({ submission, run }) },
    revision: revision ?? { $exists: false },
    ...(attempts && { attempts: { $size: attempts.length } }),
  };
  return {
    ...{ id: _id, of, as_read },
    open: of === 'searches' && state !== 'done',
    moments: [...unrolled, ...(own ? [own] : [])].filter((moment) => moment > NO_MOMENT),
  };
}
