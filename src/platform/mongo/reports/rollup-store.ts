import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection, mongo } from 'mongoose';
import type {
  MarkedRecord,
  Progress,
  Rollup,
  RollupStore,
  RollupWrite,
} from '../../../app/ports/rollup-store.js';
import { dayId, quarterId } from '../../../core/reports/rollup-ids.js';
import { REPORT_DAYS } from './mark-days.js';
import { NO_MOMENT } from '../../../core/reports/late-change.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

/** `due` names the time since when the days of a quarter must be counted again. */
interface Stored {
  readonly _id: string;
  readonly version: number;
  readonly due?: Date;
  /** In which time zones. */
  readonly due_zones?: readonly string[];
  /** Absent in an answer without cubes. */
  readonly cubes?: Readonly<Record<string, mongo.Binary>>;
}
interface StoredDay {
  readonly _id: string;
  readonly n: number;
}

/** A range with a lower bound, because FerretDB uses a partial index only for such ranges. */
const SINCE_EVER = { $gte: new Date(0) };
const BATCH = 20_000;

/** The collection of rollups, and the document in `meta` that says how far they are. */
const ROLLUPS = 'report_rollups';

export function createRollupStore(connection: Connection): RollupStore {
  const rollups = connection.collection<Stored>(ROLLUPS);
  const openDays = connection.collection<StoredDay>(REPORT_DAYS);
  const progress = connection.collection<Progress & { readonly _id: string }>('meta');
  const marks = (name: 'leads' | 'searches') => connection.collection<{ readonly _id: string }>(name);
  return {
    async between(first, last, cubes) {
      const projection = Object.fromEntries(cubes.map((name) => [`cubes.${name}`, 1]));
      const found = await rollups
        .find(
          { _id: { $gte: first, $lte: last } },
          { projection: { version: 1, ...projection }, batchSize: BATCH },
        )
        .toArray();
      return found.map(toRollup).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async byIds(ids) {
      return (await rollups.find({ _id: { $in: [...ids] } }, { batchSize: BATCH }).toArray()).map(toRollup);
    },
    async write(writes) {
      if (writes.length === 0) return true;
      try {
        const result = await rollups.bulkWrite(writes.map(stepOf), { ordered: false });
        return result.matchedCount + result.upsertedCount === writes.length;
      } catch (error) {
        // Another process stored one of them for the first time.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async due(first, last, limit) {
      const found = await rollups
        .find(
          { due: SINCE_EVER, _id: { $gte: first, $lte: last } },
          { projection: { version: 1, due_zones: 1 }, limit },
        )
        .toArray();
      return found
        .map(({ _id, version, due_zones: zones = [] }) => ({ id: _id, version, zones }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async clearDue(quarters, zone) {
      if (quarters.length === 0) return;
      // In order: the last time zone takes the quarter off the list.
      await rollups.bulkWrite(
        quarters.flatMap(({ id, version }) => [
          { updateOne: { filter: { _id: id, version }, update: { $pull: { due_zones: zone } } } },
          {
            updateOne: {
              filter: { _id: id, version, due_zones: { $size: 0 } },
              update: { $unset: { due: 1, due_zones: 1 } },
            },
          },
        ]),
        { ordered: true },
      );
    },
    async allDue(zones) {
      await rollups.updateMany(
        { _id: { $gte: quarterId(new Date(0)), $lt: 'quarter|~' } },
        { $set: { due: new Date(), due_zones: [...zones] } },
      );
    },
    async marked(limit) {
      const of = async (name: 'leads' | 'searches', at: string): Promise<MarkedRecord[]> => {
        const found = await marks(name)
          .find({ unrolled: SINCE_EVER }, { projection: { ...AS_READ, unrolled: 1, [at]: 1 }, limit })
          .toArray();
        return found.map((one) => toMarked(one, name, at));
      };
      const [leads, searches] = await Promise.all([of('leads', 'received_at'), of('searches', 'created_at')]);
      return [...leads, ...searches];
    },
    async clearMarks(records) {
      for (const name of ['leads', 'searches'] as const) {
        const mine = records.filter(({ of }) => of === name);
        if (mine.length === 0) continue;
        await marks(name).bulkWrite(
          mine.map(({ id, as_read }) => ({
            updateOne: { filter: { _id: id, ...as_read }, update: { $unset: { unrolled: 1 } } },
          })),
          { ordered: false },
        );
      }
    },
    async markedDays() {
      return (await openDays.find({}, { batchSize: BATCH }).toArray()).map(({ _id, n }) => ({ day: _id, n }));
    },
    async clearDays(days) {
      if (days.length === 0) return;
      await openDays.bulkWrite(
        days.map(({ day, n }) => ({ deleteOne: { filter: { _id: day, n } } })),
        { ordered: false },
      );
    },
    async progress() {
      const found = await progress.findOne({ _id: ROLLUPS });
      if (!found) return null;
      const { _id: _, ...rest } = found;
      return rest;
    },
    async saveProgress(reached) {
      await progress.updateOne({ _id: ROLLUPS }, { $set: reached }, { upsert: true });
    },
    async hasAnyBefore(at) {
      const before = { $gte: new Date(0), $lt: at };
      const one = { projection: { _id: 1 } };
      return (
        (await connection.collection('leads').findOne({ received_at: before }, one)) !== null ||
        (await connection.collection('searches').findOne({ created_at: before }, one)) !== null
      );
    },
    async forgetSubids({ from, to }, zones) {
      const day = (at: Date): string => at.toISOString().slice(0, 10);
      const ranges = [
        { $gte: quarterId(from), $lt: quarterId(to) },
        { $gte: `money|${day(from)}`, $lt: `money|${day(to)}` },
        ...zones.map((zone) => ({ $gte: dayId(zone, day(from)), $lt: dayId(zone, day(to)) })),
      ];
      for (const range of ranges)
        await rollups.updateMany(
          { _id: range, 'cubes.subid': { $exists: true } },
          { $unset: { 'cubes.subid': 1 } },
        );
    },
  };
}

/** Packed facts repeat ids and names, and shrink to a tenth. */
const shrink = (text: string): Buffer => deflateRawSync(text);

const toRollup = ({ _id, version, cubes }: Stored): Rollup => ({
  id: _id,
  version,
  cubes: Object.fromEntries(
    Object.entries(cubes ?? {}).map(([name, packed]) => [name, inflateRawSync(packed.buffer).toString()]),
  ),
});

function stepOf({ id, version, cubes, due }: RollupWrite): mongo.AnyBulkWriteOperation<Stored> {
  const packed = Object.fromEntries(Object.entries(cubes).map(([name, text]) => [name, shrink(text)]));
  return {
    updateOne: {
      filter: { _id: id, version },
      update: {
        $set: { version: version + 1, cubes: packed, ...(due ? { due: new Date(), due_zones: due } : {}) },
      } as unknown as mongo.UpdateFilter<Stored>,
      // A version that is not there any more is a duplicate key, which is a lost race.
      upsert: version === 0,
    },
  };
}

/** A count of marks would begin again with the next one, so a sweeper that slept looks at these too. Searches have no attempts. */
const AS_READ = { state: 1, round: 1, revision: 1, 'attempts.n': 1 };

interface FoundMarked {
  readonly _id: string;
  readonly unrolled: readonly Date[];
  readonly state: string;
  readonly round: number;
  readonly revision?: number;
  readonly attempts?: readonly object[];
}

function toMarked(found: object, of: 'leads' | 'searches', at: string): MarkedRecord {
  const { _id, unrolled, state, round, revision, attempts, ...rest } = found as FoundMarked;
  const own = (rest as Readonly<Record<string, Date | undefined>>)[at];
  const as_read = {
    ...{ unrolled: { $size: unrolled.length }, state, round },
    revision: revision ?? { $exists: false },
    ...(attempts && { attempts: { $size: attempts.length } }),
  };
  return {
    ...{ id: _id, of, as_read },
    open: of === 'searches' && state !== 'done',
    moments: [...unrolled, ...(own ? [own] : [])].filter((moment) => moment > NO_MOMENT),
  };
}
