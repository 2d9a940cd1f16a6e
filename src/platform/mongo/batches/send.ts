import { mongo } from 'mongoose';
import { OutageError } from '../../../app/outage.js';
import { isDriverOutage, isDeadlock } from '../../process/outage.js';
import { inOneBatch } from '../first-batch.js';
import type { PlainCollection } from '../plain-collection.js';
import { inOrder } from './in-order.js';
import { matched, withMark } from './marks.js';

type Settled<T> = PromiseSettledResult<T>;
type Ops<Op> = readonly [Op, ...Op[]];

const fulfilled = <T>(value: T): Settled<T> => ({ status: 'fulfilled', value });
const rejected = (reason: unknown): Settled<never> => ({ status: 'rejected', reason });

/** A document to insert. */
export type Insert = Readonly<Record<string, unknown>>;

/** A conditional update of one record. */
export interface Update {
  readonly filter: { readonly _id: string };
  readonly update: object;
}

/** An update, or one by which somebody takes the record. `isOurs`: whether it is the newest take of this document. */
export interface Write<Row> extends Update {
  readonly isOurs?: (row: Row) => boolean;
}

/** Of an update: whether it matched. Of a take: the taken document, or null. */
export type Written<Row> = boolean | Row | null;

/** The documents become one `insert`. */
export async function sendInserts(
  collection: PlainCollection<unknown>,
  documents: Ops<Insert>,
  bulkFrom: number,
): Promise<readonly Settled<true>[]> {
  const alone = async (document: Insert): Promise<true> => {
    await collection.insertOne(document);
    return true;
  };
  if (documents.length < bulkFrom) return Promise.allSettled(documents.map(alone));
  try {
    await collection.insertMany(documents, { ordered: false });
    return documents.map(() => fulfilled(true as const));
  } catch (error) {
    const faults = faultsOf(error);
    if (!faults) return afterFailure(error, documents, alone);
    const again = await afterDeadlocks(faults, documents, alone);
    return documents.map((_, at) =>
      faults.has(at) ? (again.get(at) ?? rejected(faults.get(at))) : fulfilled(true as const),
    );
  }
}

interface WriteParts<Row> {
  readonly newMark: () => string;
  readonly bulkFrom: number;
  /** Reads a taken document. */
  readonly read: (id: string) => Promise<Row | null>;
}

/**
 * The updates and takes become one `update`. A taken document is read afterwards, with others that are read then, and
 * holds up nothing, unless some did not match: the result of a take is a promise of it.
 */
export async function sendWrites<Row extends { readonly _id: string }>(
  collection: PlainCollection<Row & { readonly marks?: readonly string[] }>,
  writes: Ops<Write<Row>>,
  { newMark, bulkFrom, read }: WriteParts<Row>,
): Promise<readonly Settled<Written<Row> | Promise<Written<Row>>>[]> {
  const alone = async ({ filter, update, isOurs }: Write<Row>): Promise<Written<Row>> =>
    isOurs
      ? collection.findOneAndUpdate(filter, update, { returnDocument: 'after' })
      : (await collection.updateOne(filter, withMark(update, newMark()))).matchedCount === 1;
  if (writes.length < bulkFrom) return Promise.allSettled(writes.map(alone));
  const marked = writes.map((one) => (one.isOurs ? one : marking(one, newMark())));
  const sent = await sendAll(collection, marked);
  if (sent.outcome === 'failed') return afterFailure(sent.error, writes, alone);
  const { faults, matchedCount } = sent;
  const allMatched = faults.size + matchedCount === writes.length;
  const marks = allMatched ? undefined : await marksOf(collection, marked);
  const again = await afterDeadlocks(faults, writes, alone);
  const ends = marked.map((one, at) => {
    if (faults.has(at)) return undefined;
    if (!('mark' in one)) return matchedCount === 0 ? null : takenBy(one, read);
    return marks === undefined || matched(one.mark, marks.get(one.filter._id));
  });
  const isSeen = allMatched || (await seen(ends)) >= matchedCount;
  return ends.map((end, at) => {
    if (end === undefined) return again.get(at) ?? rejected(faults.get(at));
    const isOpen = end === 'unknown' || (end === false && !isSeen);
    return isOpen ? rejected(nobodyKnows()) : fulfilled(end);
  });
}

/**
 * How many of a batch are seen to have matched. Fewer than the server said: after a change of the primary, a read may
 * not show yet what a majority has, so what is not seen proves nothing.
 */
async function seen(ends: readonly unknown[]): Promise<number> {
  const known = await Promise.allSettled(ends);
  return known.filter((end) => end.status === 'fulfilled' && isMatch(end.value)).length;
}

const isMatch = (end: unknown): boolean => end === true || (typeof end === 'object' && end !== null);

const marking = ({ filter, update }: Update, mark: string) => ({
  filter,
  update: withMark(update, mark),
  mark,
});

