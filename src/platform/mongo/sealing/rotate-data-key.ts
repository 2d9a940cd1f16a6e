import type { Connection } from 'mongoose';
import type { DataKeys } from '../../secrets/data-keys.js';

/**
 * Where each collection keeps its sealed text, in the order in which they are sealed again. Each document names its key in
 * `sealed_by`. What is missing here is never counted, and its key is forgotten while it is needed.
 */
export const SEALED_PATHS = {
  leads: 'sealed',
  searches: 'sealed',
  exchanges: 'sealed',
  consent_evidence: 'sealed',
  buyer_notices: 'content.sealed',
  verification_answers: 'sealed',
  lead_news: 'sealed',
  webhook_messages: 'sealed',
  secrets: 'sealed',
} as const satisfies Readonly<Record<string, 'sealed' | 'content.sealed'>>;

export type ResealedCollection = keyof typeof SEALED_PATHS;
const ORDER = Object.keys(SEALED_PATHS) as readonly ResealedCollection[];

/** How far the records are sealed under the newest key. A run that was interrupted goes on from here. */
interface Progress {
  readonly _id: 'reseal';
  /** The key that it is about. */
  readonly to: string;
  readonly collection: ResealedCollection;
  /** Every record up to this id was looked at. */
  readonly after: string;
}

export interface Resealed {
  readonly collection: ResealedCollection;
  /** Records that another key sealed and that were looked at, in this run. */
  readonly seen: number;
  /** Those that are sealed under the newest key now. */
  readonly sealed: number;
  /** Those whose key is not there. They stay as they are. */
  readonly unreadable: number;
}

interface Row {
  readonly _id: string;
  readonly sealed?: string;
  readonly content?: { readonly sealed?: string };
}

const BATCH = 500;

/**
 * Seals every record under the newest key that an older key sealed. It works beside all traffic: each update names what was
 * read, so a record that changed meanwhile keeps its change, and what an erasure removed does not come back. Yields after each
 * batch.
 */
export async function* reseal(connection: Connection, keys: DataKeys): AsyncGenerator<Resealed> {
  const meta = connection.collection<Progress>('meta');
  const stored = await meta.findOne({ _id: 'reseal' });
  const from = stored?.to === keys.current ? stored : undefined;
  for (const collection of ORDER.slice(Math.max(0, ORDER.indexOf(from?.collection ?? 'leads')))) {
    let [seen, sealed, unreadable] = [0, 0, 0];
    for (let after = from?.collection === collection ? from.after : ''; ;) {
      const batch = await resealBatch(connection, collection, keys, after);
      if (!batch) break;
      [seen, sealed, unreadable] = [seen + batch.seen, sealed + batch.sealed, unreadable + batch.unreadable];
      after = batch.last;
      await meta.updateOne(
        { _id: 'reseal' },
        { $set: { to: keys.current, collection, after } },
        { upsert: true },
      );
      yield { collection, seen, sealed, unreadable };
    }
  }
  await meta.deleteOne({ _id: 'reseal' });
}

/** Undefined: there is no more. One whose person was removed has nothing sealed. */
async function resealBatch(
  connection: Connection,
  name: ResealedCollection,
  keys: DataKeys,
  after: string,
): Promise<(Omit<Resealed, 'collection'> & { readonly last: string }) | undefined> {
  const path = SEALED_PATHS[name];
  const collection = connection.collection<Row>(name);
  const rows = await collection
    .find(
      { _id: { $gt: after }, sealed_by: { $exists: true, $ne: keys.current } },
      { projection: { [path]: 1 }, limit: BATCH },
    )
    .sort({ _id: 1 })
    .toArray();
  const last = rows.at(-1)?._id;
  if (last === undefined) return undefined;
  const steps = rows.flatMap(({ _id, sealed = '', content = { sealed } }) => {
    const text = keys.open(content.sealed ?? '');
    if (text === undefined) return [];
    const update = { $set: { [path]: keys.seal(text), sealed_by: keys.current } };
    return [{ updateOne: { filter: { _id, [path]: content.sealed }, update } }];
  });
  const done = steps.length === 0 ? 0 : (await collection.bulkWrite(steps, { ordered: false })).modifiedCount;
  return { last, seen: rows.length, sealed: done, unreadable: rows.length - steps.length };
}

/** How many records each key sealed, by collection. Reads all collections once. */
export async function countKids(
  connection: Connection,
): Promise<readonly { readonly collection: ResealedCollection; readonly kid: string; readonly n: number }[]> {
  const counted = ORDER.map(async (collection) => {
    const groups = await connection
      .collection(collection)
      .aggregate<{ _id: string; n: number }>([
        { $match: { sealed_by: { $exists: true } } },
        { $group: { _id: '$sealed_by', n: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id, n }) => ({ collection, kid: _id, n }));
  });
  return (await Promise.all(counted)).flat();
}
