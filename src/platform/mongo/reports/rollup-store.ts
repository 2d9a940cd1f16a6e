import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection, mongo } from 'mongoose';
import type { Progress, Rollup, RollupStore, RollupWrite } from '../../../app/ports/rollup-store.js';
import { dayId, moneyId, quarterId, stagesId } from '../../../core/reports/rollup-ids.js';
import type { Log } from '../../process/logger.js';
import { ANY_DATE } from '../stores/documents.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';
import { createMarks } from './rollup-marks.js';

/** `due`: since when a day must be counted again. */
interface Stored {
  readonly _id: string;
  readonly version: number;
  readonly due?: Date;
  /** Absent in an answer without cubes, and of a day that was never counted. */
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
          { projection: { version: 1, due: 1, ...projection }, batchSize: BATCH },
        )
        .toArray();
      return found
        .filter(({ due }) => !due)
        .map(toRollup)
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async byId(id) {
      const found = await rollups.findOne({ _id: id });
      return found ? toRollup(found) : undefined;
    },
    async write(rollup) {
      // In order: who counted a day without this quarter finds the day due again.
      const steps = [stepOf(rollup, log), ...(rollup.due ?? []).map(dueStep)];
      try {
        const result = await rollups.bulkWrite(steps, { ordered: true });
        return result.matchedCount + result.upsertedCount === steps.length;
      } catch (error) {
        // Another process stored it for the first time.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async dueDays() {
      const found = await rollups.find({ due: ANY_DATE }, { projection: { version: 1 } }).toArray();
      return found.map(({ _id, version }) => ({ id: _id, version }));
    },
    async setDue(days) {
      await rollups.bulkWrite(days.map(dueStep), { ordered: false });
    },
    async progress() {
      return progress.findOne({ _id: ROLLUPS }, { projection: { _id: 0 } });
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
        ...[moneyId, stagesId].map((id) => ({ $gte: id(day(from)), $lt: id(day(to)) })),
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

type Step = mongo.AnyBulkWriteOperation<Stored>;

const stepOf = ({ id, version, cubes }: RollupWrite, log?: Pick<Log, 'warn'>): Step => ({
  updateOne: {
    filter: { _id: id, version },
    update: {
      $set: { version: version + 1, cubes: packed(id, cubes, log) },
      $unset: { due: 1 },
    } as unknown as mongo.UpdateFilter<Stored>,
    // A version that is not there any more is a duplicate key, which is a lost race.
    upsert: version === 0,
  },
});

const dueStep = (day: string): Step => ({
  updateOne: {
    filter: { _id: day },
    update: { $inc: { version: 1 }, $set: { due: new Date() } },
    upsert: true,
  },
});
