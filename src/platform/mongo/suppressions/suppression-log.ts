import { randomUUID } from 'node:crypto';
import { mongo, type Connection } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import { PRINT_BYTES, printOf } from '../../../core/suppression/filter.js';
import { appendPiece, distinct, lastNumber, type StoredPiece } from './print-pieces.js';

/** Half a megabyte: a full piece is never joined again. */
const MAX_PRINTS = 65_536;
const PIECES_OF_A_PAGE = 16;

/** Fewer small pieces than this are not worth a join. */
const MIN_JOINED = 16;

/** Prints that nobody needs any more are removed a day after they were added, at the earliest. */
const MAX_PAUSE_MS = 3_600_000;

/** The prints of the suppression list in MongoDB, for the filters of all processes (ADR 73). */
export function createSuppressionLog(connection: Connection, now = () => new Date()): SuppressionLog {
  const pieces = connection.collection<StoredPiece>('suppression_log');

  /** The last piece of the group gets all its prints before the others are removed. */
  async function joinGroup(group: readonly StoredPiece[]): Promise<number> {
    const last = group.at(-1);
    if (!last || group.length < 2) return 0;
    const prints = distinct(group.map(({ prints: some }) => some.buffer));
    const joined = await pieces.updateOne(
      { _id: last._id, mark: last.mark },
      { $set: { prints: new mongo.Binary(prints), count: prints.length / PRINT_BYTES, mark: randomUUID() } },
    );
    if (joined.matchedCount === 0) return 0;
    const removed = await pieces.bulkWrite(
      group.slice(0, -1).map(({ _id, mark }) => ({ deleteOne: { filter: { _id, mark } } })),
      { ordered: false },
    );
    return removed.deletedCount;
  }

  async function append(prints: readonly Uint8Array[]): Promise<void> {
    const all = distinct(prints);
    for (let at = 0; at < all.length; at += MAX_PRINTS * PRINT_BYTES)
      await appendPiece(pieces, all.subarray(at, at + MAX_PRINTS * PRINT_BYTES), now());
  }

  return {
    append,
    async after(number) {
      const found = await pieces
        .find({ _id: { $gt: number } }, { projection: { prints: 1 } })
        .sort({ _id: 1 })
        .limit(PIECES_OF_A_PAGE)
        .toArray();
      const last = found.at(-1)?._id;
      return last === undefined ? undefined : { last, pieces: found.map(({ prints }) => prints.buffer) };
    },
    async join() {
      await pieces.updateMany({ at: { $exists: false } }, { $set: { at: now() } });
      const small = pieces.find({ count: { $lt: MAX_PRINTS / 2 } }).sort({ _id: 1 });
      let group: StoredPiece[] = [];
      let [count, gone] = [0, 0];
      for await (const piece of small) {
        const isFull = count + piece.count > MAX_PRINTS;
        // Otherwise old prints would become as young as the youngest, again and again.
        const isOfAnotherDay = group[0] !== undefined && dayOf(group[0]) !== dayOf(piece);
        if (isFull || (isOfAnotherDay && group.length >= MIN_JOINED)) gone += await joinGroup(group);
        if (isFull || isOfAnotherDay) [group, count] = [[], 0];
        group.push(piece);
        count += piece.count;
      }
      return gone + (group.length < MIN_JOINED ? 0 : await joinGroup(group));
    },
    async oldest() {
      const [first] = await pieces
        .find({}, { projection: { at: 1 } })
        .sort({ _id: 1 })
        .limit(1)
        .toArray();
      return first?.at;
    },
    async replace(before, listed) {
      const last = await lastNumber(pieces);
      if (last === undefined) return 0;
      // Also for an empty list: a number that was given once is never given again, or its readers would miss it.
      await appendPiece(pieces, new Uint8Array(), now());
      for await (const prints of listed) await append(prints);
      return (await pieces.deleteMany({ _id: { $lte: last }, at: { $lt: before } })).deletedCount;
    },
  };
}

const dayOf = ({ at }: StoredPiece): string => at.toISOString().slice(0, 10);

/**
 * Stores the prints of keys, and then what has the keys: a filter may have too much, never too little. If this process
 * slept for so long that its prints may have been removed meanwhile, it does both again.
 */
export async function printsFirst(
  log: Pick<SuppressionLog, 'append'>,
  keys: readonly string[],
  store: () => Promise<unknown>,
  now = Date.now,
): Promise<void> {
  for (let began = -Infinity; now() - began > MAX_PAUSE_MS;) {
    began = now();
    await log.append(keys.map(printOf));
    await store();
  }
}
