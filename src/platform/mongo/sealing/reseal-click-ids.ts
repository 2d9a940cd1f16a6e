import type { Connection } from 'mongoose';
import type { DataKeys } from '../../secrets/data-keys.js';
import { clickPaths, sealClickIds, type ToldCollection } from './click-ids.js';
import type { SealedMembers } from './person.js';
import type { ResealedTexts } from './reseal-texts.js';
import { sealAgain } from './seal-again.js';

type Row = SealedMembers & { readonly _id: string };

const BATCH = 500;

/** Records with click ids, sealed or in clear. */
const withClicks = (of: ToldCollection) =>
  [
    { sealed_by: { $exists: true } },
    ...clickPaths(of).map((path) => ({ [path]: { $exists: true } })),
  ] as const;

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
  const projection: object = Object.fromEntries(
    [...clickPaths(of), 'sealed', 'sealed_by'].map((path) => [path, 1]),
  );
  const rows = await collection
    .find(
      { _id: { $gt: after }, sealed_by: { $ne: keys.current }, $or: [...withClicks(of)] },
      { projection, limit: BATCH },
    )
    .sort({ _id: 1 })
    .toArray();
  const last = rows.at(-1)?._id;
  if (last === undefined) return undefined;
  const steps = rows.flatMap((row) => {
    const one = row.sealed === undefined ? sealClear(keys, of, row) : sealAgain(keys, row._id, row.sealed);
    return one ? [{ updateOne: one }] : [];
  });
  const done = steps.length === 0 ? 0 : (await collection.bulkWrite(steps, { ordered: false })).modifiedCount;
  return { last, seen: rows.length, sealed: done, unreadable: rows.length - steps.length };
}

/** An earlier build stored it in clear. */
function sealClear(keys: DataKeys, of: ToldCollection, row: Row) {
  const { sealed } = sealClickIds(keys, of, row);
  const clear = clickPaths(of).flatMap((path) => {
    const value = path
      .split('.')
      .reduce<unknown>((group, name) => (group as Record<string, unknown> | undefined)?.[name], row);
    return value === undefined ? [] : [[path, value] as const];
  });
  return {
    filter: { _id: row._id, sealed: { $exists: false }, ...Object.fromEntries(clear) },
    update: {
      ...(sealed === undefined ? {} : { $set: { sealed, sealed_by: keys.current } }),
      $unset: Object.fromEntries(clear.map(([path]) => [path, 1 as const])),
    },
  };
}

/** How many records with click ids each key sealed. Null: they are in clear. Reads all of them once. */
export async function countClickIds(
  connection: Connection,
  of: ToldCollection,
): Promise<readonly { readonly kid: string | null; readonly n: number }[]> {
  const groups = await connection
    .collection(of)
    .aggregate<{ _id: string | null; n: number }>([
      { $match: { $or: [...withClicks(of)] } },
      { $group: { _id: '$sealed_by', n: { $sum: 1 } } },
    ])
    .toArray();
  return groups.map(({ _id, n }) => ({ kid: _id, n }));
}
