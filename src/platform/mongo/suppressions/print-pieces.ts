import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { OutageError } from '../../../app/outage.js';
import { PRINT_BYTES } from '../../../core/suppression/filter.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';

/** A piece of the log of prints (ADR 73). */
export interface StoredPiece {
  /** 1, 2, …, with gaps where pieces were joined or replaced. */
  readonly _id: number;
  readonly prints: mongo.Binary;
  readonly count: number;
  /** Differs after each write, so that nobody removes a piece that another has just joined. */
  readonly mark: string;
  /** When its youngest print was added. */
  readonly at: Date;
}

export type Pieces = mongo.Collection<StoredPiece>;

const MAX_TRIES = 50;

/** A number is free only after the one below it was written, so nobody can see a gap that is filled later. */
export async function appendPiece(pieces: Pieces, prints: Uint8Array, at: Date): Promise<void> {
  const piece = { prints: new mongo.Binary(prints), count: prints.length / PRINT_BYTES, at };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const last = (await lastNumber(pieces)) ?? 0;
    try {
      await pieces.insertOne({ _id: last + 1, ...piece, mark: randomUUID() });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await pause(Math.random() * 5 * tries);
    }
  }
  throw new OutageError('MongoDB', new Error('others append to the suppression log all the time'));
}

/** The number of the newest piece. Undefined: the log is empty. */
export async function lastNumber(pieces: Pieces): Promise<number | undefined> {
  const [last] = await pieces
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return last?._id;
}

/** All prints once, in one piece. */
export function distinct(some: readonly Uint8Array[]): Buffer {
  const all = Buffer.concat(some);
  const numbers = new BigUint64Array(all.length / PRINT_BYTES);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = all.readBigUInt64BE(at * PRINT_BYTES);
  const once = [...new Set(numbers.sort())];
  const bytes = Buffer.alloc(once.length * PRINT_BYTES);
  once.forEach((number, at) => bytes.writeBigUInt64BE(number, at * PRINT_BYTES));
  return bytes;
}
