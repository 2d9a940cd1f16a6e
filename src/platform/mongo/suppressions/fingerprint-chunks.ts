import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { FINGERPRINT_BYTES } from '../../../core/suppression/filter.js';
import { retryConflicts } from '../stores/retry-conflicts.js';

/** A chunk of the log of fingerprints (ADR 73). */
export interface StoredChunk {
  /** 1, 2, …, with gaps where chunks were joined or replaced. */
  readonly _id: number;
  readonly fingerprints: mongo.Binary;
  readonly count: number;
  /** Differs after each write, so that nobody removes a chunk that another has just joined. */
  readonly mark: string;
  /** When its youngest fingerprint was added. */
  readonly at: Date;
}

export type Chunks = mongo.Collection<StoredChunk>;

/** Each try fails only because another writer succeeded. */
const RETRIES = { tries: 200, most_ms: 100 };

/** A number is free only after the one below it was written, so nobody can see a gap that is filled later. */
export async function appendChunk(chunks: Chunks, fingerprints: Uint8Array, at: Date): Promise<void> {
  const chunk = {
    fingerprints: new mongo.Binary(fingerprints),
    count: fingerprints.length / FINGERPRINT_BYTES,
    at,
  };
  await retryConflicts(async () => {
    const last = (await lastNumber(chunks)) ?? 0;
    await chunks.insertOne({ _id: last + 1, ...chunk, mark: randomUUID() });
  }, RETRIES);
}

/** The number of the newest chunk. Undefined: the log is empty. */
export async function lastNumber(chunks: Chunks): Promise<number | undefined> {
  const [last] = await chunks
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return last?._id;
}

/** All fingerprints once, in one chunk. */
export function distinct(some: readonly Uint8Array[]): Buffer {
  const all = Buffer.concat(some);
  const numbers = new BigUint64Array(all.length / FINGERPRINT_BYTES);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = all.readBigUInt64BE(at * FINGERPRINT_BYTES);
  const once = [...new Set(numbers.sort())];
  const bytes = Buffer.alloc(once.length * FINGERPRINT_BYTES);
  once.forEach((number, at) => bytes.writeBigUInt64BE(number, at * FINGERPRINT_BYTES));
  return bytes;
}
