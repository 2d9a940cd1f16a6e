import { mongo } from 'mongoose';
import { OutageError } from '../../../app/outage.js';
import { isDriverOutage, isDeadlock } from '../../process/outage.js';
import type { PlainCollection } from '../plain-collection.js';
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

/** A conditional update of one record by which somebody takes it. `isOurs`: whether it is the newest take of this document. */
export interface Take<Row> extends Update {
  readonly isOurs: (row: Row) => boolean;
}

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
    if (faults)
      return documents.map((_, at) => (faults.has(at) ? rejected(faults.get(at)) : fulfilled(true as const)));
    return afterFailure(error, documents, alone);
  }
}

/** The updates become one `update`. Each result says whether the update matched. */
export async function sendUpdates(
  collection: PlainCollection<{ readonly _id: string; readonly marks?: readonly string[] }>,
  updates: Ops<Update>,
  newMark: () => string,
  bulkFrom: number,
): Promise<readonly Settled<boolean>[]> {
  const alone = async ({ filter, update }: Update): Promise<boolean> =>
    (await collection.updateOne(filter, withMark(update, newMark()))).matchedCount === 1;
  if (updates.length < bulkFrom) return Promise.allSettled(updates.map(alone));
  const marked = updates.map((one) => ({ ...one, mark: newMark() }));
  const sent = await sendAll(
    collection,
    marked.map(({ filter, update, mark }) => ({ filter, update: withMark(update, mark) })),
  );
  if (sent.outcome === 'failed') return afterFailure(sent.error, updates, alone);
  const { faults, matchedCount } = sent;
  if (faults.size + matchedCount === updates.length)
    return updates.map((_, at) => (faults.has(at) ? rejected(faults.get(at)) : fulfilled(true)));
  const ids = updates.map(({ filter }) => filter._id);
  const found = await collection.find({ _id: { $in: ids } }, { projection: { marks: 1 } }).toArray();
  const marks = new Map(found.map((row) => [row._id, row.marks ?? []]));
  return marked.map(({ filter, mark }, at) => {
    if (faults.has(at)) return rejected(faults.get(at));
    const did = matched(mark, marks.get(filter._id));
    return did === 'unknown' ? rejected(nobodyKnows()) : fulfilled(did);
  });
}

/** The takes become one `update` and one `find`. Each result is the taken document, or null. */
export async function sendTakes<Row extends { readonly _id: string }>(
  collection: PlainCollection<Row>,
  takes: Ops<Take<Row>>,
  bulkFrom: number,
): Promise<readonly Settled<Row | null>[]> {
  const alone = ({ filter, update }: Update): Promise<Row | null> =>
    collection.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  if (takes.length < bulkFrom) return Promise.allSettled(takes.map(alone));
  const sent = await sendAll(collection, takes);
  if (sent.outcome === 'failed') return afterFailure(sent.error, takes, alone);
  const ids = takes.map(({ filter }) => filter._id);
  const found = sent.matchedCount === 0 ? [] : await collection.find({ _id: { $in: ids } }).toArray();
  const rows = new Map(found.map((row) => [row._id, row]));
  return takes.map(({ filter, isOurs }, at) => {
    if (sent.faults.has(at)) return rejected(sent.faults.get(at));
    const row = rows.get(filter._id);
    return fulfilled(row !== undefined && isOurs(row) ? row : null);
  });
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
      : await collection.find({ _id: { $in: unique } }, options).toArray();
  const rows = new Map(found.map((row) => [row._id, row]));
  return ids.map((id) => fulfilled(rows.get(id) ?? null));
}

/** The reads become one `find` of all their ids. */
export async function sendFinds<Row extends { readonly _id: string }>(
  collection: PlainCollection<Row>,
  lists: Ops<readonly string[]>,
): Promise<readonly Settled<readonly Row[]>[]> {
  const unique = [...new Set(lists.flat())];
  const found = await collection.find({ _id: { $in: unique } }).toArray();
  const rows = new Map(found.map((row) => [row._id, row]));
  return lists.map((ids) => fulfilled(ids.flatMap((id) => rows.get(id) ?? [])));
}

type Sent =
  | { readonly outcome: 'sent'; readonly matchedCount: number; readonly faults: ReadonlyMap<number, unknown> }
  | { readonly outcome: 'failed'; readonly error: unknown };

/** In the order of the records, so that on FerretDB two batches can't wait for each other. */
async function sendAll(
  collection: Pick<PlainCollection<never>, 'bulkWrite'>,
  updates: readonly Update[],
): Promise<Sent> {
  const sorted = updates
    .map((one, at) => ({ one, at }))
    .sort((a, b) => (a.one.filter._id < b.one.filter._id ? -1 : 1));
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
 */
async function afterFailure<Op, T>(
  error: unknown,
  ops: Ops<Op>,
  alone: (op: Op) => Promise<T>,
): Promise<readonly Settled<T>[]> {
  const open = error instanceof mongo.MongoBulkWriteError || (isDriverOutage(error) && !isDeadlock(error));
  if (open) return ops.map(() => rejected(error));
  const settled: Settled<T>[] = [];
  for (const op of ops) settled.push(...(await Promise.allSettled([alone(op)])));
  return settled;
}

const nobodyKnows = (): OutageError =>
  new OutageError('MongoDB', new Error('a record was written so often that the mark of an update is gone'));
