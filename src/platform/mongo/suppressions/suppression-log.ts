import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mongo, type Connection } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import { OutageError } from '../../../app/outage.js';
import { PRINT_BYTES } from '../../../core/suppression/filter.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

interface StoredPiece {
  /** 1, 2, …, with gaps where pieces were joined. */
  readonly _id: number;
  readonly prints: mongo.Binary;
  readonly count: number;
  /** Differs after each write, so that nobody removes a piece that another has just joined. */
  readonly mark: string;
}

/** Half a megabyte: a full piece is never joined again. */
const MAX_PRINTS = 65_536;
const PIECES_OF_A_PAGE = 16;
const MAX_TRIES = 50;

/** Fewer small pieces than this are not worth a join. */
const MIN_JOINED = 16;

/** The prints of the suppression list in MongoDB, for the filters of all processes (ADR 73). */
export function createSuppressionLog(connection: Connection): SuppressionLog {
  const pieces = connection.collection<StoredPiece>('suppression_log');

  /** A number is free only after the one below it was written, so nobody can see a gap that is filled later. */
  async function appendPiece(prints: Uint8Array): Promise<void> {
    const piece = { prints: new mongo.Binary(prints), count: prints.length / PRINT_BYTES };
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const [last] = await pieces
        .find({}, { projection: { _id: 1 } })
        .sort({ _id: -1 })
        .limit(1)
        .toArray();
      try {
        await pieces.insertOne({ _id: (last?._id ?? 0) + 1, ...piece, mark: randomUUID() });
        return;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await pause(Math.random() * 5 * tries);
      }
    }
    throw new OutageError('MongoDB', new Error('others append to the suppression log all the time'));
  }

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

  return {
    async append(prints) {
      const all = distinct(prints);
      for (let at = 0; at < all.length; at += MAX_PRINTS * PRINT_BYTES)
        await appendPiece(all.subarray(at, at + MAX_PRINTS * PRINT_BYTES));
    },
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
      const small = pieces.find({ count: { $lt: MAX_PRINTS / 2 } }).sort({ _id: 1 });
      let group: StoredPiece[] = [];
      let [count, gone] = [0, 0];
      for await (const piece of small) {
        if (count + piece.count > MAX_PRINTS) {
          gone += await joinGroup(group);
          [group, count] = [[], 0];
        }
        group.push(piece);
        count += piece.count;
      }
      return gone + (group.length < MIN_JOINED ? 0 : await joinGroup(group));
    },
  };
}

/** All prints once, in one piece. */
function distinct(some: readonly Uint8Array[]): Buffer {
  const all = Buffer.concat(some);
  const numbers = new BigUint64Array(all.length / PRINT_BYTES);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = all.readBigUInt64BE(at * PRINT_BYTES);
  const once = [...new Set(numbers.sort())];
  const bytes = Buffer.alloc(once.length * PRINT_BYTES);
  once.forEach((number, at) => bytes.writeBigUInt64BE(number, at * PRINT_BYTES));
  return bytes;
}
