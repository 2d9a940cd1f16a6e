import { Schema, trusted } from 'mongoose';
import { collectionOf } from '../batches/batching.js';
import { TIMELINE_LENGTH, type TimelineEntry } from '../../../core/lead/timeline.js';

/** A record as MongoDB stores it: the record's `id` is the document's `_id`. */
export type Stored<Row extends { readonly id: string }> = Omit<Row, 'id'> & { readonly _id: string };

export function toDocument<Row extends { readonly id: string }>({ id, ...rest }: Row): Stored<Row> {
  return { _id: id, ...rest };
}

/** Marks of batched updates (`batches/marks.ts`) are no part of a record. */
export function toRecord<Row extends { readonly id: string }>({
  _id,
  marks: _,
  ...rest
}: Stored<Row> & { readonly marks?: unknown }): Row {
  return { id: _id, ...rest } as unknown as Row;
}

export const toRecordOrNull = <Row extends { readonly id: string }>(found: Stored<Row> | null): Row | null =>
  found === null ? null : toRecord<Row>(found);

/**
 * A schema of plain documents. Every top-level member is named; a query or an update that names another one throws.
 * Our record types describe what lies inside. Nothing is defaulted, renamed or dropped on the way.
 */
export const documentSchema = (members: Readonly<Record<string, Member>>, collection: string) =>
  new Schema(members, {
    collection,
    versionKey: false,
    minimize: false,
    strict: 'throw',
    strictQuery: 'throw',
    autoIndex: false,
    autoCreate: false,
  });

export const MIXED = Schema.Types.Mixed;

/** The type of one top-level member. */
type Member =
  | typeof String
  | typeof Number
  | typeof Boolean
  | typeof Date
  | typeof MIXED
  | (typeof MIXED)[]
  | (typeof String)[];

/** The `$push` of timeline entries. A timeline keeps its newest entries. */
export const keepEntries = (entries: readonly TimelineEntry[]) => ({
  $each: [...entries],
  $slice: -TIMELINE_LENGTH,
});

/** The `due_at` part of an update. Null removes `due_at`, so that the sweeper's index holds only undecided records. */
export const dueAt = (at: Date | null): { set: object; unset: object } =>
  at === null ? { set: {}, unset: { $unset: { due_at: 1 } } } : { set: { due_at: at }, unset: {} };

/**
 * A moment before `date`. The range has a lower bound because FerretDB uses a partial index on "exists" only for a
 * range with a lower bound. For a bare `$lt` it reads the whole collection.
 */
export const earlierThan = (date: Date) => trusted({ $gte: new Date(0), $lt: date });

/**
 * The driver's own collection behind a model, or the same one with batches. The commands of every call use it. Our records are plain documents, so
 * Mongoose has nothing to cast, and its casting costs a worker as much as the driver's own work. The types are loose
 * on purpose: the driver's filter and document types over a record cost the compiler minutes and gigabytes.
 */
export interface PlainCollection<Row> {
  insertOne(document: object): Promise<unknown>;
  insertMany(documents: readonly object[], options: { readonly ordered: boolean }): Promise<unknown>;
  findOne(filter: object, options?: { readonly projection: object }): Promise<Row | null>;
  find(filter: object, options?: { readonly projection: object }): { toArray(): Promise<Row[]> };
  aggregate(steps: readonly object[], options?: { readonly session?: object }): AsyncIterable<Row>;
  findOneAndUpdate(
    filter: object,
    update: object,
    options: { returnDocument: 'after'; projection?: object },
    /** Whether a document is as this update left it. With it, the update may leave in a batch. */
    isOurs?: (row: Row) => boolean,
  ): Promise<Row | null>;
  updateOne(filter: object, update: object): Promise<{ readonly matchedCount: number }>;
  deleteMany(filter: object): Promise<unknown>;
  updateMany(filter: object, update: object): Promise<{ readonly modifiedCount: number }>;
  bulkWrite(
    steps: readonly object[],
    options: { readonly ordered: boolean },
  ): Promise<{ readonly matchedCount: number }>;
}

export const plain = <Row>(model: { readonly collection: object }): PlainCollection<Row> =>
  collectionOf(model.collection) as PlainCollection<Row>;
