import type { Connection } from 'mongoose';
import type { DataKeys } from '../../secrets/data-keys.js';
import { MESSAGE_COLLECTIONS, type MessageCollection } from './click-ids.js';
import type { SealedCollection } from './person.js';
import { sealAgain } from './seal-again.js';
import {
  countTexts,
  resealTexts,
  SEALED_TEXTS,
  type ResealedTexts,
  type SealedTexts,
} from './reseal-texts.js';

/** How far the records are sealed under the newest key. A run that was interrupted goes on from here. */
interface Progress {
  readonly _id: 'reseal';
  /** The key that it is about. */
  readonly to: string;
  readonly collection: ResealedCollection;
  /** Every record up to this id was looked at. */
  readonly after: string;
}

/** What is sealed: persons of records, texts beside them, and click ids of what is told. */
export type ResealedCollection = SealedCollection | SealedTexts | MessageCollection;

export interface Resealed {
  readonly collection: ResealedCollection;
  /** Records that were looked at, in this run. */
  readonly seen: number;
  /** Records that are sealed under the newest key now and were not before. */
  readonly sealed: number;
  /** Records whose key is not there. They stay as they are. */
  readonly unreadable: number;
}

interface Row {
  readonly _id: string;
  readonly sealed: string;
  readonly sealed_by: string;
}

const BATCH = 500;
const RECORDS: readonly SealedCollection[] = ['leads', 'searches', 'exchanges'];
const ORDER: readonly ResealedCollection[] = [...RECORDS, ...SEALED_TEXTS, ...MESSAGE_COLLECTIONS];

const isOfTexts = (name: ResealedCollection): name is SealedTexts =>
  (SEALED_TEXTS as readonly string[]).includes(name);

/**
 * Seals every record under the newest key that an older key sealed. It works beside all traffic: each update names what was
 * read, so a record that changed meanwhile keeps its change, and what an erasure removed does not come back. Yields after each
 * batch.
 */
export async function* reseal(connection: Connection, keys: DataKeys): AsyncGenerator<Resealed> {
  const meta = connection.collection<Progress>('meta');
  const stored = await meta.findOne({ _id: 'reseal' });
  const from = stored?.to === keys.current ? stored : undefined;
  const begun = Math.max(0, ORDER.indexOf(from?.collection ?? 'leads'));
  for (const collection of ORDER.slice(begun)) {
    let after = from?.collection === collection ? from.after : '';
    let told: Resealed = { collection, seen: 0, sealed: 0, unreadable: 0 };
    for (;;) {
      const one = await nextBatch(connection, collection, keys, after);
      if (!one) break;
      told = {
        collection,
        seen: told.seen + one.seen,
        sealed: told.sealed + one.sealed,
        unreadable: told.unreadable + one.unreadable,
      };
      after = one.last;
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

function nextBatch(
  connection: Connection,
  name: ResealedCollection,
  keys: DataKeys,
  after: string,
): Promise<ResealedTexts | undefined> {
  if (isOfTexts(name)) return resealTexts(connection, name, keys, after);
  return resealRecords(connection, name, keys, after);
}

/** Records and what is told of them. One whose person was removed has nothing sealed. */
async function resealRecords(
  connection: Connection,
  name: SealedCollection | MessageCollection,
  keys: DataKeys,
  after: string,
): Promise<ResealedTexts | undefined> {
  const collection = connection.collection<Row>(name);
  const rows = await collection
    .find(
      { _id: { $gt: after }, sealed_by: { $exists: true, $ne: keys.current } },
      { projection: { sealed: 1 }, limit: BATCH },
    )
    .sort({ _id: 1 })
    .toArray();
  const last = rows.at(-1)?._id;
  if (last === undefined) return undefined;
  const steps = rows.flatMap(({ _id, sealed }) => {
    const again = sealAgain(keys, _id, sealed);
    return again ? [{ updateOne: again }] : [];
  });
  const done = steps.length === 0 ? 0 : (await collection.bulkWrite(steps, { ordered: false })).modifiedCount;
  return { last, seen: rows.length, sealed: done, unreadable: rows.length - steps.length };
}

/** How many records each key sealed, by collection. Null: evidence in clear. Reads all collections once. */
export async function countKids(
  connection: Connection,
): Promise<
  readonly { readonly collection: ResealedCollection; readonly kid: string | null; readonly n: number }[]
> {
  const counted = [...RECORDS, ...MESSAGE_COLLECTIONS].map(async (collection) => {
    const groups = await connection
      .collection(collection)
      .aggregate<{ _id: string; n: number }>([
        { $match: { sealed_by: { $exists: true } } },
        { $group: { _id: '$sealed_by', n: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id, n }) => ({ collection, kid: _id, n }));
  });
  const texts = SEALED_TEXTS.map(async (collection) =>
    (await countTexts(connection, collection)).map((one) => ({ collection, ...one })),
  );
  return (await Promise.all([...counted, ...texts])).flat();
}
