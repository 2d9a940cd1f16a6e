import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection, mongo } from 'mongoose';
import type { Progress, Rollup, RollupStore, RollupWrite } from '../../../app/ports/rollup-store.js';
import { dayId, quarterId } from '../../../core/reports/rollup-ids.js';
import type { Log } from '../../process/logger.js';
import { ANY_DATE } from '../stores/documents.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';
import { createMarks } from './rollup-marks.js';

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

const BATCH = 20_000;

/** The collection of rollups, and the document in `meta` that says how far they are. */
const ROLLUPS = 'report_rollups';

/** What the cubes of a rollup may take. A document of MongoDB takes 16 MiB. */
const MAX_BYTES = 15 * 2 ** 20;

/** Keeps the rollups of reports in MongoDB. */
export function createRollupStore(connection: Connection, log?: Pick<Log, 'warn'>): RollupStore {
  const rollups = connection.collection<Stored>(ROLLUPS);
  const progress = connection.collection<Progress & { readonly _id: string }>('meta');
  return {
    ...createMarks(connection),
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
        const result = await rollups.bulkWrite(
          writes.map((write) => stepOf(write, log)),
          { ordered: false },
        );
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
          { due: ANY_DATE, _id: { $gte: first, $lte: last } },
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

/** The cubes as they are stored. Those of subids, whose values clients choose, are left out if they are too large. */
function packed(id: string, cubes: Rollup['cubes'], log?: Pick<Log, 'warn'>): Record<string, Buffer> {
  const all = Object.entries(cubes).map(([name, text]) => [name, shrink(text)] as const);
  const bytes = all.reduce((sum, [, { length }]) => sum + length, 0);
  if (bytes <= MAX_BYTES) return Object.fromEntries(all);
  log?.warn({ rollup: id, bytes }, 'counts by subid are too large, reports go without them');
  return Object.fromEntries(all.filter(([name]) => name !== 'subid'));
}

function stepOf(
  { id, version, cubes, due }: RollupWrite,
  log?: Pick<Log, 'warn'>,
): mongo.AnyBulkWriteOperation<Stored> {
  return {
    updateOne: {
      filter: { _id: id, version },
      update: {
        $set: {
          ...{ version: version + 1, cubes: packed(id, cubes, log) },
          ...(due ? { due: new Date(), due_zones: due } : {}),
        },
      } as unknown as mongo.UpdateFilter<Stored>,
      // A version that is not there any more is a duplicate key, which is a lost race.
      upsert: version === 0,
    },
  };
}
