import type { PlainCollection } from '../plain-collection.js';
import { createBatchQueue, type BatchLimits } from './batch-queue.js';
import { createMarks } from './marks.js';
import { roughBytes } from './rough-bytes.js';
import {
  sendInserts,
  sendReads,
  sendTakes,
  sendUpdates,
  type Insert,
  type Take,
  type Update,
} from './send.js';

/** How a collection makes batches. */
export interface BatchOptions extends BatchLimits {
  /** A batch of fewer operations is sent as commands for one record each: a bulk of one costs more than such a command. */
  readonly bulkFrom: number;
}

export const BATCH_OPTIONS: BatchOptions = { atOnce: 1, most: 64, mostBytes: 4 * 2 ** 20, bulkFrom: 2 };

interface Row {
  readonly _id: string;
  readonly marks?: readonly string[];
}

/**
 * The collection, whose commands on one record leave together with others of their kind (ADR 60): inserts, updates,
 * takes, and reads by id. Everything else passes through.
 */
export function batchedCollection(native: PlainCollection<Row>, options: BatchOptions): PlainCollection<Row> {
  const { mostBytes, bulkFrom } = options;
  const newMark = createMarks();
  const recordOf = ({ filter }: Update): string => filter._id;
  const bytesOf = (op: Insert | Update): number => roughBytes(op, mostBytes);
  const insert = createBatchQueue<Insert, true>(
    { recordOf: () => undefined, bytesOf, send: (documents) => sendInserts(native, documents, bulkFrom) },
    options,
  );
  const update = createBatchQueue<Update, boolean>(
    { recordOf, bytesOf, send: (updates) => sendUpdates(native, updates, newMark, bulkFrom) },
    options,
  );
  const take = createBatchQueue<Take<Row>, Row | null>(
    { recordOf, bytesOf, send: (takes) => sendTakes(native, takes, bulkFrom) },
    options,
  );
  const readers = new Map<string, (id: string) => Promise<Row | null>>();
  const readerOf = (shape: { readonly projection: object } | undefined) => {
    const name = JSON.stringify(shape?.projection);
    const known = readers.get(name);
    if (known) return known;
    const read = createBatchQueue<string, Row | null>(
      { recordOf: () => undefined, bytesOf: () => 0, send: (ids) => sendReads(native, ids, shape) },
      options,
    );
    readers.set(name, read);
    return read;
  };
  return {
    insertOne: (document) => insert(document as Insert),
    updateOne: async (filter, change) =>
      isOfOne(filter)
        ? { matchedCount: (await update({ filter, update: change })) ? 1 : 0 }
        : native.updateOne(filter, change),
    findOne: (filter, shape) => (isId(filter) ? readerOf(shape)(filter._id) : native.findOne(filter, shape)),
    findOneAndUpdate: (filter, change, how, isOurs) =>
      isOurs && isOfOne(filter)
        ? take({ filter, update: change, isOurs })
        : native.findOneAndUpdate(filter, change, how),
    insertMany: (documents, how) => native.insertMany(documents, how),
    find: (filter, shape) => native.find(filter, shape),
    aggregate: (steps, how) => native.aggregate(steps, how),
    deleteMany: (filter) => native.deleteMany(filter),
    updateMany: (filter, change) => native.updateMany(filter, change),
    bulkWrite: (steps, how) => native.bulkWrite(steps, how),
  };
}

const isOfOne = (filter: object): filter is { readonly _id: string } =>
  '_id' in filter && typeof filter._id === 'string';

/** A read by the id alone. Projections of such reads are few and constant. */
const isId = (filter: object): filter is { readonly _id: string } =>
  isOfOne(filter) && Object.keys(filter).length === 1;
