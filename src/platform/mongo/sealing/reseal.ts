import type { Connection } from 'mongoose';
import type { DataKeys } from '../../secrets/data-keys.js';
import { NO_LONGER_CLEAR, SEALED, sealPerson, type SealedCollection, type SealedMembers } from './person.js';

/** How far the records are sealed under the newest key. A run that was interrupted goes on from here. */
interface Progress {
  readonly _id: 'reseal';
  /** The key that it is about. */
  readonly to: string;
  readonly collection: SealedCollection;
  /** Every record up to this id was looked at. */
  readonly after: string;
}

export interface Resealed {
  readonly collection: SealedCollection;
  /** Records that were looked at, in this run. */
  readonly seen: number;
  /** Records that are sealed under the newest key now and were not before. */
  readonly sealed: number;
  /** Records whose key is not there. They stay as they are. */
  readonly unreadable: number;
}

type Row = SealedMembers & { readonly _id: string; readonly round: number };

/** The driver's collection, loosely typed (see `PlainCollection`). */
interface Collection {
  find(filter: object, options: object): { sort(order: object): { toArray(): Promise<Row[]> } };
  bulkWrite(steps: readonly object[], options: object): Promise<{ readonly modifiedCount: number }>;
}
const collectionOf = (connection: Connection, name: SealedCollection): Collection =>
  connection.collection(name) as unknown as Collection;

/** Nobody has removed its person meanwhile. */
const THERE = { forgotten: { $exists: false } };
const BATCH = 500;
const COLLECTIONS: readonly SealedCollection[] = ['leads', 'searches'];

/**
 * Seals every record under the newest key: those that an older key sealed, and those that an earlier build stored in
 * clear. It works beside all traffic: each update names what was read, so a record that changed meanwhile keeps its
 * change. Yields after each batch.
 */
export async function* reseal(connection: Connection, keys: DataKeys): AsyncGenerator<Resealed> {
  const meta = connection.collection<Progress>('meta');
  const stored = await meta.findOne({ _id: 'reseal' });
  const from = stored?.to === keys.current ? stored : undefined;
  for (const collection of COLLECTIONS.slice(from ? COLLECTIONS.indexOf(from.collection) : 0)) {
    let after = from?.collection === collection ? from.after : '';
    let told: Resealed = { collection, seen: 0, sealed: 0, unreadable: 0 };
    for (;;) {
      const rows = await read(connection, collection, keys.current, after);
      const last = rows.at(-1);
      if (!last) break;
      const { sealed, unreadable } = await sealBatch(connection, collection, keys, rows);
      const { seen } = told;
      told = {
        collection,
        seen: seen + rows.length,
        sealed: told.sealed + sealed,
        unreadable: told.unreadable + unreadable,
      };
      after = last._id;
      await meta.updateOne(
        { _id: 'reseal' },
        { $set: { to: keys.current, collection, after } },
        { upsert: true },
      );
      yield told;
    }
  }
  await meta.deleteOne({ _id: 'reseal' });
}

/** The next records that the newest key does not seal. */
function read(
  connection: Connection,
  name: SealedCollection,
  current: string,
  after: string,
): Promise<Row[]> {
  const members = [...SEALED[name], 'round', 'sealed', 'sealed_by'];
  const projection: object = Object.fromEntries(members.map((member) => [member, 1]));
  return collectionOf(connection, name)
    .find({ _id: { $gt: after }, sealed_by: { $ne: current }, ...THERE }, { projection, limit: BATCH })
    .sort({ _id: 1 })
    .toArray();
}

async function sealBatch(
  connection: Connection,
  name: SealedCollection,
  keys: DataKeys,
  rows: readonly Row[],
): Promise<{ readonly sealed: number; readonly unreadable: number }> {
  const steps = rows.flatMap((row) => stepOf(keys, row) ?? []);
  const unreadable = rows.length - steps.length;
  if (steps.length === 0) return { sealed: 0, unreadable };
  const { modifiedCount } = await collectionOf(connection, name).bulkWrite(steps, { ordered: false });
  return { sealed: modifiedCount, unreadable };
}

/** The update of one record, on the condition that its person is still the same. Undefined: its key is not there. */
function stepOf(keys: DataKeys, { _id, round, sealed, sealed_by: _, ...clear }: Row): object | undefined {
  if (sealed === undefined)
    return {
      updateOne: {
        filter: { _id, round, sealed: { $exists: false }, ...THERE },
        update: { $set: sealPerson(keys, clear), $unset: NO_LONGER_CLEAR },
      },
    };
  const text = keys.open(sealed);
  if (text === undefined) return undefined;
  const update = { $set: { sealed: keys.seal(text), sealed_by: keys.current } };
  return { updateOne: { filter: { _id, sealed }, update } };
}

/** How many records each key sealed, by collection. Null: they are in clear. Reads both collections once. */
export async function countKids(
  connection: Connection,
): Promise<
  readonly { readonly collection: SealedCollection; readonly kid: string | null; readonly n: number }[]
> {
  const counted = COLLECTIONS.map(async (collection) => {
    const groups = await connection
      .collection(collection)
      .aggregate<{ _id: string | null; n: number }>([
        { $match: THERE },
        { $group: { _id: '$sealed_by', n: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id, n }) => ({ collection, kid: _id, n }));
  });
  return (await Promise.all(counted)).flat();
}
