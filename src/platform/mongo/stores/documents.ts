import { Schema, trusted } from 'mongoose';
import { collectionOf } from '../batches/batching.js';
import type { PlainCollection } from '../plain-collection.js';
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

/** Any moment: `$exists` of a date, as a range by which FerretDB uses a partial index (`earlierThan`). */
export const ANY_DATE = trusted({ $gte: new Date(0) });

/** Leads that an erasure marked, and whose person is still there. */
export const TO_BE_ERASED = {
  'forget.at': ANY_DATE,
  forgotten: { $exists: false },
  'forget.why': { $exists: false },
};

/** Leads whose person is there, and not about to be erased (`isPersonGone`). */
export const WITH_ITS_PERSON = {
  forgotten: { $exists: false },
  $nor: [TO_BE_ERASED],
  'decision.refusal.check': { $ne: 'erasure' },
};

/**
 * A moment before `date`. The range has a lower bound because FerretDB uses a partial index on "exists" only for a
 * range with a lower bound. For a bare `$lt` it reads the whole collection.
 */
export const earlierThan = (date: Date) => trusted({ $gte: new Date(0), $lt: date });

/**
 * The options of a read of so many documents at most, all in one answer, also beyond what a read asks for that names no
 * number (`first-batch.ts`).
 */
export const upTo = (limit: number) => ({ limit, batchSize: limit });

/** The collection behind a model, for the commands of every call (`plain-collection.ts`). */
export const plain = <Row>(model: { readonly collection: object }): PlainCollection<Row> =>
  collectionOf(model.collection) as PlainCollection<Row>;

/** The condition that a member has one of these values. */
export const oneOf = (values: readonly string[]): unknown =>
  values.length === 1 ? values[0] : trusted({ $in: [...values] });
