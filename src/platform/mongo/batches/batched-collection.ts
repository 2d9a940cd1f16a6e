import type { PlainCollection } from '../plain-collection.js';
import { createBatchQueue, type BatchLimits } from './batch-queue.js';
import { inOrder } from './in-order.js';
import { createMarks } from './marks.js';
import { roughBytes } from './rough-bytes.js';
import {
  sendFinds,
  sendInserts,
  sendReads,
  sendWrites,
  type Insert,
  type Update,
  type Write,
  type Written,
} from './send.js';
import { sendInsertLists, sendLists, type Documents, type StepList } from './send-lists.js';

/** How a collection makes batches. */
export interface BatchOptions extends BatchLimits {
  /** A batch of fewer operations is sent as commands for one record each: a bulk of one costs more than such a command. */
  readonly bulkFrom: number;
}

export const BATCH_OPTIONS: BatchOptions = {
  ...{ atOnce: 1, most: 64, bulkFrom: 2, mostBytes: 4 * 2 ** 20 },
};

interface Row {
  readonly _id: string;
  readonly marks?: readonly string[];
}

/**
 * The collection, whose commands on one record leave together with others of their kind (ADR 60): inserts, also of
 * several documents, updates with takes, ordered lists of updates, and reads by ids, also of one element of a list.
 * Everything else passes through.
 */
export function batchedCollection(native: PlainCollection<Row>, options: BatchOptions): PlainCollection<Row> {
  const { mostBytes, bulkFrom } = options;
  const newMark = createMarks();
  const recordsOf = ({ filter }: Update): readonly string[] => [filter._id];
  const none = (): readonly string[] => [];
  const bytesOf = (op: object): number => roughBytes(op, mostBytes);
  const insert = createBatchQueue<Insert, true>(
    { recordsOf: none, bytesOf, send: (documents) => sendInserts(native, documents, bulkFrom) },
    options,
  );
  const insertSome = createBatchQueue<Documents, true>(
    {
      recordsOf: (documents) => documents.map(({ _id }) => _id),
      bytesOf,
      send: (lists) => sendInsertLists(native, lists, bulkFrom),
    },
    options,
  );
  const parts = { newMark, bulkFrom, read: (id: string) => readerOf(undefined)(id) };
  const write = createBatchQueue<Write<Row>, Written<Row>>(
    { recordsOf, bytesOf, send: (writes) => sendWrites(native, writes, parts) },
    options,
  );
  const list = createBatchQueue<StepList, { readonly matchedCount: number }>(
    {
      recordsOf: (steps) => [...new Set(steps.map(({ updateOne }) => updateOne.filter._id))],
      bytesOf,
      send: (lists) => sendLists(native, lists),
    },
    options,
  );
  const found = createBatchQueue<readonly string[], readonly Row[]>(
    { recordsOf: none, bytesOf: () => 0, send: (lists) => sendFinds(native, lists) },
    options,
  );
  const readerOf = oneForEach((shape: { readonly projection: object } | undefined) =>
    createBatchQueue<string, Row | null>(
      { recordsOf: none, bytesOf: () => 0, send: (ids) => sendReads(native, ids, shape) },
      options,
    ),
  );
  return {
    insertOne: (document) => insert(document as Insert),
    updateOne: async (filter, change) =>
      isOfOne(filter)
        ? { matchedCount: (await write({ filter, update: change })) === true ? 1 : 0 }
        : native.updateOne(filter, change),
    findOne: (filter, shape) => (isId(filter) ? readerOf(shape)(filter._id) : native.findOne(filter, shape)),
    findOneAndUpdate: async (filter, change, how, isOurs) => {
      if (!isOurs || !isOfOne(filter)) return native.findOneAndUpdate(filter, change, how);
      const taken = await write({ filter, update: change, isOurs });
      return typeof taken === 'object' ? taken : null;
    },
    insertMany: (documents, how) =>
      how.ordered || !documents.every(isOfOne) ? native.insertMany(documents, how) : insertSome(documents),
    find: (filter, shape) =>
      isAmongIds(filter) && !shape
        ? { toArray: async () => [...(await found(filter._id.$in))] }
        : native.find(filter, shape),
    aggregate: (steps, how) => native.aggregate(steps, how),
    deleteMany: (filter) => native.deleteMany(filter),
    updateMany: (filter, change) => native.updateMany(filter, change),
    bulkWrite: (steps, how) =>
      how.ordered && isStepList(steps)
        ? list(steps)
        : native.bulkWrite(how.ordered ? steps : inOrder(steps, recordOf), how),
  };
}

/** Makes what it gives once for each shape. Shapes are few: those that the code names. */
function oneForEach<Shape, Made>(make: (shape: Shape) => Made): (shape: Shape) => Made {
  const made = new Map<string, Made>();
  return (shape) => {
    const name = JSON.stringify(shape);
    const known = made.get(name);
    if (known !== undefined) return known;
    const one = make(shape);
    made.set(name, one);
    return one;
  };
}

const isOfOne = (filter: object): filter is { readonly _id: string } =>
  '_id' in filter && typeof filter._id === 'string';

/** A read by the id alone. Projections of such reads are few, and constant but for the element that they name. */
const isId = (filter: object): filter is { readonly _id: string } =>
  isOfOne(filter) && Object.keys(filter).length === 1;

const isAmongIds = (filter: object): filter is { readonly _id: { readonly $in: readonly string[] } } =>
  '_id' in filter && Object.keys(filter).length === 1 && Object.keys(filter._id as object).join() === '$in';

/** The record of a step of a bulk; empty for what is no update of one record. */
const recordOf = (step: object): string => {
  const { updateOne } = step as { readonly updateOne?: { readonly filter: object } };
  return updateOne && isOfOne(updateOne.filter) ? updateOne.filter._id : '';
};

const isStepList = (steps: readonly object[]): steps is StepList =>
  steps.every((step) => recordOf(step) !== '');
