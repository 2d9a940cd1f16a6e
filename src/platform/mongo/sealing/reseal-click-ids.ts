import type { Connection } from 'mongoose';
import type { DataKeys } from '../../secrets/data-keys.js';
import type { ToldCollection } from './click-ids.js';
import type { ResealedTexts } from './reseal-texts.js';
import { sealAgain } from './seal-again.js';

interface Row {
  readonly _id: string;
  readonly sealed: string;
  readonly sealed_by: string;
}

const BATCH = 500;

/**
 * Seals click ids of what is told under the newest key, after an id, in one batch. An update names what was read, so what
 * an erasure removes meanwhile does not come back. Undefined: there is no more.
 */
export async function resealClickIds(
  connection: Connection,
  keys: DataKeys,
  of: ToldCollection,
  after: string,
): Promise<ResealedTexts | undefined> {
  const collection = connection.collection<Row>(of);
  const rows = await collection
    .find(
      { _id: { $gt: after }, sealed_by: { $exists: true, $ne: keys.current } },
      { projection: { sealed: 1 }, limit: BATCH },
    )
    .sort({ _id: 1 })
    .toArray();
  const last = rows.at(-1)?._id;
  if (last === undefined) return undefined;
  const steps = rows.flatMap((row) => {
    const one = sealAgain(keys, row._id, row.sealed);
    return one ? [{ updateOne: one }] : [];
  });
  const done = steps.length === 0 ? 0 : (await collection.bulkWrite(steps, { ordered: false })).modifiedCount;
  return { last, seen: rows.length, sealed: done, unreadable: rows.length - steps.length };
}

/** How many records with click ids each key sealed. Reads all of them once. */
export async function countClickIds(
  connection: Connection,
  of: ToldCollection,
): Promise<readonly { readonly kid: string; readonly n: number }[]> {
  const groups = await connection
    .collection(of)
    .aggregate<{ _id: string; n: number }>([
      { $match: { sealed_by: { $exists: true } } },
      { $group: { _id: '$sealed_by', n: { $sum: 1 } } },
    ])
    .toArray();
  return groups.map(({ _id, n }) => ({ kid: _id, n }));
}
