import { randomUUID } from 'node:crypto';
import { mongo, type Connection } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import { FINGERPRINT_BYTES, fingerprintOf } from '../../../core/suppression/filter.js';
import { appendChunk, distinct, lastNumber, type StoredChunk } from './fingerprint-chunks.js';

/** Half a megabyte: a full chunk is never joined again. */
const MAX_FINGERPRINTS = 65_536;
const CHUNKS_OF_A_PAGE = 16;

/** Fewer small chunks than this are not worth a join. */
const MIN_JOINED = 16;

/** Fingerprints that nobody needs any more are removed a day after they were added, at the earliest. */
const MAX_PAUSE_MS = 3_600_000;

/** The fingerprints of the suppression list in MongoDB, for the filters of all processes (ADR 73). */
export function createSuppressionLog(connection: Connection, now = () => new Date()): SuppressionLog {
  const chunks = connection.collection<StoredChunk>('suppression_log');

  /** The last chunk of the group gets all its fingerprints before the others are removed. */
  async function joinGroup(group: readonly StoredChunk[]): Promise<number> {
    const last = group.at(-1);
    if (!last || group.length < 2) return 0;
    const fingerprints = distinct(group.map(({ fingerprints: some }) => some.buffer));
    const joined = await chunks.updateOne(
      { _id: last._id, mark: last.mark },
      {
        $set: {
          fingerprints: new mongo.Binary(fingerprints),
          count: fingerprints.length / FINGERPRINT_BYTES,
          mark: randomUUID(),
        },
      },
    );
    if (joined.matchedCount === 0) return 0;
    const removed = await chunks.bulkWrite(
      group.slice(0, -1).map(({ _id, mark }) => ({ deleteOne: { filter: { _id, mark } } })),
      { ordered: false },
    );
    return removed.deletedCount;
  }

  async function append(fingerprints: readonly Uint8Array[]): Promise<void> {
    const all = distinct(fingerprints);
    for (let at = 0; at < all.length; at += MAX_FINGERPRINTS * FINGERPRINT_BYTES)
      await appendChunk(chunks, all.subarray(at, at + MAX_FINGERPRINTS * FINGERPRINT_BYTES), now());
  }

  return {
    append,
    async after(number) {
      const found = await chunks
        .find({ _id: { $gt: number } }, { projection: { fingerprints: 1 } })
        .sort({ _id: 1 })
        .limit(CHUNKS_OF_A_PAGE)
        .toArray();
      const last = found.at(-1)?._id;
      return last === undefined
        ? undefined
        : { last, chunks: found.map(({ fingerprints }) => fingerprints.buffer) };
    },
    async join() {
      const small = chunks.find({ count: { $lt: MAX_FINGERPRINTS / 2 } }).sort({ _id: 1 });
      let group: StoredChunk[] = [];
      let [count, gone] = [0, 0];
      for await (const chunk of small) {
        const isFull = count + chunk.count > MAX_FINGERPRINTS;
        // Otherwise old fingerprints would become as young as the youngest, again and again.
        const isOfAnotherDay = group[0] !== undefined && dayOf(group[0]) !== dayOf(chunk);
        if (isFull || (isOfAnotherDay && group.length >= MIN_JOINED)) gone += await joinGroup(group);
        if (isFull || isOfAnotherDay) [group, count] = [[], 0];
        group.push(chunk);
        count += chunk.count;
      }
      return gone + (group.length < MIN_JOINED ? 0 : await joinGroup(group));
    },
    async oldest() {
      const [first] = await chunks
        .find({}, { projection: { at: 1 } })
        .sort({ _id: 1 })
        .limit(1)
        .toArray();
      return first?.at;
    },
    async replace(before, listed) {
      const last = await lastNumber(chunks);
      if (last === undefined) return 0;
      // Also for an empty list: a number that was given once is never given again, or its readers would miss it.
      await appendChunk(chunks, new Uint8Array(), now());
      for await (const fingerprints of listed) await append(fingerprints);
      return (await chunks.deleteMany({ _id: { $lte: last }, at: { $lt: before } })).deletedCount;
    },
  };
}

const dayOf = ({ at }: StoredChunk): string => at.toISOString().slice(0, 10);

/**
 * Stores the fingerprints of keys, and then what has the keys: a filter may have too much, never too little. If this process
 * slept for so long that its fingerprints may have been removed meanwhile, it does both again.
 */
export async function fingerprintsFirst(
  log: Pick<SuppressionLog, 'append'>,
  keys: readonly string[],
  store: () => Promise<unknown>,
  now = Date.now,
): Promise<void> {
  for (let began = -Infinity; now() - began > MAX_PAUSE_MS;) {
    began = now();
    await log.append(keys.map(fingerprintOf));
    await store();
  }
}