/** The marks in the records of the updates that left some. */
async function marksOf(
  collection: PlainCollection<{ readonly _id: string; readonly marks?: readonly string[] }>,
  writes: readonly Update[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = writes.flatMap((one) => ('mark' in one ? [one.filter._id] : []));
  if (ids.length === 0) return new Map();
  const found = await collection.find({ _id: { $in: ids } }, { projection: { marks: 1 } }).toArray();
  return new Map(found.map((row) => [row._id, row.marks ?? []]));
}

async function takenBy<Row>(
  { filter, isOurs }: Write<Row>,
  read: WriteParts<Row>['read'],
): Promise<Row | null> {
  const row = await read(filter._id);
  return row !== null && isOurs?.(row) === true ? row : null;
}

/** The reads become one `find`. */
export async function sendReads<Row extends { readonly _id: string }>(
  collection: PlainCollection<Row>,
  ids: Ops<string>,
  options: { readonly projection: object } | undefined,
): Promise<readonly Settled<Row | null>[]> {
  const unique = [...new Set(ids)];
  const [only = ''] = unique;
  const found =
    unique.length === 1
      ? await collection.findOne({ _id: only }, options).then((row) => (row === null ? [] : [row]))
      : await collection.find({ _id: { $in: unique } }, { ...options, ...inOneBatch(unique) }).toArray();
  const rows = new Map(found.map((row) => [row._id, row]));
  return ids.map((id) => fulfilled(rows.get(id) ?? null));
}

/** The reads become one `find` of all their ids. */
export async function sendFinds<Row extends { readonly _id: string }>(
  collection: PlainCollection<Row>,
  lists: Ops<readonly string[]>,
): Promise<readonly Settled<readonly Row[]>[]> {
  const unique = [...new Set(lists.flat())];
  const found = await collection.find({ _id: { $in: unique } }, inOneBatch(unique)).toArray();
  const rows = new Map(found.map((row) => [row._id, row]));
  return lists.map((ids) => fulfilled(ids.flatMap((id) => rows.get(id) ?? [])));
}

type Sent =
  | { readonly outcome: 'sent'; readonly matchedCount: number; readonly faults: ReadonlyMap<number, unknown> }
  | { readonly outcome: 'failed'; readonly error: unknown };

async function sendAll(
  collection: Pick<PlainCollection<never>, 'bulkWrite'>,
  updates: readonly Update[],
): Promise<Sent> {
  const sorted = inOrder(
    updates.map((one, at) => ({ one, at })),
    ({ one }) => one.filter._id,
  );
  const steps = sorted.map(({ one: { filter, update } }) => ({ updateOne: { filter, update } }));
  try {
    const { matchedCount } = await collection.bulkWrite(steps, { ordered: false });
    return { outcome: 'sent', matchedCount, faults: new Map() };
  } catch (error) {
    const faults = faultsOf(error);
    if (!faults) return { outcome: 'failed', error };
    const { matchedCount } = error as mongo.MongoBulkWriteError;
    const own = new Map([...faults].map(([at, fault]) => [sorted[at]?.at ?? at, fault]));
    return { outcome: 'sent', matchedCount, faults: own };
  }
}

/**
 * The operations of a batch that failed alone, by their places. Undefined: the batch failed as a whole, or how much of
 * it is written on a majority is not known.
 */
function faultsOf(error: unknown): ReadonlyMap<number, unknown> | undefined {
  if (!(error instanceof mongo.MongoBulkWriteError)) return undefined;
  if (error.result.getWriteConcernError()) return undefined;
  const faults = [error.writeErrors].flat();
  if (faults.length === 0) return undefined;
  return new Map(
    faults.map(({ index, code, errmsg }) => {
      const message = errmsg ?? 'a write failed';
      return [index, new mongo.MongoServerError({ message, errmsg: message, code })];
    }),
  );
}

/**
 * A batch that failed as a whole. An outage leaves every operation open. After anything else (a deadlock, an operation
 * that the server can't read) nothing is written, and each operation is tried alone, so that none fails its neighbors.
 * The driver wraps every error of a batch, also that of a lost connection, in a MongoBulkWriteError, with its code and message.
 */
async function afterFailure<Op, T>(
  error: unknown,
  ops: Ops<Op>,
  alone: (op: Op) => Promise<T>,
): Promise<readonly Settled<T>[]> {
  const open = isUnconfirmed(error) || (isDriverOutage(error) && !isDeadlock(error));
  if (open) return ops.map(() => rejected(error));
  const settled: Settled<T>[] = [];
  for (const op of ops) settled.push(...(await Promise.allSettled([alone(op)])));
  return settled;
}

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof mongo.MongoBulkWriteError && error.result.getWriteConcernError() !== undefined;

/** Operations that lost a deadlock alone were undone. Each is tried once more, and its end stands at its place. */
async function afterDeadlocks<Op, T>(
  faults: ReadonlyMap<number, unknown>,
  ops: Ops<Op>,
  alone: (op: Op) => Promise<T>,
): Promise<ReadonlyMap<number, Settled<T>>> {
  const again = new Map<number, Settled<T>>();
  for (const [at, op] of ops.entries()) {
    if (!isDeadlock(faults.get(at))) continue;
    const [end] = await Promise.allSettled([alone(op)]);
    again.set(at, end);
  }
  return again;
}

const nobodyKnows = (): OutageError =>
  new OutageError(
    'MongoDB',
    new Error('the mark of an update is not seen, and nothing proves that there is none'),
  );
